/** Receipts by e-mail: the till's own way to a mail server, and what became of a receipt that went there. */
import type { Reason } from "./reasons.ts";

/** `tls`: from the first byte · `starttls`: before anything is said · `none`: to this machine alone */
export const MAIL_SECURITY = ["tls", "starttls", "none"] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** Where receipts are handed in. The password is in the vault, and in no view. */
export interface MailSettings {
  host: string;
  port: number;
  security: MailSecurity;
  /** null: the server asks for none */
  user: string | null;
  /** The address that customers see, and that servers send back to */
  from: string;
}

/** What the settings show. */
export interface MailView {
  /** null: nothing is sent */
  settings: MailSettings | null;
  hasPassword: boolean;
  /** How many receipts wait to be sent, and why the oldest of them still does */
  waiting: number;
  problem: Reason | null;
}

/**
 * `held`: until its payment is paid · `waiting`: it is to be sent, and is tried again · `sent`: the mail server has taken
 * it · `failed`: it is not sent any more · `unpaid`: there was no receipt to send · `forgotten`: the customer is
 */
export const RECEIPT_MAIL_STATES = ["held", "waiting", "sent", "failed", "unpaid", "forgotten"] as const;
export type ReceiptMailState = (typeof RECEIPT_MAIL_STATES)[number];

/** A receipt on its way to the customer who shared an address. */
export interface ReceiptMail {
  /** The payment's */
  posTid: string;
  state: ReceiptMailState;
  /** Masked: `k•••@e•••`; null: the customer was forgotten */
  to: string | null;
  attempts: number;
  /** Why it is not sent yet, or not any more */
  problem: Reason | null;
  /** When that was; null: it is under way */
  endedAt: string | null;
}

export interface MailValues {
  "mail.get": MailView;
  "mail.set": MailView;
  /** The server has taken it */
  "mail.test": { sent: true };
}
