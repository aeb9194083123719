/** Journal entries and payment histories, with the raw records. Raw data was redacted when it was written. */

import type { TimelineEntry } from "../payments/views.ts";
import type { Reason } from "../reasons/reasons.ts";
import type { JournalValues } from "./events.ts";

export interface JournalLine {
  sequence: number;
  at: string;
  event: string;
  posTid: string | null;
  /** null: the till itself, or no user signed in */
  person: string | null;
  values: JournalValues;
  /** Hashes of this row and the previous one, hexadecimal */
  hash: string;
}

export interface JournalPage {
  /** Newest first: in order of writing, or by time if the search names a time */
  items: JournalLine[];
  /** Where to continue; null: the end. A page may be short or empty without being the last. */
  next: string | null;
  /** How far back the search went; null: to the end */
  searchedTo: string | null;
}

export interface JournalNames {
  events: string[];
  people: string[];
}

export interface JournalProgress {
  checked: number;
  total: number;
}

/** A request to the service with its response, or a callback; redacted, kept for 90 days. */
export interface ExchangeEvidence {
  kind: "request" | "callback";
  at: string;
  method: string | null;
  path: string | null;
  sent: string | null;
  status: number | null;
  received: string | null;
  /** Technical code of a missing or unreadable response: `ECONNRESET`, … */
  problem: string | null;
  /** The consequence for the user, if it differs from the request's aim */
  problemReason: Reason | null;
  ms: number | null;
  /** Number of identical exchanges in a row; the last one was at `lastAt` */
  times: number;
  lastAt: string;
}

export interface JournalEvidence extends JournalLine {
  kind: "journal";
}

export type Evidence = ExchangeEvidence | JournalEvidence;

/** An entry of a payment's history with its evidence. */
export interface HistoryEntry extends TimelineEntry {
  /** `till`: happened around the payment, such as a sign-in or a start */
  about: "payment" | "till";
  evidence: Evidence[];
}

export interface PaymentHistory {
  entries: HistoryEntry[];
}

export interface PaymentFile {
  name: string;
  content: string;
}
