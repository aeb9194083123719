/** Authentication of requests to the service (sections 5.3 and 5.4). */
export type KeyScheme = "RSA-SHA256" | "SECRET";

export interface PublicHalf {
  /** SPKI as PEM, registered at the service */
  publicKeyPem: string | null;
  /** SHA-256 of the SPKI (DER), lower-case hex, for comparison */
  fingerprint: string | null;
}

export interface KeysView {
  scheme: KeyScheme;
  /** `since`: ISO 8601; null for the provisioned key */
  current: PublicHalf & { since: string | null };
  /** The prepared key; `testedAt`: when the service accepted it, or null */
  next:
    | (PublicHalf & {
        scheme: KeyScheme;
        preparedAt: string;
        testedAt: string | null;
        /** When it was sent to the service. Both keys are kept until the result is known */
        offeredAt: string | null;
      })
    | null;
  /** Kept until this time, and until the service accepts the new key */
  previous: (PublicHalf & { scheme: KeyScheme; until: string }) | null;
  /** The key that the service last accepted; `previous`: it does not know the current one */
  inUse: "current" | "previous";
  overlapDays: number;
  /** False for a demo, whose key belongs to its sandbox */
  rotatable: boolean;
  /** Who registers a new key at the service: the till, or a person for a secret or an integrator (G22) */
  registers: "till" | "secret" | "integrator";
}

/** The till's user at the service (section 5.2, G22). */
export interface KeysUser {
  id: string | null;
  record: {
    roles: string[] | null;
    /** Allowed addresses, like `192.0.2.0/24`; null: any */
    netmask: string | null;
    /** The registered key; `other`: one that this till does not have */
    key: "current" | "next" | "previous" | "other" | "none";
  } | null;
  findings: KeysFinding[];
}

/** Findings of testing or registering a prepared key, as keys of the renderer's catalogue. */
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
  "registered", // no value: the service accepts the new key
  "registered_alone", // no value: it no longer accepts the old one
  "old_accepted", // no value: it still accepts the old one
  "not_yet", // no value: registered, but not accepted yet
  "no_answer", // no value: unknown whether it was registered
  "by_hand_secret", // no value: the till authenticates with a secret
  "by_hand_integrator", // no value: a user record has no integrator keys
  "by_hand_unsupported", // status: the service lacks this endpoint or method
  "by_hand_not_allowed", // status: this user has no permission
  "by_hand_login", // status: the current key is refused, so it cannot sign the registration
  "by_hand_refused", // status: the service rejected the new key
] as const;

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
  /** The service accepts the new key, which is now active */
  registered: boolean;
  findings: KeysFinding[];
  keys: KeysView;
}

/** The owner's acceptance of a weak vault. */
export interface VaultConsent {
  by: string;
  at: string;
  sentence: string;
}

export interface VaultView {
  /** `passphrase`, `machine-key`, `macos_keychain`, `windows_dpapi`, or the name of a Linux keyring */
  backend: string;
  /** Weak and not accepted yet; nothing is stored on disk until then */
  weak: boolean;
  consent: VaultConsent | null;
}

/** Accepted, sent and recorded word for word on machines without a keychain. */
export const WEAK_VAULT_SENTENCES = {
  en: "I know that this machine has no keychain, and I accept that anyone who can read the till's folder as this user can use its keys.",
  nb: "Jeg vet at denne maskinen ikke har noen nøkkelring, og godtar at den som kan lese kassens mappe som denne brukeren, kan bruke nøklene dens.",
} as const;

export const MIN_OVERLAP_DAYS = 1;
export const MAX_OVERLAP_DAYS = 30;
export const DEFAULT_OVERLAP_DAYS = 7;
