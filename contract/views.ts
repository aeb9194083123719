/**
 * What main shows of itself: the shapes of every command's value and every event's content. Amounts are integers
 * in minor units; times are ISO 8601 in UTC. No secret, key, token or full customer identifier is ever in a view.
 */

import type { CounterSettings } from "./counter.ts";
import type { CustomerLanguage } from "./customer-language.ts";
import type { Environment } from "./environment.ts";
import type { PaymentLine } from "./lines.ts";
import type { Operation, QrCode } from "./operations.ts";
import type { OutOfServiceCode } from "./out-of-service.ts";
import type { Permission } from "./permissions.ts";
import type { Phase } from "./phases.ts";
import type { Reason } from "./reasons.ts";
import type { StaffRole } from "./roles.ts";
import type { StaffPolicy } from "./staff.ts";
import type { ScanFirst } from "./stickers.ts";
import type { UpdateState } from "./updates.ts";
import type { UnknownDropRule, VendView } from "./vend.ts";

export type { Operation, OperationKind, OperationState, PaymentOperationKind, QrCode } from "./operations.ts";

export type PaymentAction = "SALE" | "AUTH";
/** What a person may do with a payment now. Computed in main; a screen only shows it. */
export type PaymentStep = "abort" | "capture" | "release" | "reauthorise" | "refund" | "identify" | "leave" | "attach";

/** A capture or a refund as the service lists it (G12). `id` is null for one made in a single step. */
export interface Movement {
  id: string | null;
  amount: number;
  additionalAmount: number;
  /** When this till learned of it */
  at: string;
  /** Refunds: what the customer was told */
  text: string | null;
}

export interface Payment {
  posTid: string;
  /** The short number that people say to each other, like `K7Q2-0142` */
  number: string;
  /** The name that the caller of `payment.start` gave it; null: none */
  reference: string | null;
  /** The cash register, or other program, that asked for it; null: it was begun at the till */
  register: string | null;
  /** A restored backup had lost it, and the till adopted it from the service: what was sold, and by whom, is not known */
  recovered?: boolean;
  tid: string | null;
  action: PaymentAction;
  currency: string;
  amount: number;
  additionalAmount: number;
  additionalEdit: boolean;
  text: string | null;
  /** In which language the request has the two words of `match-words.ts`; null: it has none, or is not made yet */
  wordsIn: CustomerLanguage | null;
  /** What was sold, adding up to `amount`; empty: nothing was said of it */
  lines: PaymentLine[];
  phase: Phase;
  /** The service's own word: `pending`, `auth`, `ok`, `fail`; null while it has said nothing */
  status: string | null;
  statusCode: number | null;
  /** The name of a status code that the till does not know by heart, from `GET /status_code/<code>/` */
  statusName: string | null;
  authorisedLeft: number;
  authorisedAdditionalLeft: number;
  /** Sums of amounts and additional amounts together */
  capturedTotal: number;
  refundedTotal: number;
  /** What may still be refunded: captured less refunded less refunds under way */
  refundable: number;
  /** The same, in its two parts */
  refundableAmount: number;
  refundableAdditional: number;
  /** Masked: `•••5090` */
  customer: string | null;
  qr: QrCode | null;
  expiresAt: string | null;
  /** Until when the till shows its code, by the till's clock, unless somebody asks for more time; null without a code */
  codeUntil: string | null;
  /** Whether that time ran out before anybody scanned: the till itself ended the payment then */
  codeRanOut: boolean;
  /**
   * Whether the service gave no code for it (G5). The till cancels the request; the customer can only be asked by phone
   * number.
   */
  codeMissing: boolean;
  createdAt: string;
  modifiedAt: string;
  /** Grows with every change that main makes: of two states of a payment, the one with the larger number is newer, whatever the clocks say */
  revision: number;
  captures: Movement[];
  refunds: Movement[];
  operations: Operation[];
  /** Why a person must look, in English; null when nobody must */
  attention: string | null;
  /** The same as a code, for a screen to say in its own language */
  attentionReason: Reason | null;
  /** What may be done now */
  steps: PaymentStep[];
  /** Since when something about this payment has been asked without an answer; null when all is known */
  checkingSince: string | null;
  /** Whether somebody asked to cancel it: the service decides */
  abortRequested: boolean;
  /** The customer approved what was being cancelled: the till releases it by itself, and nothing is paid */
  undoing: boolean;
  /**
   * Whether the customer has been asked to pay: `no` while the request never left the till ("Not paid - the customer
   * has not been asked yet"), `unknown` while its answer is missing, `yes` once the service has it
   */
  asked: "no" | "unknown" | "yes";
  /** Set when money came after the till had given the payment up: it waits in the inbox for a person's decision */
  late: LateMoney | null;
  /** What a machine drops for it; null: it is no vend */
  vend: VendView | null;
  /** What its customer was asked for with it (`scope`); null: nothing */
  permission: Permission | null;
  /** How the news of this payment reached the till, for diagnosis */
  arrivals: Arrivals;
}

/** Why a payment is in the inbox: approved `after_abort`, `after_end` (expired or failed), or when the cashier had `moved_on`. */
export interface LateMoney {
  because: "after_abort" | "after_end" | "moved_on";
  since: string;
}

/** How often each way told something new, and which was first with the latest change. */
export interface Arrivals {
  callback: number;
  poll: number;
  answer: number;
  first: "callback" | "poll" | "answer" | null;
}

export interface PaymentPage {
  items: Payment[];
  next: string | null;
}

/** What all payments of a filter come to. Sums in the till's currency, minor units. */
export interface PaymentTotals {
  /** Payments */
  count: number;
  /** Of these payments as they are now; null where the filter asks for what was `booked` */
  sums: PaymentSums | null;
  /** What was `booked` in the time asked for, corrections included: its `amount` is what a report has; else null */
  booked: BookedSums | null;
}

/** Additional amounts are in all of them; `tips` is the additional part of `captured`. */
export interface PaymentSums {
  captured: number;
  refunded: number;
  tips: number;
  /** Approved, and neither captured nor released */
  reserved: number;
}

export interface BookedSums {
  /** Single bookings: two captures of one payment are two */
  count: number;
  amount: number;
  /** The additional part of `amount` */
  tips: number;
}

/** One line of "what happened to this payment?", oldest first. */
export interface TimelineEntry {
  at: string;
  /** What happened, as a key of the renderer's catalogue: `payment.started`, `operation.refused`, … */
  event: string;
  /** Values for the sentence: amounts in minor units, words, masked identifiers */
  values: Record<string, string | number | boolean | null>;
}

export type Connectivity = "online" | "offline" | "auth_failed";

export interface Terminal {
  mode: "counter" | "kiosk";
  /** Whether the window of a till in kiosk mode is out of it for now: `shell.leaveKiosk` */
  kioskLeft: boolean;
  /**
   * The machine that this till sells from; null: it has none. `deposit`: what is approved before anything is chosen, in minor
   * units. `unknownDrop`: what is done about goods of which no report can be had, which its customers are told before they pay.
   */
  vending: { deposit: number | null; unknownDrop: UnknownDropRule } | null;
  shell: "electron" | "browser" | "none";
  version: string;
  /** A till that moves no real money looks it, on every screen */
  environment: Environment;
  /** `first_run`: nobody has set this till up yet, and its window offers to */
  setup: "first_run" | "done";
  merchant: { id: string; name: string | null };
  pos: { id: string; name: string; type: string };
  currency: string;
  locale: string;
  timeZone: string;
  /** When a business day begins, by the shop's clock: `04:00` */
  cutOff: string;
  /** How the counter is set up */
  counter: CounterSettings;
  /** Above this amount a sheet asks once more before charging; null: never */
  confirmAbove: number | null;
  connectivity: Connectivity;
  /** Since when the connectivity has been what it is */
  connectivitySince: string | null;
  /** Online, but answers are missing now and then: the next one decides */
  degraded: boolean;
  /** What was taken while the service could not be reached, and the limits for it */
  offline: OfflineState;
  /** Payments in the inbox: money that came late and waits for a decision */
  inbox: number;
  /** Operations that wait for a manager (`attention`) */
  parked: number;
  /** Free disk space: `low` under 500 MB, `full` under 100 MB, when no new payment is taken */
  disk: "ok" | "low" | "full";
  /** Set when the last check found the till's own data damaged: since when */
  damage: { at: string } | null;
  /** Why no payment can be taken now, the most important first; at a kiosk also what only staff could work around */
  outOfService: OutOfServiceCode[];
  /** Slots of the vending machine that nothing can be bought from now */
  soldOutSlots: string[];
  /** Whom customers call, as on receipts; null: the shop has said no number */
  phone: string | null;
  update: UpdateState;
  callbacks: {
    state: "receiving" | "polling";
    lastAt: string | null;
    /** How a till without a receiver learns of scans: `last_scan` (G14) or `claim` links (G5) */
    scans: "receiver" | "last_scan" | "claim";
  };
  queue: { depth: number; oldestAt: string | null; paused: boolean };
  staff: { role: StaffRole; name: string } | null;
  /** The owner's rules about people, and whether there is an owner at all */
  people: StaffPolicy & {
    hasOwner: boolean;
    /** Whether the phone of anybody here may approve in place of their PIN */
    phones: boolean;
    /** Whether people may sign in with their accounts at the service */
    accounts: boolean;
  };
  /**
   * With how many digits a PIN is whole, where all of those whose it may be have as many: who signs in, and who approves
   * what is a manager's. null: that is not known, and its end is pressed.
   */
  pinDigits: { signIn: number | null; approval: number | null };
  /** Each refund needs a manager's PIN, whoever is signed in: it unlocks the key that the service demands for it */
  refundsNeedPin: boolean;
  clockSkewMs: number;
  /** The service accepts only the key of before a rotation, whose time is over then: it is kept until the service accepts the new one; null: all is well */
  previousKeyUntil: string | null;
  /** Whether the till listens for registers and other programs */
  registers: boolean;
  /** Stickers, and who has scanned one before there was a sale */
  scanFirst: ScanFirst;
  /** Set when the till runs against its own sandbox: where the customer's phone is, and the demo's own PIN until the owner chose one */
  demo: { phoneUrl: string; managerPin: string | null } | null;
}

/** Intents that the customer has not been asked about, and what the till may still take of them. */
export interface OfflineState {
  enabled: boolean;
  count: number;
  /** How many of them wait for a code to be scanned, with no request that could be sent before */
  codes: number;
  /** Their sum, in minor units: of all of them */
  amount: number;
  /** The oldest of them */
  oldestAt: string | null;
  maxAmount: number;
  maxTotal: number;
  maxAgeMinutes: number;
}

export interface JournalCheck {
  entries: number;
  ok: boolean;
  /** The sequence number of the first row that does not fit; null when all fit */
  firstBadAt: number | null;
}
