/** English texts. Every other catalogue has the same keys and the same placeholders: the compiler and a test see to it. */
import { REASONS, type ReasonCode } from "../../../../contract/reasons.ts";
import { enBasket } from "./basket.ts";
import { enCatalogue } from "./catalogue.ts";
import { enCounter } from "./counter.ts";
import { enCustomer } from "./customer.ts";
import { enExports } from "./exports.ts";
import { enHealth } from "./health.ts";
import { enJournal } from "./journal.ts";
import { enKeys } from "./keys.ts";
import { enKioskSettings } from "./kiosk-settings.ts";
import { enMessages } from "./messages.ts";
import { enPayments } from "./payments.ts";
import { enReceipts } from "./receipts.ts";
import { enRefundKey } from "./refund-key.ts";
import { enReports } from "./reports.ts";
import { enReservations } from "./reservations.ts";
import { enSafety } from "./safety.ts";
import { enSettings } from "./settings.ts";
import { enSetup } from "./setup.ts";
import { enStaff } from "./staff.ts";
import { enStickers } from "./stickers.ts";
import { enVends } from "./vends.ts";

/** Main's own sentences: the contract has them in English. */
const reason: Record<ReasonCode, string> = REASONS;

export const en = {
  reason,
  ...enMessages,
  ...enBasket,
  ...enCatalogue,
  ...enCounter,
  ...enCustomer,
  ...enPayments,
  ...enReceipts,
  ...enReports,
  ...enReservations,
  ...enKeys,
  ...enRefundKey,
  ...enJournal,
  ...enExports,
  ...enSafety,
  ...enSettings,
  ...enKioskSettings,
  ...enHealth,
  ...enSetup,
  ...enStaff,
  ...enStickers,
  ...enVends,
  app: { name: "Till", loading: "Starting…" },
  nav: {
    label: "Screens",
    charge: "Charge",
    reserved: "Reserved",
    payments: "Payments",
    reservedCount_one: "{{count}} open reservation",
    reservedCount_other: "{{count}} open reservations",
    reservedSoon_one: "{{count}} ends within a day",
    reservedSoon_other: "{{count}} end within a day",
    inbox: "Inbox",
    inboxCount_one: "{{count}} payment waits for a decision",
    inboxCount_other: "{{count}} payments wait for a decision",
    inProgress: "A payment is open",
    reports: "Reports",
    settings: "Settings",
  },
  state: {
    draft: "Waiting",
    queued: "Waiting",
    waiting: "Waiting",
    authorised: "Reserved",
    partly_captured: "Part captured",
    captured: "Paid",
    partly_refunded: "Part refunded",
    attention: "Needs a manager",
    rejected: "Not paid",
    notReserved: "Not reserved",
    aborted: "Cancelled",
    expired: "Expired",
    released: "Released",
    refunded: "Refunded",
    checking: "Checking",
  },
  bar: {
    label: "Status",
    online: "Online",
    offlineSince: "Offline since {{time}}",
    offline: "Offline",
    authFailed: "Key not accepted",
    degraded: "Unsteady connection",
    queue_one: "{{count}} waiting",
    queue_other: "{{count}} waiting",
    parked_one: "{{count}} needs a manager",
    parked_other: "{{count}} need a manager",
    diskLow: "Disk almost full",
    diskFull: "Disk full",
    paused_one: "{{count}} waiting, paused",
    paused_other: "{{count}} waiting, paused",
    keys: "Keys",
    settings: "This window: theme, language, sounds",
  },
  settings: {
    theme: "Theme",
    system: "System",
    light: "Light",
    dark: "Dark",
    language: "Language",
    english: "English",
    norwegian: "Norsk bokmål",
    sound: "Sounds",
    amounts: "Keying in an amount",
    amountExample: "149 is {{amount}}",
    version: "Till {{version}}",
  },
  common: { cancel: "Cancel", close: "Close", ok: "OK", back: "Back", next: "Continue", dismiss: "Dismiss" },
  unsaved: {
    title: "Discard your changes?",
    text: "What you changed has not been saved.",
    discard: "Discard",
    keep: "Keep editing",
  },
  scan: {
    unknown: "Unknown code: {{text}}. Nothing was charged.",
    customer: "The customer's code was read.",
    productNotNow: "{{text}} is one of the products: scan it once this sale is done.",
    notNow: "A customer's code was read, and there is nothing to pay with it now.",
  },
  connection: {
    awayTitle: "The till is not running",
    awayText: "Payments that were under way are safe: the till finishes them when it starts.",
    awayNext:
      "Start Till again on this machine. It then opens a new window, or prints a new address: go on there, and close this window. If the till comes back at the same address, this window goes on by itself.",
    lostTitle: "This window is no longer connected",
    lostText: "The till was started again, or this address is old. No payment is affected.",
    lostNext:
      "Till opens a new window whenever it is started, or prints a new address. Go on there, and close this window.",
  },
};

/** The same shape with any text. */
export type Catalogue = Texts<typeof en>;
type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
