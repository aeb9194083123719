/** Key material at rest. Values are text: a PEM, a secret, a token, a pepper. */
export interface Vault {
  /** How the values are kept: the name that is shown to people and stored beside them. */
  readonly backend: string;
  get(name: SecretName): string | null;
  /** Stores a value; it is on disk, sealed, when this returns. */
  put(name: SecretName, value: string): void;
}

export type SecretName =
  | "privateKey"
  | "secret"
  | "testbedToken"
  | "tlsKey"
  | "pinPepper"
  | "callbackPath"
  | "journalKey";

/** The vault cannot be opened; the message says why, in words for the owner. */
export class VaultError extends Error {
  override readonly name = "VaultError";
}
