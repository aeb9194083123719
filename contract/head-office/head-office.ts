/**
 * Queries of head office's page to the chain's ledger, and their responses. Amounts are in minor units, times ISO 8601
 * in UTC. A day is a business day by each shop's clock and cut-off.
 */
import type { JournalLine } from "../journal/journal.ts";
import type { Phase } from "../values/phases.ts";

export interface HeadOfficeQueries {
  /** `day` null: today */
  today: { day: string | null };
  tills: Record<string, never>;
  /** `text`: a payment's number, reference, service id or amount; `day`: when it started, null: any */
  find: { text: string; day: string | null; shop: string | null };
  payment: { till: string; posTid: string };
  waiting: Record<string, never>;
  /** `month`: `2026-03` */
  differences: { month: string; shop: string | null };
  requests: { shop: string | null };
  reports: { month: string; shop: string | null };
  /** The same data as a file; `locale` decides decimal sign and separator */
  reportsFile: { month: string; shop: string | null; locale: string };
}

export type HeadOfficeQuery = keyof HeadOfficeQueries;

export interface HeadOfficeResponses {
  today: ChainDay;
  tills: ChainTills;
  find: SearchResult;
  payment: ChainPayment;
  waiting: SearchResult;
  /** Differing Zs of the month, its number of Zs, and how many were compared with the service wholly or partly */
  differences: { differing: ZDifference[]; zs: number; whole: number; partly: number };
  /** Oldest first, at most {@link MAX_REQUEST_DIFFERENCES}; the total number; and how much of the service's list was read */
  requests: { differing: RequestDifference[]; total: number; list: ListReading };
  reports: ZLine[];
  reportsFile: { name: string; content: string };
}

export interface ChainDay {
  day: string;
  /** Money at risk is always current, whatever the day */
  isPresent: boolean;
  asOf: string;
  /** Totals by currency, highest captured amount first; empty: no till sold */
  sales: CurrencyDay[];
  atRisk: MoneyAtRisk[];
  late: LateMoneyLine[];
}

interface Sums {
  captured: number;
  refunded: number;
  /** The additional part of `captured` */
  tips: number;
  payments: number;
  refunds: number;
}

export interface CurrencyDay extends Sums {
  currency: string;
  shops: ShopDay[];
  /** From the first hour with sales to the last, of this day or the same weekday last week; empty: no sales */
  hours: ChainHour[];
}

export interface ShopDay extends Sums {
  shop: string;
  tills: number;
}

export interface ChainHour {
  /** `09` */
  label: string;
  captured: number;
  payments: number;
  /** Captured in the same hour one week earlier */
  lastWeek: number;
}

/** Reserved money, and payments that the service has not confirmed or that need a person. */
export interface MoneyAtRisk {
  because: "reserved" | "unlisted" | "attention";
  currency: string;
  payments: number;
  amount: number;
}

/** A payment approved after its sale was over, without a decision yet. */
export interface LateMoneyLine {
  till: string;
  shop: string;
  posTid: string;
  number: string;
  currency: string;
  captured: number;
  reserved: number;
  since: string;
}

export interface TillLine {
  till: string;
  shop: string;
  lastNumber: number;
  lastSeen: string | null;
  /** Seconds since it was last seen */
  silentFor: number | null;
  version: string | null;
  queueDepth: number | null;
  /** Seconds that the oldest operation has waited */
  queueAge: number | null;
  behind: number | null;
  error: string | null;
  refused: string | null;
  state: "active" | "revoked" | "replaced";
}

export interface ChainTills {
  asOf: string;
  /** Sorted by shop and name */
  tills: TillLine[];
}

/** A till's most serious problem. */
export type TillProblem = "refused" | "silent" | "never_seen" | "error" | "queue" | "behind";

/** Seconds. A till reports its status every minute. */
const SILENT_AFTER = 900;
/** Seconds. A busy service accepts operations within this time. */
const QUEUE_AFTER = 600;
/** A healthy till is behind only by the last second. */
const BEHIND_AFTER = 1000;

/** Returns the till's problem; null: healthy, or not part of the chain any more. */
export function tillProblem(till: TillLine): TillProblem | null {
  if (till.state !== "active") return null;
  if (till.refused !== null) return "refused";
  if (till.silentFor === null) return "never_seen";
  if (till.silentFor > SILENT_AFTER) return "silent";
  if (till.error !== null) return "error";
  if ((till.queueAge ?? 0) > QUEUE_AFTER) return "queue";
  return (till.behind ?? 0) > BEHIND_AFTER ? "behind" : null;
}

export interface PaymentLine {
  till: string;
  shop: string;
  posTid: string;
  number: string;
  currency: string;
  /** Additional amount included */
  amount: number;
  phase: Phase;
  capturedTotal: number;
  refundedTotal: number;
  reserved: number;
  reference: string | null;
  person: string | null;
  createdAt: string;
  modifiedAt: string;
}

export interface SearchResult {
  /** Newest first, at most {@link MAX_SEARCH_RESULTS} */
  payments: PaymentLine[];
  hasMore: boolean;
}

export const MAX_SEARCH_RESULTS = 100;

export interface ChainPayment {
  payment: PaymentLine;
  /** Journal rows of the payment, oldest first, at most {@link MAX_HISTORY_ROWS} */
  story: JournalLine[];
}

export const MAX_HISTORY_ROWS = 500;

export interface ZLine {
  till: string;
  shop: string;
  number: number;
  from: string;
  to: string;
  /** Local time of the shop: `2026-03-02 23:41:07` */
  fromLocal: string;
  toLocal: string;
  currency: string;
  captured: number;
  refunded: number;
  net: number;
  /** The additional part of `captured` */
  tips: number;
  fees: number;
  /** How many payments were compared with the service at the close; `part`: without its complete list */
  compared: "whole" | "part" | "none";
}

export interface ZDifference extends ZLine {
  bookedCaptured: number;
  bookedRefunded: number;
  /** Number of differences from the service with a decision at the close */
  decided: number;
}

export const MAX_REQUEST_DIFFERENCES = 200;

export interface ListReading {
  state: "never" | "part" | "whole";
  /** Start of the last complete reading, ISO 8601; null: none */
  readTo: string | null;
}

export interface RequestDifference {
  tid: string;
  difference: "nobodys" | "missing_here" | "missing_at_service" | "amounts" | "unreadable";
  since: string;
  /** null: no till of the chain */
  till: string | null;
  shop: string | null;
  posId: string | null;
  posTid: string | null;
  number: string | null;
  status: string | null;
  currency: string | null;
  /** Amount at the service, tips included; null: no outcome */
  captured: number | null;
  refunded: number | null;
  /** Reported by the till; null: not reported */
  toldCaptured: number | null;
  toldRefunded: number | null;
}
