/** What each step of a rotation does to the vault and to the record. Pure. */
import type { KeyScheme } from "../../../contract/keys.ts";
import type { VaultChanges } from "../../storage/vault/vault.ts";
import { type KeysState, REMEMBERED } from "./record.ts";
import { slotOf } from "./slots.ts";

/** A step: what changes in the vault, and the state after it. */
export interface Step {
  changes: VaultChanges;
  state: KeysState;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const NO_NEXT: VaultChanges = { nextPrivateKey: null, nextSecret: null };
const NO_PREVIOUS: VaultChanges = { previousPrivateKey: null, previousSecret: null };

/** Keeps a key or secret for later; what was prepared before is wiped. @param value a PEM, or a secret */
export function prepared(state: KeysState, scheme: KeyScheme, value: string, at: number): Step {
  return {
    changes: { ...NO_NEXT, [slotOf("next", scheme)]: value },
    state: { ...state, next: { scheme, preparedAt: at, testedAt: null, offeredAt: null } },
  };
}

/** What was prepared is about to be sent to the service: from now on it may be the only one that is accepted. */
export function offered(state: KeysState, at: number): Step {
  return { changes: {}, state: { ...state, next: state.next && { ...state.next, offeredAt: at } } };
}

/** The service said that it did not take it. */
export function withdrawn(state: KeysState): Step {
  return { changes: {}, state: { ...state, next: state.next && { ...state.next, offeredAt: null } } };
}

/** The service accepted what was prepared. */
export function tested(state: KeysState, at: number): Step {
  return { changes: {}, state: { ...state, next: state.next && { ...state.next, testedAt: at } } };
}

/** What was prepared is wiped. */
export function discarded(state: KeysState): Step {
  return { changes: NO_NEXT, state: { ...state, next: null } };
}

export interface Activation {
  /** Of what was prepared */
  mark: string;
  /** ms since the epoch */
  at: number;
  /** False: `at` is by this machine's clock, and the service's time is not known yet */
  isServiceTime: boolean;
  overlapDays: number;
  /** What the service accepts until now: what was in force, or what was before it */
  accepted: "current" | "previous";
}

/**
 * What was prepared takes its place, and what the service accepted until now stays beside it for the overlap; the
 * third, if there was one, is wiped.
 */
export function activated(state: KeysState, { mark, at, isServiceTime, overlapDays, accepted }: Activation): Step {
  const { current, next } = state;
  if (next === null) throw new TypeError("nothing was prepared");
  const before = accepted === "previous" && state.previous ? state.previous.scheme : null;
  const keep: VaultChanges = {
    ...NO_PREVIOUS,
    [slotOf("previous", current.scheme)]: { from: slotOf("current", current.scheme) },
  };
  return {
    changes: {
      ...(before === null ? keep : {}),
      // Under another scheme its place would stay full, and be found there later.
      [slotOf("current", current.scheme)]: null,
      [slotOf("current", next.scheme)]: { from: slotOf("next", next.scheme) },
      ...NO_NEXT,
    },
    state: {
      current: { scheme: next.scheme, mark, since: at },
      next: null,
      previous: {
        scheme: before ?? current.scheme,
        until: at + overlapDays * DAY_MS,
        undatedDays: isServiceTime ? null : overlapDays,
      },
      replaced: [current.mark, ...state.replaced.filter((replaced) => replaced !== mark)].slice(0, REMEMBERED),
    },
  };
}

/** Starts an overlap that has no date by the service's clock yet. @returns null when there is none. @param at the service's time, in ms */
export function dated(state: KeysState, at: number): KeysState | null {
  const { previous } = state;
  if (previous === null || previous.undatedDays === null) return null;
  const until = at + previous.undatedDays * DAY_MS;
  return { ...state, previous: { ...previous, until, undatedDays: null } };
}

/** What was in force before is wiped. */
export function retired(state: KeysState): Step {
  return { changes: NO_PREVIOUS, state: { ...state, previous: null } };
}

/** Something else was put in force by other means (the wizard, a provisioning file): no earlier key belongs to it. */
export function superseded(state: KeysState, current: { scheme: KeyScheme; mark: string }): Step {
  return {
    changes: { ...NO_NEXT, ...NO_PREVIOUS },
    state: { ...state, current: { ...current, since: null }, next: null, previous: null },
  };
}
