/** Everything the screens know, as one plain value; derived values are selectors beside it. */
import type { CustomerInput } from "../../contract/commands.ts";
import type { TillError } from "../../contract/errors.ts";
import type { Operation, Payment, PaymentAction, PaymentStep, Terminal, TimelineEntry } from "../../contract/views.ts";
import type { Tone } from "../appearance.ts";
import { EMPTY_ENTRY, type Entry } from "../charge/entry.ts";
import type { Connection } from "../client/connection.ts";
import type { Language } from "../i18n/index.ts";
import type { Drain } from "./drain.ts";

export type Route = "charge" | "reserved" | "payments" | "inbox" | "queue";
export type Theme = "system" | "light" | "dark";

/** What the cashier has prepared and not yet charged. */
export interface Draft {
  entry: Entry;
  action: PaymentAction;
  tipOnPhone: boolean;
  phone: string;
  /** Whether the phone number was refused: by the till's own reading or by main */
  phoneProblem: boolean;
  /** From a scanned customer's code */
  customer: Extract<CustomerInput, { kind: "scan" }> | null;
}

/** Steps that are asked about once more. */
export type ConfirmedStep = Extract<PaymentStep, "release" | "abort" | "reauthorise">;

export type Dialog =
  | { kind: "confirmCharge" }
  | { kind: "phone"; posTid: string }
  | { kind: "capture"; posTid: string }
  | { kind: "confirmStep"; posTid: string; step: ConfirmedStep }
  | { kind: "refund"; posTid: string }
  | { kind: "attach"; posTid: string }
  | { kind: "retry"; operation: Operation }
  | { kind: "discard"; operation: Operation }
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

/** A passing message: what a scan was, and that it did nothing. */
export interface Notice {
  kind: "unknownScan" | "customerRead" | "customerNotNow";
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
  /** Payments whose code was scanned: the code is gone before main has said what came of it */
  scanned: Record<string, true>;
  draft: Draft;
  route: Route;
  selectedId: string | null;
  timelines: Record<string, TimelineEntry[]>;
  list: PaymentList;
  dialog: Dialog | null;
  failure: TillError | null;
  refund: RefundProgress;
  /** Why a manager's PIN, or what it was entered for, was not taken */
  managerProblem: TillError | null;
  owed: OwedOperations;
  /** Late money that came since the inbox was last looked at: the payment's `posTid` */
  lateNews: string | null;
  /** How far the till is with sending what waited for the connection; null when nothing did */
  drain: Drain | null;
  notice: Notice | null;
  /** Commands under way, so that a second press does nothing */
  busy: Record<string, true>;
  /** ms since the epoch; ticks every second */
  now: number;
  theme: Theme;
  language: Language;
  sound: boolean;
}

export const EMPTY_DRAFT: Draft = {
  entry: EMPTY_ENTRY,
  action: "SALE",
  tipOnPhone: false,
  phone: "",
  phoneProblem: false,
  customer: null,
};

export interface Preferences {
  theme: Theme;
  language: Language;
  sound: boolean;
}

/** The state before main has said anything. */
export function initialState(now: number, preferences: Preferences): TillState {
  return {
    connection: "connecting",
    terminal: null,
    payments: {},
    currentId: null,
    scanned: {},
    draft: EMPTY_DRAFT,
    route: "charge",
    selectedId: null,
    timelines: {},
    list: { query: "", todayOnly: true, filter: "all", ids: [], next: null, status: "idle", read: false },
    dialog: null,
    failure: null,
    refund: { kind: "idle" },
    managerProblem: null,
    owed: { items: [], status: "idle", read: false },
    lateNews: null,
    drain: null,
    notice: null,
    busy: {},
    now,
    ...preferences,
  };
}
