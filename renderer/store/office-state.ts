/** State of the office: reports, exports and the journal. */

import type { Export, ExportKind, ExportOptions, ExportProgress } from "../../contract/accounting/exports.ts";
import type {
  BusinessDay,
  ClosingPreview,
  Decision,
  HandOver,
  ReconciliationSummary,
  Report,
  ReportPage,
  SettlementMatch,
  SettlementSummary,
  Shift,
  Today,
} from "../../contract/accounting/reports.ts";
import type { TillError } from "../../contract/calls/errors.ts";
import type { JournalLine, JournalNames, JournalProgress } from "../../contract/journal/journal.ts";
import type { JournalCheck } from "../../contract/payments/views.ts";
import type { TextEncoding } from "../../contract/values/text-files.ts";

export interface ReportsState {
  section: string;
  today: Today | null;
  x: Report | null;
  isXOpen: boolean;
  closing: ClosingPreview | null;
  reconciliation: ReconciliationSummary | null;
  decisions: Record<string, { decision: Decision; note: string }>;
  closed: ReportPage | null;
  opened: Report | null;
  /** The Z report just made, shown until Done */
  ended: Report | null;
  shift: Shift | null;
  handedOver: HandOver | null;
  settlement: SettlementMatch | null;
  /** Guessed encoding of the last settlement file; null when the file states one */
  guessedEncoding: TextEncoding | null;
  settlements: SettlementSummary[];
  day: BusinessDay | null;
  /** Whether the manager chose to close without a reconciliation */
  uncompared: boolean;
  problem: TillError | null;
}

export const NO_REPORTS: ReportsState = {
  section: "today",
  today: null,
  x: null,
  isXOpen: false,
  closing: null,
  reconciliation: null,
  decisions: {},
  closed: null,
  opened: null,
  ended: null,
  shift: null,
  handedOver: null,
  settlement: null,
  guessedEncoding: null,
  settlements: [],
  day: null,
  uncompared: false,
  problem: null,
};

export interface ExportsState {
  items: Export[];
  folder: string;
  options: ExportOptions | null;
  status: "idle" | "loading" | "failed";
  /** The chosen export, with business days such as `2026-11-20`; empty: not chosen */
  selection: { kind: ExportKind; from: string; to: string };
  isMaking: boolean;
  progress: ExportProgress | null;
  /** The latest export of this window */
  made: string | null;
}

export const EXPORTS_UNREAD: ExportsState = {
  items: [],
  folder: "",
  options: null,
  status: "idle",
  selection: { kind: "csv", from: "", to: "" },
  isMaking: false,
  progress: null,
  made: null,
};

export const JOURNAL_SPANS = ["all", "today", "week", "month"] as const;
export type JournalSpan = (typeof JOURNAL_SPANS)[number];

/** Searches all events, technical ones included */
export const ANY_EVENT = "*";

export interface JournalSearch {
  query: string;
  /** One event, or {@link ANY_EVENT}; null: user actions */
  event: string | null;
  person: string | null;
  span: JournalSpan;
}

export type ChainCheck =
  | { kind: "none" }
  | { kind: "running"; progress: JournalProgress | null }
  | { kind: "done"; result: JournalCheck; at: number };

export interface JournalState {
  search: JournalSearch;
  items: JournalLine[];
  next: string | null;
  /** How far back the search went; null: to the end */
  searchedTo: string | null;
  status: "idle" | "loading" | "more" | "failed";
  /** Whether the list matches the current search */
  read: boolean;
  names: JournalNames;
  check: ChainCheck;
}

export const USER_ACTIONS_SEARCH: JournalSearch = { query: "", event: null, person: null, span: "all" };

export const JOURNAL_UNREAD: JournalState = {
  search: USER_ACTIONS_SEARCH,
  items: [],
  next: null,
  searchedTo: null,
  status: "idle",
  read: false,
  names: { events: [], people: [] },
  check: { kind: "none" },
};
