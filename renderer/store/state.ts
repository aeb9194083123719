/** Everything the screens know, as one plain value; derived values are selectors beside it. */

import type { TillError } from "../../contract/errors.ts";
import type { StoryEntry } from "../../contract/journal.ts";
import type { CustomerInput } from "../../contract/payments-commands.ts";
import type { BulkStep } from "../../contract/reservations.ts";
import type { Operation, Payment, PaymentAction, PaymentStep, Terminal } from "../../contract/views.ts";
import { EMPTY_ENTRY, type Entry, type UnitsFirst } from "../kit/amount/entry.ts";
import type { Tone } from "../kit/appearance.ts";
import type { Connection } from "../kit/client/connection.ts";
import type { Opened } from "../kit/context.ts";
import type { Language } from "../kit/i18n/index.ts";
import type { Drain } from "./drain.ts";
import {
  EXPORTS_UNREAD,
  type ExportsState,
  JOURNAL_UNREAD,
  type JournalState,
  NO_REPORTS,
  type ReportsState,
} from "./office-state.ts";
import {
  type DiagnosticsState,
  KEYS_UNREAD,
  type KeysState,
  NO_RECEIPT,
  NOBODY_YET,
  NOTHING_LOOKED_AT,
  type PeopleState,
  type ReceiptState,
  SHELL_UNKNOWN,
  type ShellState,
} from "./settings-state.ts";
import { SETUP_CLOSED, type SetupState } from "./setup-state.ts";

export type Route = "charge" | "reserved" | "payments" | "inbox" | "queue" | "reports" | "settings" | "setup";

/** The screens that list payments. */
export type ListRoute = Extract<Route, "payments" | "reserved" | "inbox">;
export type Theme = "system" | "light" | "dark";

/** What the cashier has prepared and not yet charged. */
export interface Draft {
  entry: Entry;
  action: PaymentAction;
  tipOnPhone: boolean;
  phone: string;
  /** Whether the phone number was refused: by the till's own reading or by main */
  phoneProblem: boolean;
  /** What a person chose where the number can be read in several ways, digits only; null until then */
  phoneChosen: string | null;
  /** From a scanned customer's code */
  customer: Extract<CustomerInput, { kind: "scan" }> | null;
  /** What the keys on the screen type into: where the focus is */
  keysFor: "amount" | "phone";
  /** The amount as it was before it was cleared, or a line removed, until the next key: to bring it back */
  cleared: Entry | null;
}

/** Steps that are asked about once more. */
export type ConfirmedStep = Extract<PaymentStep, "release" | "abort" | "reauthorise">;

export type Dialog =
  | { kind: "confirmCharge" }
  | { kind: "whichNumber" }
  | { kind: "phone"; posTid: string }
  | { kind: "capture"; posTid: string }
  | { kind: "confirmStep"; posTid: string; step: ConfirmedStep }
  | { kind: "refund"; posTid: string }
  | { kind: "attach"; posTid: string }
  | { kind: "retry"; operation: Operation }
  | { kind: "discard"; operation: Operation }
  /** `done`: how many more of what was chosen were asked already */
  | { kind: "bulk"; step: BulkStep; posTids: string[]; done?: number }
  | { kind: "receipt"; posTid: string }
  | { kind: "printer" }
  | { kind: "signIn" }
  | { kind: "installUpdate" }
  | { kind: "leaveKiosk" }
  | { kind: "news" }
  | { kind: "keys" };

export type StateFilter = "all" | Tone;

export interface PaymentList {
  query: string;
  todayOnly: boolean;
  filter: StateFilter;
  ids: string[];
  next: string | null;
  status: "idle" | "loading" | "more" | "failed";
  /** Whether the list has been read since the search was last changed */
  read: boolean;
}

/** What the till owes the service, as it was last read. */
export interface OwedOperations {
  items: Operation[];
  status: "idle" | "loading" | "failed";
  read: boolean;
}

/** A passing message: what a scan was, and that it did nothing; or what a kiosk does not give away. */
export interface Notice {
  kind: "unknownScan" | "customerRead" | "customerNotNow" | "notCopied" | "notSaved";
  text: string;
  until: number;
}

/** Where a refund that was asked for stands. */
export type RefundProgress =
  | { kind: "idle" }
  | { kind: "sending" }
  | { kind: "asked"; operationId: string; amount: number };

export interface TillState {
  connection: Connection;
  terminal: Terminal | null;
  payments: Record<string, Payment>;
  /** The payment that the customer at the counter is to pay, or has just paid */
  currentId: string | null;
  /** Payments that were at the counter when another one took their place, the latest first: they come back after it */
  covered: readonly string[];
  /** Payments whose code was scanned: the code is gone before main has said what came of it */
  scanned: Record<string, true>;
  draft: Draft;
  route: Route;
  selectedId: string | null;
  /** The list that the selected payment was opened from: the way back leads there */
  openedFrom: ListRoute;
  timelines: Record<string, StoryEntry[]>;
  list: PaymentList;
  /** Which section of the settings is open, and who signed in only to see one */
  settings: { section: string; opened: Opened | null };
  /** The set-up wizard: what is entered in it is in force only when it is finished */
  setup: SetupState;
  /** Reservations that are chosen, to do the same with all of them */
  chosenReservations: ReadonlySet<string>;
  people: PeopleState;
  reports: ReportsState;
  keys: KeysState;
  shell: ShellState;
  receipts: ReceiptState;
  diagnostics: DiagnosticsState;
  journal: JournalState;
  exports: ExportsState;
  dialog: Dialog | null;
  failure: TillError | null;
  refund: RefundProgress;
  /** Why a manager's PIN, or what it was entered for, was not taken */
  managerProblem: TillError | null;
  owed: OwedOperations;
  /** Late money that came since the inbox was last looked at: the payment's `posTid` */
  lateNews: string | null;
  /** Payments that ended while nobody looked at them, the latest first: until somebody opens or dismisses each */
  endNews: readonly string[];
  /** What the payment at the counter was asked with, to correct and ask again */
  asked: { posTid: string; draft: Draft } | null;
  /** How far the till is with sending what waited for the connection; null when nothing did */
  drain: Drain | null;
  notice: Notice | null;
  /** Commands under way, so that a second press does nothing */
  busy: Record<string, true>;
  /** How often a dialog, or a part of a screen, has gone on to its next step: other buttons stand in the same places */
  stepsTaken: number;
  /** Whether the screen changed just now: what cannot be taken back does not answer yet */
  isFresh: boolean;
  /** ms since the epoch; ticks every second */
  now: number;
  theme: Theme;
  language: Language;
  sound: boolean;
  unitsFirst: UnitsFirst;
}

export const EMPTY_DRAFT: Draft = {
  entry: EMPTY_ENTRY,
  action: "SALE",
  tipOnPhone: false,
  phone: "",
  phoneProblem: false,
  phoneChosen: null,
  customer: null,
  keysFor: "amount",
  cleared: null,
};

export interface Preferences {
  theme: Theme;
  language: Language;
  sound: boolean;
  unitsFirst: UnitsFirst;
}

/** The state before main has said anything. */
export function initialState(now: number, preferences: Preferences): TillState {
  return {
    connection: "connecting",
    terminal: null,
    payments: {},
    currentId: null,
    covered: [],
    scanned: {},
    draft: EMPTY_DRAFT,
    route: "charge",
    selectedId: null,
    openedFrom: "payments",
    timelines: {},
    list: { query: "", todayOnly: true, filter: "all", ids: [], next: null, status: "idle", read: false },
    settings: { section: "window", opened: null },
    setup: SETUP_CLOSED,
    chosenReservations: new Set(),
    people: NOBODY_YET,
    reports: NO_REPORTS,
    keys: KEYS_UNREAD,
    shell: SHELL_UNKNOWN,
    receipts: NO_RECEIPT,
    diagnostics: NOTHING_LOOKED_AT,
    journal: JOURNAL_UNREAD,
    exports: EXPORTS_UNREAD,
    dialog: null,
    failure: null,
    refund: { kind: "idle" },
    managerProblem: null,
    owed: { items: [], status: "idle", read: false },
    lateNews: null,
    endNews: [],
    asked: null,
    drain: null,
    notice: null,
    busy: {},
    stepsTaken: 0,
    isFresh: false,
    now,
    ...preferences,
  };
}
