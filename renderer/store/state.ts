/** Everything the screens know, as one plain value; derived values are selectors beside it. */

import type { Catalogue } from "../../contract/catalogue.ts";
import type { CommandInput } from "../../contract/commands.ts";
import type { CounterSettings } from "../../contract/counter.ts";
import type { CustomerLanguage } from "../../contract/customer-language.ts";
import type { TillError } from "../../contract/errors.ts";
import type { StoryEntry } from "../../contract/journal.ts";
import type { CustomerInput } from "../../contract/payments-commands.ts";
import type { PermissionPreset } from "../../contract/permissions.ts";
import type { RefundRequest } from "../../contract/registers.ts";
import type { BulkStep } from "../../contract/reservations.ts";
import type { PhoneCheck } from "../../contract/staff-phones.ts";
import type { SlotView, VendToLookAt } from "../../contract/vend.ts";
import type { Operation, Payment, PaymentAction, PaymentStep, PaymentTotals, Terminal } from "../../contract/views.ts";
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
  KEYS_UNREAD,
  type KeysState,
  NO_RECEIPT,
  NOBODY_YET,
  NOTHING_LOOKED_AT,
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

/** The screens that list payments: a payment is opened beside its list, or over it, and the list keeps its place. */
export const LIST_ROUTES = ["payments", "reserved", "inbox", "queue"] as const satisfies readonly Route[];
export type ListRoute = (typeof LIST_ROUTES)[number];
export type Theme = "system" | "light" | "dark";

/** A preset of the settings, by its name as the shop has it. */
export type AskedPreset = Pick<PermissionPreset, "id" | "name">;

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
  /** What was keyed in before it was cleared, or a line removed, until something else is: to bring it back */
  cleared:
    | (Pick<Draft, "entry" | "note" | "preset"> &
        Partial<Pick<Draft, "phone" | "phoneChosen" | "phoneProblem" | "customer">>)
    | null;
  /** What the customer reads in their app, in a person's own words */
  note: string;
  /** What the customer is asked for together with the sale; null: nothing */
  preset: AskedPreset | null;
  /** The tip that the customer chose at the till, in minor units, for this very amount; null: the question was not asked */
  tip: number | null;
  /** The preset that is suggested on the phone; null: none */
  suggestedTip: number | null;
  /** What its customer was given to read, at the till's question or with the payment before; null: the shop's */
  language: CustomerLanguage | null;
  /** What was being keyed in when an earlier sale came back to be corrected: it is next */
  behind: Draft | null;
}

/** A start of which it is not known yet whether main began it. */
export interface Unanswered {
  /** The key under which main knows the payment, if it started one */
  attempt: string;
  draft: Draft;
  /** Whether the draft is what was being keyed in */
  isDrafted: boolean;
  isAnothers(state: TillState): boolean;
}

/** Steps that are asked about once more. */
export type ConfirmedStep = Extract<PaymentStep, "release" | "abort" | "reauthorise">;

export type Dialog =
  | { kind: "confirmCharge" }
  | { kind: "whichNumber" }
  /** A line of the basket */
  | { kind: "line"; index: number }
  /** The discount and the note of the whole sale */
  | { kind: "sale" }
  /** How much of a product that is sold by weight */
  | { kind: "weigh"; productId: string }
  | { kind: "tip" }
  /** A sale with a discount that the one at the counter may not give: `isDrafted` where it is what is being keyed in */
  | { kind: "approveDiscount"; started: CommandInput<"payment.start">; draft: Draft; isDrafted: boolean }
  | { kind: "phone"; posTid: string }
  | { kind: "capture"; posTid: string }
  | { kind: "confirmStep"; posTid: string; step: ConfirmedStep }
  /** `request`: what a register asked for, and is approved by it */
  | { kind: "refund"; posTid: string; request?: RefundRequest }
  | { kind: "attach"; posTid: string }
  | { kind: "retry"; operation: Operation }
  | { kind: "discard"; operation: Operation }
  /** `done`: how many more of what was chosen were asked already */
  | { kind: "bulk"; step: BulkStep; posTids: string[]; done?: number }
  | { kind: "receipt"; posTid: string }
  | { kind: "printer" }
  | { kind: "signIn" }
  | { kind: "installUpdate" }
  | { kind: "resolveVend" | "acknowledgeVend"; item: VendToLookAt }
  | { kind: "unblockSlot"; slot: SlotView }
  /** One claim of a customer in full; all that is kept of one is erased */
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
  /** Whether the list has been read since the search was last changed */
  read: boolean;
  /** What all of them come to, also those that are not read yet; null until that is known */
  totals: PaymentTotals | null;
  /** Whose payments there are; null for what no known person took */
  people: readonly (string | null)[];
}

/** Which reservations are shown: those that are open, or those that were not captured in time. */
export type ReservationsView = "open" | "lapsed";

export interface ReservedState {
  view: ReservationsView;
  /** How many lapsed, what they come to, and the newest of them; null until that was read */
  lapsed: { count: number; amount: number; posTids: string[] } | null;
}

/** What the till owes the service, as it was last read. */
export interface OwedOperations {
  items: Operation[];
  /** Payments that were taken offline and wait for a code to be scanned, by `posTid` */
  codes: readonly string[];
  status: "idle" | "loading" | "failed";
  read: boolean;
}

/** A passing message: what a scan was, and that it did nothing; what a kiosk does not give away; that a key came too late; or that a part of the window is missing. */
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

/** Where a refund that was asked for stands. */
export type RefundProgress =
  | { kind: "idle" }
  | { kind: "sending" }
  | { kind: "asked"; operationId: string; amount: number };

/** What the counter shows of the catalogue. */
export interface Shelf {
  /** null: not read yet */
  catalogue: Catalogue | null;
  /** Pictures that were read, by their id, as addresses that a page shows */
  pictures: Readonly<Record<string, string>>;
  /** Where there is room for one of them: the keypad or the products; null: what the counter is set up to begin with */
  view: CounterSettings["first"] | null;
  /** A category's id; null: all of them */
  category: string | null;
  /** What is looked for; null: nothing is */
  query: string | null;
}

export interface SettingsState {
  section: string;
  opened: Opened | null;
  /** How many forms of the open section, its dialogs too, have changes that were not saved */
  unsaved: number;
  /** What is done once the user said that such changes may be lost; null: nothing is asked */
  leaving: (() => void) | null;
}

export interface TillState {
  connection: Connection;
  terminal: Terminal | null;
  payments: Record<string, Payment>;
  /** The payment that the customer at the counter is to pay, or has just paid */
  currentId: string | null;
  /** Sales of this counter beside the one on the screen, the latest first: they wait, or have ended unseen */
  covered: readonly string[];
  /** Payments whose code was scanned: the code is gone before main has said what came of it */
  scanned: Record<string, true>;
  draft: Draft;
  /** What people had keyed in when they were signed out, by their names: it is theirs again when they are back */
  keptDrafts: ReadonlyMap<string, Draft>;
  shelf: Shelf;
  route: Route;
  selectedId: string | null;
  /** The list that it was opened in */
  selectedIn: ListRoute;
  /** Where the way back leads from the list, which a figure opened there, and from a payment; null: nowhere else */
  wayBack: { list: Route | null; payment: Route | null };
  timelines: Record<string, StoryEntry[]>;
  list: PaymentList;
  /** Which section of the settings is open, and who signed in only to see one */
  settings: SettingsState;
  /** The set-up wizard: what is entered in it is in force only when it is finished */
  setup: SetupState;
  /** Reservations that are chosen, to do the same with all of them */
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
  /** Why a manager's PIN, or what it was entered for, was not taken */
  managerProblem: TillError | null;
  /** What has come of asking a phone in place of a PIN, or of linking one */
  phoneCheck: PhoneCheck | null;
  owed: OwedOperations;
  /** Refunds that registers asked for and may not make on their own, the oldest first */
  refundRequests: readonly RefundRequest[];
  /** Late money that came since the inbox was last looked at: the payment's `posTid` */
  lateNews: string | null;
  /** Payments that ended while nobody looked at them, the latest first: until somebody opens or dismisses each */
  endNews: readonly string[];
  /** What the open sales were asked with, by `posTid`, to correct and ask again */
  asked: Readonly<Record<string, Draft>>;
  /** The start in progress, or with a lost response; null: every start has its response */
  unanswered: Unanswered | null;
  /** Whether a customer is using this kiosk */
  hasVisit: boolean;
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
  note: "",
  preset: null,
  tip: null,
  suggestedTip: null,
  language: null,
  behind: null,
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
    keptDrafts: new Map(),
    shelf: { catalogue: null, pictures: {}, view: null, category: null, query: null },
    route: "charge",
    selectedId: null,
    selectedIn: "payments",
    wayBack: { list: null, payment: null },
    timelines: {},
    list: { filter: TODAYS_PAYMENTS, ids: [], next: null, status: "idle", read: false, totals: null, people: [] },
    settings: { section: "window", opened: null, unsaved: 0, leaving: null },
    setup: SETUP_CLOSED,
    chosenReservations: new Set(),
    reserved: { view: "open", lapsed: null },
    people: NOBODY_YET,
    reports: NO_REPORTS,
    keys: KEYS_UNREAD,
    shell: SHELL_UNKNOWN,
    receipts: NO_RECEIPT,
    stickers: STICKERS_UNREAD,
    registers: REGISTERS_UNREAD,
    diagnostics: NOTHING_LOOKED_AT,
    journal: JOURNAL_UNREAD,
    exports: EXPORTS_UNREAD,
    customerData: CUSTOMER_DATA_UNREAD,
    dialog: null,
    failure: null,
    refund: { kind: "idle" },
    managerProblem: null,
    phoneCheck: null,
    owed: { items: [], codes: [], status: "idle", read: false },
    lateNews: null,
    endNews: [],
    refundRequests: [],
    asked: {},
    unanswered: null,
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
