/** English: what the frame and the first screen say. It is there before them, so what others say alone is in `others.ts`. */
import { enBasket } from "./basket.ts";
import { enCounter } from "./counter.ts";
import { enSafety } from "./safety.ts";
import { enSettings } from "./settings.ts";
import { enStaff } from "./staff.ts";
import { enStickers } from "./stickers.ts";

export const enFirst = {
  ...enBasket,
  ...enCounter,
  ...enSafety,
  ...enSettings,
  ...enStaff,
  ...enStickers,
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
    reservedRests_one: "{{count}} is the rest of a sale: capture or release it",
    reservedRests_other: "{{count}} are rests of sales: capture or release them",
    inbox: "Inbox",
    inboxCount_one: "{{count}} payment waits for a decision",
    inboxCount_other: "{{count}} payments wait for a decision",
    inProgress: "A payment is open",
    reports: "Reports",
    settings: "Settings",
  },
  state: {
    noCode: "No code",
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
    printer: {
      unreachable: "Printer is off",
      no_answer: "Printer does not answer",
      paper_out: "Printer: no paper",
      cover_open: "Printer: cover open",
      printer_error: "Printer: error",
      no_permission: "Printer: no access",
      queue_stopped: "Printer: queue paused",
      interrupted: "Check the printer",
      look: "Check the printer",
      paperLow: "Printer: paper is low",
    },
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
    awayTitle: "The till does not respond",
    awayText:
      "Payments in progress are safe: the till finishes them when it runs again. Do not take a payment a second time.",
    awayNext:
      "When the till responds, this window continues automatically. If that takes more than a minute, start Till again on this machine, and continue in the window that it opens.",
    lostTitle: "This window is no longer connected",
    lostText: "The till was started again, or this address is old. No payment is affected.",
    lostNext:
      "Till opens a new window whenever it is started, or prints a new address. Go on there, and close this window.",
  },
  environment: {
    label: "No real money",
    demo: "Demo – play money",
    test: "Test – no real money moves",
    live: "Real money",
    phone: "Open the customer's phone",
    pin: "Owner's PIN {{pin}}",
  },
  keptHere: {
    copy: "Nothing was copied: this till is in kiosk mode, and its window gives nothing away. Leave kiosk mode first: Settings, This window.",
    save: "Nothing was saved: this till is in kiosk mode, and its window gives nothing away. Leave kiosk mode first: Settings, This window.",
  },
  damage: {
    banner:
      "The till's own data is damaged since {{time}}. Finish the open payments, then call whoever looks after the till.",
    open: "What to do",
  },
  ownKeys: {
    banner:
      "The payment service does not know this till's new key yet. Payments work with the one before, which was to be kept until {{time}} and stays until the new one is known: the owner should register it.",
  },
  notFetched: {
    title: "This could not be loaded",
    text: "A part of Till's window could not be loaded. No payment is affected.",
    next: "Reload the window. The sale that you are keying in is kept.",
    again: "Reload",
  },
};

/** The same shape with any text. */
export type FirstTexts = Texts<typeof enFirst>;
/** See `FirstTexts`. */
export type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
