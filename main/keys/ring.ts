/** The credentials in force, as the client to the service asks for them; exchanged while the till runs. */
import type { KeyScheme } from "../../contract/keys.ts";
import type { Credentials, Keyring } from "../api/authentication.ts";
import type { Clock } from "../clock.ts";
import type { Vault } from "../vault/vault.ts";
import { recordIn } from "./record.ts";
import { credentialsIn } from "./slots.ts";

export interface KeyRing extends Keyring {
  /** Takes from the vault what is in force now. */
  reload(): void;
  scheme(): KeyScheme;
  /** Which of two the service accepted last */
  inUse(): "current" | "previous";
  /** When the one of before is wiped, while the service accepts no other (ms since the epoch); null: it does, or there is none */
  previousUntil(): number | null;
  /** Calls back when {@link KeyRing.inUse} becomes another. */
  onTurn(listener: (inUse: "current" | "previous") => void): void;
}

/**
 * Opens the ring of a vault.
 * @param scheme what the settings say, for a till whose keys were never rotated
 * @throws TypeError when the vault has nothing to authenticate with
 */
export function openKeyRing(vault: Vault, scheme: KeyScheme, clock: Pick<Clock, "now">): KeyRing {
  let inUse: "current" | "previous" = "current";
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
    inForce: () => ({ current: held.current, previous: clock.now() < held.until ? held.previous : null }),
    accepted: turn,
    reload() {
      const { mark } = held;
      held = load();
      // What the service said of another key says nothing of this one.
      if (held.mark !== mark) inUse = "current";
    },
    scheme: () => held.current.scheme,
    inUse: usedNow,
    previousUntil: () => (usedNow() === "previous" ? held.until : null),
    onTurn(listener) {
      listeners.push(listener);
    },
  };
}
