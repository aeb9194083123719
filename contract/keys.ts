/** What the owner sees of the till's keys and of how they are kept: never a key or secret itself. Plain types and texts. */

/** How requests to the service are authenticated (sections 5.3 and 5.4). */
export type KeyScheme = "RSA-SHA256" | "SECRET";

/** What may be shown of a key; both null for a secret, of which nothing is. */
export interface PublicHalf {
  /** SPKI, PEM: what the service is given */
  publicKeyPem: string | null;
  /** SHA-256 of the public half (SPKI, DER) in lower-case hex: what two people compare */
  fingerprint: string | null;
}

export interface KeysView {
  scheme: KeyScheme;
  /** `since`: ISO 8601; null while what was provisioned is in force */
  current: PublicHalf & { since: string | null };
  /** What was prepared to take its place; `testedAt`: when the service accepted it, null before */
  next:
    | (PublicHalf & {
        scheme: KeyScheme;
        preparedAt: string;
        testedAt: string | null;
        /** When the till sent it to the service; until it is known whether that took it, neither key is thrown away */
        offeredAt: string | null;
      })
    | null;
  /** What was in force before, kept until then, and until the service accepts the new one */
  previous: (PublicHalf & { scheme: KeyScheme; until: string }) | null;
  /** Which of the two the service accepted last: `previous` means that it does not know the current one */
  inUse: "current" | "previous";
  /** How long a previous one is kept */
  overlapDays: number;
  /** Whether it can be rotated here: a demo's key belongs to its own sandbox */
  rotatable: boolean;
  /** Who registers a new key with the service: the till, or a person, since a secret or an integrator cannot (G22) */
  registers: "till" | "secret" | "integrator";
}

/** The till's user at the service (section 5.2, G22). */
export interface KeysUser {
  /** Null: an integrator acts, and has no user's record */
  id: string | null;
  /** Null: the service does not show it, and `findings` says why */
  record: {
    /** Null: the service names none */
    roles: string[] | null;
    /** The addresses that it may act from, like `192.0.2.0/24`; null: any */
    netmask: string | null;
    /** Which of the till's keys is registered there; `none`, or `other`: one that this till does not have */
    key: "current" | "next" | "previous" | "other" | "none";
  } | null;
  findings: KeysFinding[];
}

/** Everything that the test or the registration of a prepared key may find, as keys of the renderer's catalogue. */
export const KEYS_FINDINGS = [
  "accepted",
  "refused", // status
  "not_allowed", // status
  "merchant_unknown", // status
  "unreachable",
  "insecure",
  "unclear",
  "clock", // seconds
  "refunds_need_key",
  "registered", // no value: the service has the new key and accepts it
  "registered_alone", // no value: and with that it stopped accepting the old one
  "old_accepted", // no value: it accepts the old one still
  "not_yet", // no value: it took the new key and does not accept it yet
  "no_answer", // no value: whether it took the new key is not known
  "by_hand_secret", // no value: the till signs in with a secret
  "by_hand_integrator", // no value: an integrator's key is not in a user's record
  "by_hand_unsupported", // status: the service has no such endpoint, or not this method
  "by_hand_not_allowed", // status: this user may not
  "by_hand_login", // status: the key in force is not accepted, so that nothing can be signed with it
  "by_hand_refused", // status: the service did not take the new key
] as const;

/**
 * What the service said to the prepared key or secret. `finding` is a key of the renderer's catalogue
 * (`accepted`, `refused`, …) with `values` for its sentence.
 */
export interface KeysFinding {
  outcome: "ok" | "warning" | "failed";
  finding: (typeof KEYS_FINDINGS)[number];
  values: Record<string, string | number>;
}

export interface KeysTest {
  passed: boolean;
  findings: KeysFinding[];
  keys: KeysView;
}

export interface KeysRegistration {
  /** Whether the service accepts the new key: it is in force then */
  registered: boolean;
  findings: KeysFinding[];
  keys: KeysView;
}

/** The owner's word for a vault that protects little. */
export interface VaultConsent {
  /** Who: the name of whoever was signed in, or was given */
  by: string;
  /** When, ISO 8601 */
  at: string;
  /** The sentence that was shown and accepted */
  sentence: string;
}

/** How key material is kept on this machine. */
export interface VaultView {
  /** `passphrase`, `machine-key`, `macos_keychain`, `windows_dpapi`, or the name of a Linux keyring */
  backend: string;
  /** Weak, and not accepted: nothing is kept on disk until it is */
  weak: boolean;
  consent: VaultConsent | null;
}

/** What the owner accepts of a machine without a keychain, word for word: shown, sent back, and recorded. */
export const WEAK_VAULT_SENTENCES = {
  en: "I know that this machine has no keychain, and I accept that whoever can read the till's folder as this user can use its keys.",
  nb: "Jeg vet at denne maskinen ikke har noen nøkkelring, og godtar at den som kan lese kassens mappe som denne brukeren, kan bruke nøklene dens.",
} as const;

export const MIN_OVERLAP_DAYS = 1;
export const MAX_OVERLAP_DAYS = 30;
export const DEFAULT_OVERLAP_DAYS = 7;

export interface KeysValues {
  "keys.get": KeysView;
  /** A key made here, one that was imported, or a secret: kept in the vault, not in force */
  "keys.prepare": KeysView;
  /** Asks the real service whether it accepts what was prepared */
  "keys.test": KeysTest;
  /** Reads the till's user at the service */
  "keys.user": KeysUser;
  /**
   * Registers the prepared key with the service by itself, tests it and puts it in force. What the service does not
   * take is left as prepared, for a person to register
   */
  "keys.register": KeysRegistration;
  /** What was prepared is in force; what was in force stays usable for the overlap */
  "keys.activate": KeysView;
  /** What was prepared is wiped */
  "keys.discard": KeysView;
  /** What was in force before is wiped, before its time */
  "keys.retire": KeysView;
  "vault.get": VaultView;
  "vault.acceptWeak": VaultView;
}
