import type { CommandName } from "../../contract/bridge/commands.ts";
import type { TillError } from "../../contract/calls/errors.ts";
import type { KeysFinding, KeysUser, KeysView, VaultView } from "../../contract/configuration/keys.ts";
import type { RefundKeyView } from "../../contract/configuration/refund-key.ts";
import type { HealthReport, SupportBundle } from "../../contract/diagnostics/diagnostics.ts";
import type { RegisterCertificate, RegisterView } from "../../contract/integration/registers.ts";
import type { WebhookView } from "../../contract/integration/webhooks.ts";
import type { SlotView, VendToReview } from "../../contract/kiosk/vend.ts";
import type { ShellView } from "../../contract/operations/shell.ts";
import type { Sticker } from "../../contract/payments/stickers.ts";
import type { Person } from "../../contract/people/staff.ts";
import type { PrinterView, ReceiptRef, ReceiptView, TakeAway } from "../../contract/receipts/receipts.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import type { UpdateView } from "../../contract/values/updates.ts";

/** The user who signed in only to open a section, and the previous user; null: none. */
export interface Opened {
  name: string;
  before: string | null;
}

export interface PeopleState {
  names: Pick<Person, "id" | "name" | "role">[];
  /** For the owner; null until loaded */
  list: Person[] | null;
  problem: TillError | null;
  /** The command of `problem` */
  asked: CommandName | null;
  /** Who is expected to sign in next: the user replaced temporarily */
  next: string | null;
}

export const INITIAL_PEOPLE: PeopleState = { names: [], list: null, problem: null, asked: null, next: null };

export interface KeysState {
  view: KeysView | null;
  vault: VaultView | null;
  refundKey: RefundKeyView | null;
  /** The till's account at the service; null until loaded */
  user: KeysUser | null;
  findings: KeysFinding[];
  registering: KeysFinding[];
  problem: TillError | null;
}

export const KEYS_UNREAD: KeysState = {
  view: null,
  vault: null,
  refundKey: null,
  user: null,
  findings: [],
  registering: [],
  problem: null,
};

export interface ReceiptState {
  /** Null until loaded */
  printer: PrinterView | null;
  /** The open receipt; `view` is null until loaded and stays during a reload */
  shown: { posTid: string; ref: ReceiptRef | null; view: ReceiptView | null } | null;
  /** How the current payment's receipt is delivered; null: none or not loaded */
  takeAway: { posTid: string; how: TakeAway } | null;
  /** A page that this window prints; the number distinguishes repeated prints */
  page: { html: string; number: number } | null;
}

export const NO_RECEIPT: ReceiptState = { printer: null, shown: null, takeAway: null, page: null };

export interface StickersState {
  /** Null until loaded */
  items: Sticker[] | null;
  problem: TillError | null;
  /** A page that this window prints; the number distinguishes repeated prints */
  page: { ids: readonly string[]; perPage: 1 | 6; number: number } | null;
}

export const STICKERS_UNREAD: StickersState = { items: null, problem: null, page: null };

export interface RegistersState {
  /** Null until loaded */
  items: RegisterView[] | null;
  /** Address of the register API; null: not reachable */
  url: string | null;
  /** The certificate that registers see; null: no TLS */
  certificate: RegisterCertificate | null;
  webhooks: WebhookView[];
  problem: TillError | null;
}

export const REGISTERS_UNREAD: RegistersState = {
  items: null,
  url: null,
  certificate: null,
  webhooks: [],
  problem: null,
};

export interface ShellState {
  view: ShellView | null;
  language: CustomerLanguage | null;
  usualLanguage: CustomerLanguage | null;
  wasBlocked: boolean;
}

export const SHELL_UNKNOWN: ShellState = { view: null, language: null, usualLanguage: null, wasBlocked: false };

export interface VendsState {
  /** Vends that need attention; null until loaded */
  items: VendToReview[] | null;
  next: boolean;
  wanted: number;
  underWay: string[];
  hasFailed: boolean;
  offSale: SlotView[];
  /** The last action of this window. `number`: the payment's, or the slot's name */
  done: { number: string; said: "resolved" | "acknowledged" | "unblocked" } | null;
}

const VENDS_UNREAD: VendsState = {
  items: null,
  next: false,
  wanted: 25,
  underWay: [],
  hasFailed: false,
  offSale: [],
  done: null,
};

export interface DiagnosticsState {
  health: HealthReport | null;
  healthStatus: "idle" | "loading" | "failed";
  vends: VendsState;
  bundle: SupportBundle | null;
  updates: UpdateView | null;
  /** The version being installed: the till is about to stop */
  installing: string | null;
}

export const INITIAL_DIAGNOSTICS: DiagnosticsState = {
  health: null,
  healthStatus: "idle",
  vends: VENDS_UNREAD,
  bundle: null,
  updates: null,
  installing: null,
};
