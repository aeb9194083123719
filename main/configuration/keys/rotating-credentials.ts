/**
 * The credentials that requests are signed with: the current key and, during an overlap, the previous one. While a key
 * was sent to the service and it is not known whether it was taken, that one is the second.
 */
import type { KeyScheme } from "../../../contract/keys.ts";
import type { CredentialSource, Credentials } from "../../service/api/authentication.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { recordIn } from "./record.ts";
import { credentialsIn } from "./slots.ts";

export interface RotatingCredentials extends CredentialSource {
  /** Takes from the vault what is in force now. */
  reload(): void;
  scheme(): KeyScheme;
  /** Which of the two the service accepted last */
  inUse(): "current" | "previous";
  /** Begins with the previous key, the only one that the service accepted in an earlier run. No listener is called. */
  startWithPrevious(): void;
  /** When the previous key's time is over, while the service accepts that one alone (ms since the epoch); else null */
  previousUntil(): number | null;
  /** Calls back when {@link RotatingCredentials.inUse} becomes another. */
  onSwitch(listener: (inUse: "current" | "previous") => void): void;
  /** Calls back when the service accepted a key that was sent to it, and refused what is in force. */
  onOfferTaken(listener: () => void): void;
  /** Calls back each time that the service has accepted one of the two. */
  onAccepted(listener: (accepted: "current" | "previous") => void): void;
}

/**
 * Reads the credentials of a vault.
 * @param scheme what the settings say, for a till whose keys were never rotated
 * @throws TypeError when the vault has nothing to authenticate with
 */
export function openRotatingCredentials(vault: Vault, scheme: KeyScheme): RotatingCredentials {
  let inUse: "current" | "previous" = "current";
  const acceptedListeners: ((accepted: "current" | "previous") => void)[] = [];
  const switchListeners: ((inUse: "current" | "previous") => void)[] = [];
  const offerListeners: (() => void)[] = [];
  let held = heldIn(vault, scheme);
  const switchTo = (which: "current" | "previous") => {
    if (which === inUse) return;
    inUse = which;
    for (const listener of switchListeners) listener(which);
  };
  const usedNow = () => (held.previous === null ? "current" : inUse);
  return {
    // As long as it is kept, whatever the clock says: it may be the only one that the service accepts.
    inForce() {
      const { current, previous, offered } = held;
      if (offered === null) return { current, previous };
      return { current: usedNow() === "previous" ? (previous ?? current) : current, previous: offered };
    },
    accepted(_which, credentials) {
      if (credentials === held.offered) {
        for (const listener of offerListeners) listener();
        return;
      }
      const which = (["current", "previous"] as const).find((name) => held[name] === credentials);
      // What was exchanged while the answer was on its way says nothing of what is held now.
      if (which === undefined) return;
      switchTo(which);
      for (const listener of acceptedListeners) listener(which);
    },
    reload() {
      const { mark } = held;
      held = heldIn(vault, scheme);
      // What the service said of another key says nothing of this one.
      if (held.mark !== mark) inUse = "current";
    },
    scheme: () => held.current.scheme,
    inUse: usedNow,
    startWithPrevious() {
      inUse = "previous";
    },
    previousUntil: () => (usedNow() === "previous" ? held.until : null),
    onSwitch(listener) {
      switchListeners.push(listener);
    },
    onOfferTaken(listener) {
      offerListeners.push(listener);
    },
    onAccepted(listener) {
      acceptedListeners.push(listener);
    },
  };
}

/** What the vault has for signing: what is in force, what was, and what was sent to the service. */
function heldIn(vault: Vault, scheme: KeyScheme) {
  const record = recordIn(vault);
  const current = credentialsIn(vault, "current", record?.current.scheme ?? scheme);
  if (current === null) throw new TypeError("the vault holds no key or secret for the service");
  const before = record?.previous ?? null;
  const previous: Credentials | null = before && credentialsIn(vault, "previous", before.scheme);
  const next = record?.next ?? null;
  const offered = next === null || next.offeredAt === null ? null : credentialsIn(vault, "next", next.scheme);
  return { current, previous, offered, until: before?.until ?? 0, mark: record?.current.mark ?? null };
}
