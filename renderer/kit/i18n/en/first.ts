/** English: texts of the frame and the first screen, loaded before the texts in `others.ts`. */
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
    reservedRests_one: "{{count}} partly captured sale: capture or release the rest",
    reservedRests_other: "{{count}} partly captured sales: capture or release the rest",
    inbox: "Inbox",
    inboxCount_one: "{{count}} late payment needs a decision",
    inboxCount_other: "{{count}} late payments need a decision",
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
    keys: "Keyboard shortcuts",
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
    amounts: "Amount entry",
    amountExample: "149 is {{amount}}",
    version: "Till {{version}}",
  },
  common: { cancel: "Cancel", close: "Close", ok: "OK", back: "Back", next: "Continue", dismiss: "Dismiss" },
  unsaved: {
    title: "Discard your changes?",
    text: "Your changes have not been saved.",
    discard: "Discard",
    keep: "Keep editing",
  },
  scan: {
    unknown: "Unknown code: {{text}}. Nothing was charged.",
    customer: "Customer's code scanned.",
    productNotNow: "{{text}} is a product. Scan it when this sale is done.",
    notNow: "Customer's code scanned, but there is nothing to pay now.",
  },
  connection: {
    awayTitle: "The till does not respond",
    awayText: "Payments in progress are safe and finish when the till runs again. Do not charge a customer again.",
    awayNext:
      "This window continues automatically. If it takes more than a minute, start Till again on this machine and use the window that opens.",
    lostTitle: "This window is no longer connected",
    lostText: "The till was restarted, or this address is old. Payments are not affected.",
    lostNext: "Close this window, and continue in the new window or at the new address that Till printed.",
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
    copy: "Not copied: copying is off in kiosk mode. Ask staff to leave kiosk mode first.",
    save: "Not saved: saving files is off in kiosk mode. Ask staff to leave kiosk mode first.",
  },
  damage: {
    banner: "The till's data is damaged (found {{time}}). Finish the open payments, then call your IT support.",
    open: "What to do",
  },
  ownKeys: {
    banner:
      "The payment service does not accept this till's new key yet. The till uses the previous key, also after {{time}} if needed. The owner should register the new key.",
  },
  notFetched: {
    title: "This could not be loaded",
    text: "Part of this window could not be loaded. Payments are not affected.",
    next: "Reload the window. The current sale is kept.",
    again: "Reload",
  },
};

/** The same shape with any text. */
export type FirstTexts = Texts<typeof enFirst>;
/** See `FirstTexts`. */
export type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
