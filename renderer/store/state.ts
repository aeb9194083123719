/** The state of all screens as plain data; selectors are in `select.ts`. */

import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { CustomerInput } from "../../contract/calls/command-row.ts";
import type { TillError } from "../../contract/calls/errors.ts";
import type { Catalogue } from "../../contract/catalogue/catalogue.ts";
import type { CounterSettings } from "../../contract/catalogue/counter.ts";
import type { PermissionPreset } from "../../contract/customers/permissions.ts";
import type { RefundRequest } from "../../contract/integration/registers.ts";
import type { HistoryEntry } from "../../contract/journal/journal.ts";
import type { SlotView, VendToReview } from "../../contract/kiosk/vend.ts";
import type { BulkStep } from "../../contract/payments/reservations.ts";
import type {
  Operation,
  Payment,
  PaymentAction,
  PaymentStep,
  PaymentTotals,
  Terminal,
} from "../../contract/payments/views.ts";
import type { PhoneCheck } from "../../contract/people/staff-phones.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import { EMPTY_ENTRY, type Entry, type UnitsFirst } from "../kit/amount/entry.ts";
import type { Connection } from "../kit/client/connection.ts";
import type { OwnError } from "../kit/client/own-failure.ts";
import type { Language } from "../kit/i18n/index.ts";
import { CUSTOMER_DATA_UNREAD, type CustomerDataState } from "./customer-data-state.ts";
import type { Drain } from "./drain.ts";
import {
  EXPORTS_UNREAD,
  type ExportsState,
  JOURNAL_UNREAD,
  type JournalState,
  NO_REPORTS,
  type ReportsState,
} from "./office-state.ts";
import { type PaymentsFilter, TODAYS_PAYMENTS } from "./payments-filter.ts";
import {
  type DiagnosticsState,
  INITIAL_DIAGNOSTICS,
  INITIAL_PEOPLE,
  KEYS_UNREAD,
  type KeysState,
  NO_RECEIPT,
  type Opened,
  type PeopleState,
  REGISTERS_UNREAD,
  type ReceiptState,
  type RegistersState,
  SHELL_UNKNOWN,
  type ShellState,
  STICKERS_UNREAD,
  type StickersState,
} from "./settings-state.ts";
import { SETUP_CLOSED, type SetupState } from "./setup-state.ts";

export type Route =
  | "charge"
  | "reserved"
  | "payments"
  | "inbox"
  | "queue"
  | "customers"
  | "reports"
  | "settings"
  | "setup";

export const LIST_ROUTES = ["payments", "reserved", "inbox", "queue"] as const satisfies readonly Route[];
export type ListRoute = (typeof LIST_ROUTES)[number];
export type Theme = "system" | "light" | "dark";

export type RequestedPreset = Pick<PermissionPreset, "id" | "name">;

export interface Draft {
  entry: Entry;
  action: PaymentAction;
  tipOnPhone: boolean;
  phone: string;
  /** Whether the till or the main process rejected the phone number */
  phoneProblem: boolean;
  /** The chosen reading of an ambiguous number, digits only */
  phoneChosen: string | null;
  customer: Extract<CustomerInput, { kind: "scan" }> | null;
  keysFor: "amount" | "phone";
  /** The last cleared input or removed line, for undo */
  cleared:
    | (Pick<Draft, "entry" | "note" | "preset"> &
        Partial<Pick<Draft, "phone" | "phoneChosen" | "phoneProblem" | "customer">>)
    | null;
  /** Message that the customer reads in the app */
  note: string;
  /** The request for customer data sent with the sale; null: none */
  preset: RequestedPreset | null;
  /** The tip chosen at the till for this amount, in minor units; null: not asked */
  tip: number | null;
  /** The suggested preset on the phone; null: none */
  suggestedTip: number | null;
  /** The customer's chosen language; null: the shop's */
  language: CustomerLanguage | null;
  /** The draft interrupted by the correction of an earlier sale */
  suspendedDraft: Draft | null;
}

/** A start without a response: it is unknown whether the main process started the payment. */
export interface UnconfirmedStart {
  /** Idempotency key of the start */
  attempt: string;
  draft: Draft;
  /** Whether it is the draft at the counter */
  isDrafted: boolean;
  hasUserChanged(state: TillState): boolean;
}

export type ConfirmedStep = Extract<PaymentStep, "release" | "abort" | "reauthorise">;

export type Dialog =
  | { kind: "confirmCharge" }
  | { kind: "whichNumber" }
  | { kind: "line"; index: number }
  | { kind: "sale" }
  /** The quantity of a product sold by weight */
  | { kind: "weigh"; productId: string }
  | { kind: "tip" }
  /** A discount that needs approval. `isDrafted`: the sale is the draft at the counter */
  | { kind: "approveDiscount"; started: CommandInput<"payment.start">; draft: Draft; isDrafted: boolean }
  | { kind: "phone"; posTid: string }
  | { kind: "capture"; posTid: string }
  | { kind: "confirmStep"; posTid: string; step: ConfirmedStep }
  /** `request`: the register's request that this approves */
  | { kind: "refund"; posTid: string; request?: RefundRequest }
  | { kind: "attach"; posTid: string }
  | { kind: "retry"; operation: Operation }
  | { kind: "discard"; operation: Operation }
  /** `done`: how many were already requested */
  | { kind: "bulk"; step: BulkStep; posTids: string[]; done?: number }
  | { kind: "receipt"; posTid: string }
  | { kind: "printer" }
  | { kind: "signIn" }
  | { kind: "installUpdate" }
  | { kind: "resolveVend" | "acknowledgeVend"; item: VendToReview }
  | { kind: "unblockSlot"; slot: SlotView }
  /** Shows one claim in full; erases all stored data of a customer */
  | { kind: "reveal"; posTid: string; claim: string }
  | { kind: "forget"; posTid: string }
  | { kind: "label"; posTid: string; as: "print" | "pdf" }
  | { kind: "leaveKiosk" }
  | { kind: "news" }
  | { kind: "keys" };

export interface PaymentList {
  filter: PaymentsFilter;
  ids: string[];
  next: string | null;
  status: "idle" | "loading" | "more" | "failed";
  /** Whether the list matches the current search */
  read: boolean;
  /** Totals of all matches, loaded or not; null until loaded */
  totals: PaymentTotals | null;
  /** Users with payments; null for payments without one */
  people: readonly (string | null)[];
}

export type ReservationsView = "open" | "lapsed";

export interface ReservedState {
  view: ReservationsView;
  /** Count and amount of expired reservations and the newest of them; null until loaded */
  lapsed: { count: number; amount: number; posTids: string[] } | null;
}

export interface QueuedOperations {
  items: Operation[];
  /** Payments taken offline that wait for a scan, by `posTid` */
  codes: readonly string[];
  status: "idle" | "loading" | "failed";
  read: boolean;
}

export interface Notice {
  kind:
    | "unknownScan"
    | "productNotNow"
    | "customerRead"
    | "customerNotNow"
    | "notCopied"
    | "notSaved"
    | "notTaken"
    | "notFetched";
  text: string;
  until: number;
}

export type RefundProgress =
  | { kind: "idle" }
  | { kind: "sending" }
  | { kind: "asked"; operationId: string; amount: number };

export interface Shelf {
  /** null: not loaded */
  catalogue: Catalogue | null;
  pictures: Readonly<Record<string, string>>;
  /** Keypad or products in a narrow window; null: the counter's default */
  view: CounterSettings["first"] | null;
  /** Category id; null: all */
  category: string | null;
  /** Search text; null: no search */
  query: string | null;
}

export interface SettingsState {
  section: string;
  opened: Opened | null;
  unsaved: number;
  /** Continues once the user discards the changes; null: no question is open */
  pendingNavigation: (() => void) | null;
}

export interface TillState {
  connection: Connection;
  terminal: Terminal | null;
  payments: Record<string, Payment>;
  currentId: string | null;
  /** The counter's other sales, latest first: open or ended unseen */
  otherSales: readonly string[];
  /** Payments whose code was scanned: hides the code before the outcome is known */
  scanned: Record<string, true>;
  draft: Draft;
  /** Drafts of signed-out users by name, restored at their next sign-in */
  draftsByUser: ReadonlyMap<string, Draft>;
  shelf: Shelf;
  route: Route;
  selectedId: string | null;
  selectedIn: ListRoute;
  /** Targets of the back buttons of the list and of a payment; null: none */
  wayBack: { list: Route | null; payment: Route | null };
  timelines: Record<string, HistoryEntry[]>;
  list: PaymentList;
  settings: SettingsState;
  /** Setup draft; active only once it is finished */
  setup: SetupState;
  chosenReservations: ReadonlySet<string>;
  reserved: ReservedState;
  people: PeopleState;
  reports: ReportsState;
  keys: KeysState;
  shell: ShellState;
  receipts: ReceiptState;
  stickers: StickersState;
  registers: RegistersState;
  diagnostics: DiagnosticsState;
  journal: JournalState;
  exports: ExportsState;
  customerData: CustomerDataState;
  dialog: Dialog | null;
  failure: OwnError | null;
  refund: RefundProgress;
  managerProblem: TillError | null;
  phoneCheck: PhoneCheck | null;
  queue: QueuedOperations;
  refundRequests: readonly RefundRequest[];
  /** `posTid` of late money since the inbox was last opened */
  lateMoneyUnseen: string | null;
  /** Payments that ended unseen, latest first, until opened or dismissed */
  endedUnseen: readonly string[];
  /** Drafts of the open sales by `posTid`, for correcting and charging again */
  draftsByPosTid: Readonly<Record<string, Draft>>;
  unconfirmedStart: UnconfirmedStart | null;
  hasVisit: boolean;
  /** Progress of sending the queue; null: nothing was queued */
  drain: Drain | null;
  notice: Notice | null;
  busy: Record<string, true>;
  /** Counts dialog steps, after which other buttons are in the same places */
  stepsTaken: number;
  /** Whether the screen has just changed: irreversible buttons do not respond yet */
  isFresh: boolean;
  /** ms since the epoch, updated every second */
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
  note: "",
  preset: null,
  tip: null,
  suggestedTip: null,
  language: null,
  suspendedDraft: null,
};

export interface Preferences {
  theme: Theme;
  language: Language;
  sound: boolean;
  unitsFirst: UnitsFirst;
}

export function initialState(now: number, preferences: Preferences): TillState {
  return {
    connection: "connecting",
    terminal: null,
    payments: {},
    currentId: null,
    otherSales: [],
    scanned: {},
    draft: EMPTY_DRAFT,
    draftsByUser: new Map(),
    shelf: { catalogue: null, pictures: {}, view: null, category: null, query: null },
    route: "charge",
    selectedId: null,
    selectedIn: "payments",
    wayBack: { list: null, payment: null },
    timelines: {},
    list: { filter: TODAYS_PAYMENTS, ids: [], next: null, status: "idle", read: false, totals: null, people: [] },
    settings: { section: "window", opened: null, unsaved: 0, pendingNavigation: null },
    setup: SETUP_CLOSED,
    chosenReservations: new Set(),
    reserved: { view: "open", lapsed: null },
    people: INITIAL_PEOPLE,
    reports: NO_REPORTS,
    keys: KEYS_UNREAD,
    shell: SHELL_UNKNOWN,
    receipts: NO_RECEIPT,
    stickers: STICKERS_UNREAD,
    registers: REGISTERS_UNREAD,
    diagnostics: INITIAL_DIAGNOSTICS,
    journal: JOURNAL_UNREAD,
    exports: EXPORTS_UNREAD,
    customerData: CUSTOMER_DATA_UNREAD,
    dialog: null,
    failure: null,
    refund: { kind: "idle" },
    managerProblem: null,
    phoneCheck: null,
    queue: { items: [], codes: [], status: "idle", read: false },
    lateMoneyUnseen: null,
    endedUnseen: [],
    refundRequests: [],
    draftsByPosTid: {},
    unconfirmedStart: null,
    hasVisit: false,
    drain: null,
    notice: null,
    busy: {},
    stepsTaken: 0,
    isFresh: false,
    now,
    ...preferences,
  };
}
