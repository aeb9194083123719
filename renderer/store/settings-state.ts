/** What the window knows for the settings: people, keys, receipts, the shell, health and updates. */

import type { CommandName } from "../../contract/commands.ts";
import type { CustomerLanguage } from "../../contract/customer-language.ts";
import type { HealthReport, SupportBundle } from "../../contract/diagnostics.ts";
import type { TillError } from "../../contract/errors.ts";
import type { KeysFinding, KeysUser, KeysView, VaultView } from "../../contract/keys.ts";
import type { PrinterView, ReceiptRef, ReceiptView, TakeAway } from "../../contract/receipts.ts";
import type { RefundKeyView } from "../../contract/refund-key.ts";
import type { RegisterCertificate, RegisterView } from "../../contract/registers.ts";
import type { ShellView } from "../../contract/shell.ts";
import type { Person } from "../../contract/staff.ts";
import type { Sticker } from "../../contract/stickers.ts";
import type { UpdateView } from "../../contract/updates.ts";
import type { SlotView, VendToLookAt } from "../../contract/vend.ts";
import type { WebhookView } from "../../contract/webhooks.ts";

/** The person who signed in only to open a section, and the signed-in user before; null where there was none. */
export interface Opened {
  name: string;
  before: string | null;
}

export interface PeopleState {
  /** For the sign-in screen */
  names: Pick<Person, "id" | "name" | "role">[];
  /** For the owner; null until it was read */
  list: Person[] | null;
  /** What was wrong with the last thing that was asked about people */
  problem: TillError | null;
  /** Which command that was */
  asked: CommandName | null;
  /** Who is expected to sign in next: the one whose place somebody took for a while */
  next: string | null;
}

export const NOBODY_YET: PeopleState = { names: [], list: null, problem: null, asked: null, next: null };

export interface KeysState {
  view: KeysView | null;
  vault: VaultView | null;
  refundKey: RefundKeyView | null;
  /** The till's user at the service; null until the service was asked */
  user: KeysUser | null;
  /** What the last test of what is prepared found */
  findings: KeysFinding[];
  /** What came of the last time that the till registered a key by itself */
  registering: KeysFinding[];
  /** A field of the last thing that was entered is wrong */
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
  /** Null until main has said how the printer is */
  printer: PrinterView | null;
  /** The receipt that is looked at; `view` is null until it was read, and stays when it is read again */
  shown: { posTid: string; ref: ReceiptRef | null; view: ReceiptView | null } | null;
  /** How the receipt of the payment on the screen is taken away; null: there is none, or main has not said */
  takeAway: { posTid: string; how: TakeAway } | null;
  /** What this window is to print itself; the number tells one print from the next of the same */
  page: { html: string; number: number } | null;
}

/** Before anybody asked. */
export const NO_RECEIPT: ReceiptState = { printer: null, shown: null, takeAway: null, page: null };

export interface StickersState {
  /** Null until it was read */
  items: Sticker[] | null;
  /** What was wrong with the last thing that was asked about stickers */
  problem: TillError | null;
  /** What this window is to print itself; the number tells one print from the next of the same */
  page: { ids: readonly string[]; perPage: 1 | 6; number: number } | null;
}

export const STICKERS_UNREAD: StickersState = { items: null, problem: null, page: null };

export interface RegistersState {
  /** Null until they were read */
  items: RegisterView[] | null;
  /** Where they reach the till; null: nowhere */
  url: string | null;
  /** What they see of it there; null: no TLS */
  certificate: RegisterCertificate | null;
  /** Whom the till tells of payments by itself */
  webhooks: WebhookView[];
  /** What was wrong with the last thing that was asked about them */
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
  /** What the customer's screen speaks */
  language: CustomerLanguage | null;
  /** What customers read who were given no other language */
  usualLanguage: CustomerLanguage | null;
  /** Whether the browser did not let the customer's page open */
  wasBlocked: boolean;
}

/** Before anybody asked. */
export const SHELL_UNKNOWN: ShellState = { view: null, language: null, usualLanguage: null, wasBlocked: false };

/** Vends on the health page, as they were last read. */
export interface VendsState {
  /** Those that wait for a person; null until they were read */
  items: VendToLookAt[] | null;
  /** Whether there are more */
  next: boolean;
  /** How many of them are to be shown */
  wanted: number;
  /** Payments whose goods may still drop */
  underWay: string[];
  hasFailed: boolean;
  /** Slots that are off sale */
  offSale: SlotView[];
  /** What was done last, in this window. `number`: of the payment, or the slot's name */
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

/** What the health page and the updates show, as it was last read. */
export interface DiagnosticsState {
  health: HealthReport | null;
  healthStatus: "idle" | "loading" | "failed";
  vends: VendsState;
  /** Made since the page was opened */
  bundle: SupportBundle | null;
  updates: UpdateView | null;
  /** The version that is being installed: the till is about to stop */
  installing: string | null;
}

export const NOTHING_LOOKED_AT: DiagnosticsState = {
  health: null,
  healthStatus: "idle",
  vends: VENDS_UNREAD,
  bundle: null,
  updates: null,
  installing: null,
};
