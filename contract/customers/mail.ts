import type { Reason } from "../reasons/reasons.ts";

/** `tls`: implicit TLS · `starttls`: required before anything else · `none`: only to this machine */
export const MAIL_SECURITY = ["tls", "starttls", "none"] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** Settings of the mail server. The password is in the vault and never in a view. */
export interface MailSettings {
  host: string;
  port: number;
  security: MailSecurity;
  user: string | null;
  /** The sender, which also receives bounces */
  from: string;
}

export interface MailView {
  settings: MailSettings | null;
  hasPassword: boolean;
  waiting: number;
  problem: Reason | null;
}

/**
 * - `held`: the payment is not paid yet
 * - `waiting`: will be sent or retried
 * - `sent`: accepted by the mail server
 * - `failed`: given up
 * - `unpaid`: there was no receipt
 * - `forgotten`: the customer's data was erased
 */
export const RECEIPT_MAIL_STATES = ["held", "waiting", "sent", "failed", "unpaid", "forgotten"] as const;
export type ReceiptMailState = (typeof RECEIPT_MAIL_STATES)[number];

export interface ReceiptMail {
  posTid: string;
  state: ReceiptMailState;
  /** Masked: `k•••@e•••`; null: the customer's data was erased */
  to: string | null;
  attempts: number;
  problem: Reason | null;
  endedAt: string | null;
}
