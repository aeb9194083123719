/**
 * The credentials for requests: the current key, and second the previous one or a key whose registration is
 * unconfirmed.
 */
import type { KeyScheme } from "../../../contract/configuration/keys.ts";
import type { CredentialSource, Credentials } from "../../service/api/authentication.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { recordIn } from "./record.ts";
import { credentialsIn } from "./slots.ts";

export interface RotatingCredentials extends CredentialSource {
  reload(): void;
  scheme(): KeyScheme;
  /** The key that the service accepted last */
  inUse(): "current" | "previous";
  /** Starts with the previous key, the only one accepted in an earlier run. Calls no listener. */
  startWithPrevious(): void;
  /** End of the overlap while the service accepts only the previous key, in milliseconds; otherwise null */
  previousUntil(): number | null;
  /** Registers a listener for changes of {@link RotatingCredentials.inUse}. */
  onSwitch(listener: (inUse: "current" | "previous") => void): void;
  /** Registers a listener for the service's acceptance of an offered key after rejecting the active one. */
  onOfferedKeyAccepted(listener: () => void): void;
  /** Registers a listener for accepted requests; it receives the key used. */
  onAccepted(listener: (accepted: "current" | "previous") => void): void;
}

/** `scheme` applies to a till without a rotation. @throws TypeError when the vault has no credentials */
export function openRotatingCredentials(vault: Vault, scheme: KeyScheme): RotatingCredentials {
  let inUse: "current" | "previous" = "current";
  const acceptedListeners: ((accepted: "current" | "previous") => void)[] = [];
  const switchListeners: ((inUse: "current" | "previous") => void)[] = [];
  const offerListeners: (() => void)[] = [];
  let loaded = loadCredentials(vault, scheme);
  const switchTo = (which: "current" | "previous") => {
    if (which === inUse) return;
    inUse = which;
    for (const listener of switchListeners) listener(which);
  };
  const effectiveKey = () => (loaded.previous === null ? "current" : inUse);
  return {
    // Used as long as it is stored, regardless of the clock, because it may be the only accepted key.
    inForce() {
      const { current, previous, offered } = loaded;
      if (offered === null) return { current, previous };
      return { current: effectiveKey() === "previous" ? (previous ?? current) : current, previous: offered };
    },
    accepted(_which, credentials) {
      if (credentials === loaded.offered) {
        for (const listener of offerListeners) listener();
        return;
      }
      const which = (["current", "previous"] as const).find((name) => loaded[name] === credentials);
      if (which === undefined) return;
      switchTo(which);
      for (const listener of acceptedListeners) listener(which);
    },
    reload() {
      const { mark } = loaded;
      loaded = loadCredentials(vault, scheme);
      // Responses to another key do not apply to this one.
      if (loaded.mark !== mark) inUse = "current";
    },
    scheme: () => loaded.current.scheme,
    inUse: effectiveKey,
    startWithPrevious() {
      inUse = "previous";
    },
    previousUntil: () => (effectiveKey() === "previous" ? loaded.until : null),
    onSwitch(listener) {
      switchListeners.push(listener);
    },
    onOfferedKeyAccepted(listener) {
      offerListeners.push(listener);
    },
    onAccepted(listener) {
      acceptedListeners.push(listener);
    },
  };
}

function loadCredentials(vault: Vault, scheme: KeyScheme) {
  const record = recordIn(vault);
  const current = credentialsIn(vault, "current", record?.current.scheme ?? scheme);
  if (current === null) throw new TypeError("the vault holds no key or secret for the service");
  const previousCredentials = record?.previous ?? null;
  const previous: Credentials | null =
    previousCredentials && credentialsIn(vault, "previous", previousCredentials.scheme);
  const next = record?.next ?? null;
  const offered = next === null || next.offeredAt === null ? null : credentialsIn(vault, "next", next.scheme);
  return { current, previous, offered, until: previousCredentials?.until ?? 0, mark: record?.current.mark ?? null };
}
