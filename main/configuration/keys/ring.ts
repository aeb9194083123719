/** The credentials in force, as the client to the service asks for them; exchanged while the till runs. */
import type { KeyScheme } from "../../../contract/keys.ts";
import type { Credentials, Keyring } from "../../service/api/authentication.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { recordIn } from "./record.ts";
import { credentialsIn } from "./slots.ts";

export interface KeyRing extends Keyring {
  /** Takes from the vault what is in force now. */
  reload(): void;
  scheme(): KeyScheme;
  /** Which of two the service accepted last */
  inUse(): "current" | "previous";
  /** In an earlier run the service accepted the one of before alone: that is so until it says otherwise. Nobody is told. */
  recall(): void;
  /** When its time is over, while the service accepts no other (ms since the epoch); null: it does, or there is none */
  previousUntil(): number | null;
  /** Calls back when {@link KeyRing.inUse} becomes another. */
  onTurn(listener: (inUse: "current" | "previous") => void): void;
  /** Calls back each time that the service has accepted one of two. */
  onProof(listener: (accepted: "current" | "previous") => void): void;
}

/**
 * Opens the ring of a vault.
 * @param scheme what the settings say, for a till whose keys were never rotated
 * @throws TypeError when the vault has nothing to authenticate with
 */
export function openKeyRing(vault: Vault, scheme: KeyScheme): KeyRing {
  let inUse: "current" | "previous" = "current";
  const provers: ((accepted: "current" | "previous") => void)[] = [];
  const listeners: ((inUse: "current" | "previous") => void)[] = [];
  let held = load();
  function load() {
    const record = recordIn(vault);
    const current = credentialsIn(vault, "current", record?.current.scheme ?? scheme);
    if (current === null) throw new TypeError("the vault holds no key or secret for the service");
    const before = record?.previous ?? null;
    const previous: Credentials | null = before && credentialsIn(vault, "previous", before.scheme);
    return { current, previous, until: before?.until ?? 0, mark: record?.current.mark ?? null };
  }
  const turn = (which: "current" | "previous") => {
    if (which === inUse) return;
    inUse = which;
    for (const listener of listeners) listener(which);
  };
  const usedNow = () => (held.previous === null ? "current" : inUse);
  return {
    // As long as it is kept, whatever the clock says: it may be the only one that the service accepts.
    inForce: () => ({ current: held.current, previous: held.previous }),
    accepted(which, credentials) {
      // What was exchanged while the answer was on its way says nothing of what is held now.
      if (held[which] !== credentials) return;
      turn(which);
      for (const prove of provers) prove(which);
    },
    reload() {
      const { mark } = held;
      held = load();
      // What the service said of another key says nothing of this one.
      if (held.mark !== mark) inUse = "current";
    },
    scheme: () => held.current.scheme,
    inUse: usedNow,
    recall() {
      inUse = "previous";
    },
    previousUntil: () => (usedNow() === "previous" ? held.until : null),
    onTurn(listener) {
      listeners.push(listener);
    },
    onProof(listener) {
      provers.push(listener);
    },
  };
}
