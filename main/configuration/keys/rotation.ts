import type { KeyScheme } from "../../../contract/configuration/keys.ts";
import type { VaultChanges } from "../../storage/vault/vault.ts";
import { type KeysState, REMEMBERED } from "./record.ts";
import { slotOf } from "./slots.ts";

export interface Step {
  changes: VaultChanges;
  state: KeysState;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const NO_NEXT: VaultChanges = { nextPrivateKey: null, nextSecret: null };
const NO_PREVIOUS: VaultChanges = { previousPrivateKey: null, previousSecret: null };

/** Stores a key or secret as the next one and deletes an earlier prepared one. `value` is a PEM or a secret. */
export function prepareKey(state: KeysState, scheme: KeyScheme, value: string, at: number): Step {
  return {
    changes: { ...NO_NEXT, [slotOf("next", scheme)]: value },
    state: { ...state, next: { scheme, preparedAt: at, testedAt: null, offeredAt: null } },
  };
}

/** Records that the prepared key is about to be sent: it may soon be the only accepted one. */
export function offerKey(state: KeysState, at: number): Step {
  return { changes: {}, state: { ...state, next: state.next && { ...state.next, offeredAt: at } } };
}

/** The service reported that it did not register the key. */
export function withdrawOffer(state: KeysState): Step {
  return { changes: {}, state: { ...state, next: state.next && { ...state.next, offeredAt: null } } };
}

export function recordTest(state: KeysState, at: number): Step {
  return { changes: {}, state: { ...state, next: state.next && { ...state.next, testedAt: at } } };
}

export function discardPrepared(state: KeysState): Step {
  return { changes: NO_NEXT, state: { ...state, next: null } };
}

export interface Activation {
  mark: string;
  at: number;
  /** False when `at` is the local time, because the service's time is unknown */
  isServiceTime: boolean;
  overlapDays: number;
  /** The key that the service accepts until now */
  accepted: "current" | "previous";
}

/** Makes the prepared key current, and keeps the accepted one for the overlap. A third one is deleted. */
export function activateKey(state: KeysState, { mark, at, isServiceTime, overlapDays, accepted }: Activation): Step {
  const { current, next } = state;
  if (next === null) throw new TypeError("no key was prepared");
  const stillAccepted = accepted === "previous" && state.previous ? state.previous.scheme : null;
  const keepCurrent: VaultChanges = {
    ...NO_PREVIOUS,
    [slotOf("previous", current.scheme)]: { from: slotOf("current", current.scheme) },
  };
  return {
    changes: {
      ...(stillAccepted === null ? keepCurrent : {}),
      // With another scheme, the old slot must be emptied.
      [slotOf("current", current.scheme)]: null,
      [slotOf("current", next.scheme)]: { from: slotOf("next", next.scheme) },
      ...NO_NEXT,
    },
    state: {
      current: { scheme: next.scheme, mark, since: at },
      next: null,
      previous: {
        scheme: stillAccepted ?? current.scheme,
        until: at + overlapDays * DAY_MS,
        undatedDays: isServiceTime ? null : overlapDays,
      },
      replaced: [current.mark, ...state.replaced.filter((replaced) => replaced !== mark)].slice(0, REMEMBERED),
    },
  };
}

/** Dates an overlap that followed the local clock. `at` is the service's time. Returns null when none exists. */
export function withOverlapEnd(state: KeysState, at: number): KeysState | null {
  const { previous } = state;
  if (previous === null || previous.undatedDays === null) return null;
  const until = at + previous.undatedDays * DAY_MS;
  return { ...state, previous: { ...previous, until, undatedDays: null } };
}

export function retirePrevious(state: KeysState): Step {
  return { changes: NO_PREVIOUS, state: { ...state, previous: null } };
}

/** The current key was replaced by other means (wizard, provisioning file), so no earlier key belongs to it. */
export function supersedeKeys(state: KeysState, current: { scheme: KeyScheme; mark: string }): Step {
  return {
    changes: { ...NO_NEXT, ...NO_PREVIOUS },
    state: { ...state, current: { ...current, since: null }, next: null, previous: null },
  };
}
