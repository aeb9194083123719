/**
 * What another program asks the till's own client of the service, and what it is answered: a line of JSON each, in order,
 * over the standard streams of `npm run till -- read-service [FILE]`. Amounts in minor units, with the additional part.
 */
import type { FileMoney } from "./settlement-match.ts";
import type { TextEncoding } from "./text-files.ts";
import type { PaymentStatus } from "./wire.ts";

export type ServiceQuestion =
  /** A page of the merchant's payment requests (section 2.2); null: the first */
  | { ask: "page"; page: string | null }
  /** What became of one of them (section 2.3) */
  | { ask: "outcome"; tid: string }
  /** What a settlement file in this currency says of money */
  | { ask: "settlement"; file: string; currency: string };

export interface RequestPage {
  /** What this page is asked for by; the first one's too */
  page: string;
  /** The requests on it, by `tid` */
  ids: string[];
  next: string | null;
}

/** A payment request as the service has it. */
export interface RequestOutcome {
  posId: string;
  posTid: string;
  status: PaymentStatus;
  currency: string;
  captured: number;
  refunded: number;
}

export interface ReadSettlement extends FileMoney {
  /** Lines without money */
  passedOver: number;
  /** The file's encoding where it does not state one */
  guessedEncoding?: TextEncoding;
  /** SHA-256 of the file, hex */
  fingerprint: string;
}

/**
 * - `unknown`: the service has no such request
 * - `refused`: the service does not have it, or does not offer it
 * - `unreadable`: it answers with something that cannot be read
 * - `unanswered`: it could not be asked, however often
 * - `invalid`: what was asked for cannot be; `detail` says what is expected
 */
export type NoAnswer = {
  ok: false;
  because: "unknown" | "refused" | "unreadable" | "unanswered" | "invalid";
  detail: string;
};

export type ServiceAnswer<T> = { ok: true; value: T } | NoAnswer;
