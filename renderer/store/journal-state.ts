/** What the journal's screen knows. */
import type { JournalLine, JournalNames, JournalProgress } from "../../contract/journal.ts";
import type { JournalCheck } from "../../contract/views.ts";

export const JOURNAL_SPANS = ["all", "today", "week", "month"] as const;
/** How far back is looked */
export type JournalSpan = (typeof JOURNAL_SPANS)[number];

export interface JournalSearch {
  query: string;
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

export const EVERYTHING: JournalSearch = { query: "", event: null, person: null, span: "all" };

export const JOURNAL_UNREAD: JournalState = {
  search: EVERYTHING,
  items: [],
  next: null,
  searchedTo: null,
  status: "idle",
  read: false,
  names: { events: [], people: [] },
  check: { kind: "none" },
};
