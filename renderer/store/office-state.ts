/** What the window knows for the office: reports, exports and the journal. */
import type { TillError } from "../../contract/errors.ts";
import type { Export, ExportKind, ExportOptions, ExportProgress } from "../../contract/exports.ts";
import type { JournalLine, JournalNames, JournalProgress } from "../../contract/journal.ts";
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
} from "../../contract/reports.ts";
import type { TextEncoding } from "../../contract/text-files.ts";
import type { JournalCheck } from "../../contract/views.ts";

export interface ReportsState {
  section: string;
  today: Today | null;
  x: Report | null;
  /** Whether the open period's figures are on the screen */
  isXOpen: boolean;
  closing: ClosingPreview | null;
  reconciliation: ReconciliationSummary | null;
  /** What was decided about each open difference so far, by its subject */
  decisions: Record<string, { decision: Decision; note: string }>;
  closed: ReportPage | null;
  /** The report that is open to be read */
  opened: Report | null;
  /** The Z that was just made: its ending has the screen until Done */
  ended: Report | null;
  shift: Shift | null;
  /** The hand-over that was just made or accepted */
  handedOver: HandOver | null;
  settlement: SettlementMatch | null;
  /** The encoding of the file that was just matched, where the file does not state one */
  guessedEncoding: TextEncoding | null;
  /** Files that were matched before, the newest first */
  settlements: SettlementSummary[];
  day: BusinessDay | null;
  /** Whether the manager decided to close without comparing */
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
  /** Where the files are on this machine */
  folder: string;
  options: ExportOptions | null;
  status: "idle" | "loading" | "failed";
  /** What is being asked for: business days, `2026-11-20`; empty: not chosen yet */
  wish: { kind: ExportKind; from: string; to: string };
  isMaking: boolean;
  progress: ExportProgress | null;
  /** The export that was made last in this window */
  made: string | null;
}

export const EXPORTS_UNREAD: ExportsState = {
  items: [],
  folder: "",
  options: null,
  status: "idle",
  wish: { kind: "csv", from: "", to: "" },
  isMaking: false,
  progress: null,
  made: null,
};

export const JOURNAL_SPANS = ["all", "today", "week", "month"] as const;
/** How far back is looked */
export type JournalSpan = (typeof JOURNAL_SPANS)[number];

/** Of a search: whatever happened, the machinery with it */
export const ANY_EVENT = "*";

export interface JournalSearch {
  query: string;
  /** One kind of event, or {@link ANY_EVENT}; null: what people did */
  event: string | null;
  person: string | null;
  span: JournalSpan;
}

/** Where a check of the chain stands. */
export type ChainCheck =
  | { kind: "none" }
  | { kind: "running"; progress: JournalProgress | null }
  | { kind: "done"; result: JournalCheck; at: number };

export interface JournalState {
  search: JournalSearch;
  items: JournalLine[];
  next: string | null;
  /** How far back was looked; null: to the end */
  searchedTo: string | null;
  status: "idle" | "loading" | "more" | "failed";
  /** Whether it has been read since the search was last changed */
  read: boolean;
  names: JournalNames;
  check: ChainCheck;
}

export const WHAT_PEOPLE_DID: JournalSearch = { query: "", event: null, person: null, span: "all" };

export const JOURNAL_UNREAD: JournalState = {
  search: WHAT_PEOPLE_DID,
  items: [],
  next: null,
  searchedTo: null,
  status: "idle",
  read: false,
  names: { events: [], people: [] },
  check: { kind: "none" },
};
