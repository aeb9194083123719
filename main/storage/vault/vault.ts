/** The vault: key material encrypted at rest. Values are text, such as a PEM, a secret or a token. */
import { randomBytes } from "node:crypto";
import type { VaultConsent } from "../../../contract/configuration/keys.ts";

export interface Vault {
  /** Name of the storage backend, shown to users and stored with the values */
  readonly backend: string;
  /** True while the backend is weak and the owner has not consented: do not store keys or secrets */
  readonly weak: boolean;
  /** The owner's active consent to a weak backend */
  readonly consent: VaultConsent | null;
  get(name: SecretName): string | null;
  /** Passes a value's bytes to `make`, which must not keep or change them. Null for a missing value. */
  use<T>(name: SecretName, make: (bytes: Buffer) => T): T | null;
  put(name: SecretName, value: string): void;
  change(changes: VaultChanges): void;
  /** Records the owner's consent to a weak backend. Throws where none is needed. */
  accept(consent: VaultConsent): void;
  /** Wipes the values from memory. A closed vault throws. */
  close(): void;
}

/** Changes of values: a new text, another name's value from before all changes, or removal. */
export type VaultChanges = Partial<Record<SecretName, string | { from: SecretName } | null>>;

export type SecretName =
  | "privateKey"
  | "secret"
  | "nextPrivateKey"
  | "nextSecret"
  | "previousPrivateKey"
  | "previousSecret"
  /** Record of key rotations; not secret, but must never disagree with the keys */
  | "keys"
  /** Record of the last provisioning; see `main/configuration/settings/provisioning-record.ts` */
  | "provisioned"
  | "testbedToken"
  | "tlsKey"
  /** Keys of the certificate for registers: the provided one, and the till's own */
  | "registersTlsKey"
  | "registersOwnTlsKey"
  /** Signing secrets of webhooks, active and as provisioned. JSON; see `main/integration/webhooks/secrets.ts` */
  | "webhookSecrets"
  | "provisionedWebhookSecrets"
  | "pinPepper"
  | "callbackPath"
  | "journalKey"
  /** Key of backup MACs, in hex; see `main/storage/backups/authenticity.ts` */
  | "backupKey"
  /** Seals stored requests that contain a customer's token; see `main/payments/queue/bodies-at-rest.ts` */
  | "bodyKey"
  /** A key for each customer's stored data, destroyed when it expires; see `main/customers/records.ts` */
  | "customerKeys"
  /** A key for each address of a receipt being sent; see `main/customers/mails.ts` */
  | "mailKeys"
  /** Requests whose customers had their data erased; no backup restores them. See `main/customers/forget.ts` */
  | "forgottenCustomers"
  /** Version of the accepted head office settings, not secret; see `main/configuration/centre/newest.ts` */
  | "newestSettings"
  /** Mail server password: active, and as provisioned */
  | "mailPassword"
  | "provisionedMailPassword"
  /** Password for the chain's ledger, and the key that signs journal heads for it (PEM) */
  | "ledgerPassword"
  | "ledgerKey"
  /** Client secret of the standard flow's application; see `main/customers/browser/application.ts` */
  | "applicationSecret"
  /** PEM key that signs transactions for SAF-T Cash Register */
  | "saftKey"
  /** Key that signs refunds, sealed again with a manager's PIN; see `main/configuration/refund-key` */
  | "refundKey";

/** The vault cannot be opened; the message is for the owner. */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

/** Opens the vault of a data folder, with its lock unless `readOnly`. Throws VaultError for the owner. */
export type OpenVault = (
  folder: string,
  how: {
    passphrase: string | undefined;
    /** The owner's consent to a weak vault, from another folder of this till */
    consent: VaultConsent | null;
    /** True while a till may have the vault open: nothing is upgraded */
    readOnly?: boolean;
  },
) => Vault | Promise<Vault>;

/** Returns a secret the till generates at first use. */
export function generatedSecret(vault: Vault, name: "pinPepper" | "callbackPath" | "backupKey"): string {
  const existing = vault.get(name);
  if (existing !== null) return existing;
  const secret = randomBytes(name === "callbackPath" ? 16 : 32).toString("hex");
  vault.put(name, secret);
  return secret;
}

/** Returns the key of backup MACs, created at first use. Null when the vault cannot be written, as on a full disk. */
export function backupKey(vault: Vault): string | null {
  try {
    return generatedSecret(vault, "backupKey");
  } catch {
    return null;
  }
}
