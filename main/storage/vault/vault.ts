/** The vault: key material encrypted at rest. Values are text: a PEM, a secret, a token, a pepper. */
import { randomBytes } from "node:crypto";
import type { VaultConsent } from "../../../contract/keys.ts";

export interface Vault {
  /** How the values are kept: the name that is shown to people and stored beside them */
  readonly backend: string;
  /** The backend is weak, and the owner has not accepted that: no key or secret should be put until then */
  readonly weak: boolean;
  /** The owner's word for a weak backend, while it is in force */
  readonly consent: VaultConsent | null;
  get(name: SecretName): string | null;
  /**
   * Hands over the bytes of a value, to make a key of them without a text in between. They are the vault's own: they
   * may not be kept, and not be changed. @returns what was made of them; null when there is no such value
   */
  use<T>(name: SecretName, make: (bytes: Buffer) => T): T | null;
  /** Stores a value; it is on disk, sealed, when this returns. */
  put(name: SecretName, value: string): void;
  /** Stores, moves and removes several values at once: all of it is on disk when this returns, or none. */
  change(changes: VaultChanges): void;
  /** Records the owner's word for a weak backend, and keeps from now on what it was given. @throws where none is needed */
  accept(consent: VaultConsent): void;
  /** Wipes the values from memory. A closed vault answers nothing. */
  close(): void;
}

/** What becomes of a value: another one, what another name held before all of these changes, or nothing. */
export type VaultChanges = Partial<Record<SecretName, string | { from: SecretName } | null>>;

export type SecretName =
  | "privateKey"
  | "secret"
  | "nextPrivateKey"
  | "nextSecret"
  | "previousPrivateKey"
  | "previousSecret"
  /** The record of rotations: nothing secret, and here because it must never disagree with the keys it is about */
  | "keys"
  /** The record of the last provisioning: nothing secret, and here for the same reason. See `main/configuration/settings/provisioning-record.ts` */
  | "provisioned"
  | "testbedToken"
  | "tlsKey"
  /** Of the certificate that registers see: as it was given, and of the till's own making */
  | "registersTlsKey"
  | "registersOwnTlsKey"
  /** What messages to webhooks are signed with: as in force, and as they were provisioned. JSON. See `main/integration/webhooks/secrets.ts` */
  | "webhookSecrets"
  | "provisionedWebhookSecrets"
  | "pinPepper"
  | "callbackPath"
  | "journalKey"
  /** Hex: what authenticates backups. See `main/storage/backups/authenticity.ts` */
  | "backupKey"
  /** What requests that hold a customer's token are sealed with in the database. See `main/payments/queue/bodies-at-rest.ts` */
  | "bodyKey"
  /** A key for each customer's data that is kept: destroyed with its time. See `main/customers/records.ts` */
  | "customerKeys"
  /** A key for each address that a receipt is on its way to. See `main/customers/mails.ts` */
  | "mailKeys"
  /** Which requests customers had forgotten: no backup brings those back. See `main/customers/forget.ts` */
  | "forgottenCustomers"
  /** Which settings of head office were accepted: nothing secret, and no backup takes them back. See `main/configuration/centre/newest.ts` */
  | "newestSettings"
  /** What the mail server knows the till by: as the owner chose it, and as it was provisioned */
  | "mailPassword"
  | "provisionedMailPassword"
  /** What the chain's ledger knows the till by, and what the till signs the ends of its journal with for it (PEM) */
  | "ledgerPassword"
  | "ledgerKey"
  /** What the till proves itself with as an application of the standard flow. See `main/customers/browser/application.ts` */
  | "applicationSecret"
  /** PEM: what transactions are signed with as SAF-T Cash Register has it */
  | "saftKey"
  /** What refunds are signed with, sealed once more: a manager's PIN opens it. See `main/configuration/refund-key` */
  | "refundKey";

/** The vault cannot be opened; the message says why, in words for the owner. */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

/** How a shell opens the vault of a data folder; unless it only looks, this process has locked that. @throws VaultError in words for the owner */
export type OpenVault = (
  folder: string,
  how: {
    /** The owner's, when there is one */
    passphrase: string | undefined;
    /** The owner's word for a weak vault, given for another folder of this till */
    consent: VaultConsent | null;
    /** Only to look into it, while a till may have it open: nothing of it is brought up to date */
    looking?: boolean;
  },
) => Vault | Promise<Vault>;

/** A secret that the till makes for itself at first use: the PIN's pepper, the receiver's path, the backups' key. */
export function ownSecret(vault: Vault, name: "pinPepper" | "callbackPath" | "backupKey"): string {
  const kept = vault.get(name);
  if (kept !== null) return kept;
  const made = randomBytes(name === "callbackPath" ? 16 : 32).toString("hex");
  vault.put(name, made);
  return made;
}

/**
 * What backups are authenticated with, made at first use. @returns null when the vault cannot be written: a backup
 * without a MAC is better than none, and a full disk keeps no till from its outcomes
 */
export function backupKey(vault: Vault): string | null {
  try {
    return ownSecret(vault, "backupKey");
  } catch {
    return null;
  }
}
