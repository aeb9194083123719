/**
 * Requests and responses of `npm run till -- read-service [FILE]`: one line of JSON each, in order, over the standard
 * streams. Amounts in minor units, additional part included.
 */

import type { TextEncoding } from "../values/text-files.ts";
import type { PaymentStatus } from "../wire/wire.ts";
import type { FileMoney } from "./settlement-match.ts";

export type ServiceQuery =
  /** A page of payment requests (section 2.2); null: the first */
  | { ask: "page"; page: string | null }
  /** The outcome of a request (section 2.3) */
  | { ask: "outcome"; tid: string }
  /** Money in a settlement file of this currency */
  | { ask: "settlement"; file: string; currency: string };

export interface RequestPage {
  page: string;
  /** Requests on the page, by `tid` */
  ids: string[];
  next: string | null;
}

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
  guessedEncoding?: TextEncoding;
  fingerprint: string;
}

/**
 * `unknown`: no such request · `refused`: not available or not offered · `unreadable`: invalid response · `unanswered`:
 * no response after all retries · `invalid`: invalid query, see `detail`
 */
export type ServiceQueryError = {
  ok: false;
  because: "unknown" | "refused" | "unreadable" | "unanswered" | "invalid";
  detail: string;
};

export type ServiceResponse<T> = { ok: true; value: T } | ServiceQueryError;
