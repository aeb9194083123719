/**
 * What head office's page asks of the chain's ledger, and what it is told. Amounts are integers in minor units, times
 * ISO 8601 in UTC; a day is a business day, by each shop's own clock from its cut-off on.
 */
import type { JournalLine } from "./journal.ts";
import type { Phase } from "./phases.ts";

/** What can be asked, each with its input: nothing here changes anything. */
export interface HeadOfficeQuestions {
  /** `day` null: the present one */
  today: { day: string | null };
  tills: Record<string, never>;
  /** A payment's number, its reference, its id at the service, or its amount; `day` of its beginning, null: any */
  find: { text: string; day: string | null; shop: string | null };
  payment: { till: string; posTid: string };
  /** The payments whose money is at risk, or late */
  waiting: Record<string, never>;
  /** `month`: `2026-03` */
  differences: { month: string; shop: string | null };
  /** What differs from the service now, as it was last read for all tills */
  requests: { shop: string | null };
  reports: { month: string; shop: string | null };
  /** The same as a file; `locale` decides the decimal sign and what stands between two cells */
  reportsFile: { month: string; shop: string | null; locale: string };
}

export type HeadOfficeQuestion = keyof HeadOfficeQuestions;

export interface HeadOfficeAnswers {
  today: ChainDay;
  tills: ChainTills;
  find: Found;
  payment: ChainPayment;
  waiting: Found;
  /** The Zs of the month that differ; how many it has, and how far their payments were compared with the service at their close */
  differences: { differing: ZDifference[]; zs: number; whole: number; partly: number };
  /** The oldest first, not more than {@link MOST_REQUESTS}; how many there are; and how far the service's list was read */
  requests: { differing: RequestDifference[]; total: number; list: ListReading };
  reports: ZLine[];
  reportsFile: { name: string; content: string };
}

/** A day of the whole chain. */
export interface ChainDay {
  day: string;
  /** Whether it is the present one: money at risk is as it is now, whatever the day */
  isPresent: boolean;
  asOf: string;
  /** A currency each, the one with most captured first; empty: the chain has no till, or none that sold */
  sales: CurrencyDay[];
  atRisk: MoneyAtRisk[];
  late: LateMoneyLine[];
}

interface Sums {
  captured: number;
  refunded: number;
  /** The additional part of `captured` */
  tips: number;
  /** Payments of which something was captured */
  payments: number;
  /** Payments of which something was refunded */
  refunds: number;
}

export interface CurrencyDay extends Sums {
  currency: string;
  shops: ShopDay[];
  /** In the day's order, from the first that sold to the last, of this day and of the same weekday before; empty: none did */
  hours: ChainHour[];
}

export interface ShopDay extends Sums {
  shop: string;
  /** Tills that sold */
  tills: number;
}

export interface ChainHour {
  /** `09` */
  label: string;
  captured: number;
  payments: number;
  /** Captured in the same hour seven days before */
  lastWeek: number;
}

/** Money that is reserved, that the service has yet to list, or that a person must look at. */
export interface MoneyAtRisk {
  because: "reserved" | "unlisted" | "attention";
  currency: string;
  payments: number;
  amount: number;
}

/** Money that came after its sale was over, and that nobody has decided about. */
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

/** A till as the ledger knows it. */
export interface TillLine {
  till: string;
  shop: string;
  /** Of its journal here */
  lastNumber: number;
  lastSeen: string | null;
  /** Seconds since then */
  silentFor: number | null;
  version: string | null;
  queueDepth: number | null;
  /** Seconds for which the oldest operation has waited */
  queueAge: number | null;
  /** Journal rows that it had and the ledger had not */
  behind: number | null;
  /** A finding's code */
  error: string | null;
  /** Why what answers to its name is refused; null: it is not */
  refused: string | null;
  state: "active" | "revoked" | "replaced";
}

export interface ChainTills {
  asOf: string;
  /** By shop and name */
  tills: TillLine[];
}

/** What is wrong with a till, the gravest alone. */
export type TillTrouble = "refused" | "silent" | "never_seen" | "error" | "queue" | "behind";

/** It tells of itself every minute: after so many seconds without it is off, or cut off. */
const SILENT_AFTER = 900;
/** An operation that the service has not taken in so many seconds waits for more than a busy moment. */
const QUEUE_AFTER = 600;
/** A till that is well is behind by what it did in the last second. */
const BEHIND_AFTER = 1000;

/** What head office should look at; null: the till is well, or no till of the chain any more. */
export function troubleOf(till: TillLine): TillTrouble | null {
  if (till.state !== "active") return null;
  if (till.refused !== null) return "refused";
  if (till.silentFor === null) return "never_seen";
  if (till.silentFor > SILENT_AFTER) return "silent";
  if (till.error !== null) return "error";
  if ((till.queueAge ?? 0) > QUEUE_AFTER) return "queue";
  return (till.behind ?? 0) > BEHIND_AFTER ? "behind" : null;
}

/** A payment as the ledger has it. */
export interface PaymentLine {
  till: string;
  shop: string;
  posTid: string;
  number: string;
  currency: string;
  /** With the additional part */
  amount: number;
  phase: Phase;
  capturedTotal: number;
  refundedTotal: number;
  reserved: number;
  /** The register's */
  reference: string | null;
  person: string | null;
  createdAt: string;
  modifiedAt: string;
}

export interface Found {
  /** The newest first, at most {@link MOST_FOUND} */
  payments: PaymentLine[];
  /** Whether there are more than are told */
  hasMore: boolean;
}

/** So many payments are told of one search. */
export const MOST_FOUND = 100;

export interface ChainPayment {
  payment: PaymentLine;
  /** The rows of the till's journal about it, oldest first, at most {@link MOST_STORY} */
  story: JournalLine[];
}

/** So many rows of one payment's journal are told. */
export const MOST_STORY = 500;

/** A Z as its till sealed it. */
export interface ZLine {
  till: string;
  shop: string;
  number: number;
  from: string;
  to: string;
  /** By the shop's own clock: `2026-03-02 23:41:07` */
  fromLocal: string;
  toLocal: string;
  currency: string;
  captured: number;
  refunded: number;
  net: number;
  /** The additional part of `captured` */
  tips: number;
  fees: number;
  /** How far its payments were compared with the service when it was closed; `part`: without the service's whole list */
  compared: "whole" | "part" | "none";
}

/** A Z whose figures differ from the sums of its bookings, or at whose close something differed from the service. */
export interface ZDifference extends ZLine {
  /** The sums of its bookings in the ledger */
  bookedCaptured: number;
  bookedRefunded: number;
  /** What differed from the service when it was closed, and was decided about there */
  decided: number;
}

/** So many requests that differ are shown. */
export const MOST_REQUESTS = 200;

/** Whether the service's list of requests was read for the chain: `part` also when a later reading is not finished. */
export interface ListReading {
  state: "never" | "part" | "whole";
  /** When the last whole reading began, ISO 8601; null: there was none */
  readTo: string | null;
}

/** A request about which the ledger and the service do not say the same. */
export interface RequestDifference {
  tid: string;
  difference: "nobodys" | "missing_here" | "missing_at_service" | "amounts" | "unreadable";
  /** Since when it was seen */
  since: string;
  /** Whose it is; null: nobody's */
  till: string | null;
  shop: string | null;
  posId: string | null;
  posTid: string | null;
  number: string | null;
  status: string | null;
  currency: string | null;
  /** As the service said last, with tips as all of these; null: it has said nothing of it */
  captured: number | null;
  refunded: number | null;
  /** As the till told; null: it told of none */
  toldCaptured: number | null;
  toldRefunded: number | null;
}
