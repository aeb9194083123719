/**
 * Shapes of command values and events. Amounts are in minor units; times are ISO 8601 in UTC. Views never contain
 * secrets, keys, tokens or full customer identifiers.
 */

import type { Operation, QrCode } from "../calls/operations.ts";
import type { CounterSettings } from "../catalogue/counter.ts";
import type { Permission } from "../customers/permissions.ts";
import type { OutOfServiceCode } from "../health/out-of-service.ts";
import type { UnknownDropRule, VendView } from "../kiosk/vend.ts";
import type { StaffPolicy } from "../people/staff.ts";
import type { Reason } from "../reasons/reasons.ts";
import type { CustomerLanguage } from "../values/customer-language.ts";
import type { Environment } from "../values/environment.ts";
import type { PaymentLine } from "../values/lines.ts";
import type { Phase } from "../values/phases.ts";
import type { StaffRole } from "../values/roles.ts";
import type { UpdateState } from "../values/updates.ts";
import type { ScanFirst } from "./stickers.ts";

export type { Operation, OperationKind, OperationState, PaymentOperationKind, QrCode } from "../calls/operations.ts";

export type PaymentAction = "SALE" | "AUTH";
/** Actions that a user may take on a payment now. Computed only in the main process. */
export type PaymentStep = "abort" | "capture" | "release" | "reauthorise" | "refund" | "identify" | "leave" | "attach";

/** A capture or refund reported by the service (G12). `id` is null for a single-step capture. */
export interface Movement {
  id: string | null;
  amount: number;
  additionalAmount: number;
  /** When this till learned of it */
  at: string;
  /** Refunds: the text for the customer */
  text: string | null;
}

export interface Payment {
  posTid: string;
  /** Short number for people to say, like `K7Q2-0142` */
  number: string;
  /** The caller's reference from `payment.start`; null: none */
  reference: string | null;
  /** The register or other program that started the payment; null: started at the till */
  register: string | null;
  /** Lost with a restored backup and adopted from the service; what was sold, and by whom, is unknown */
  recovered?: boolean;
  tid: string | null;
  action: PaymentAction;
  currency: string;
  amount: number;
  additionalAmount: number;
  additionalEdit: boolean;
  text: string | null;
  /** Language of the request's two match words (`match-words.ts`); null: no words, or no request yet */
  wordsIn: CustomerLanguage | null;
  lines: PaymentLine[];
  phase: Phase;
  /** The service's status: `pending`, `auth`, `ok`, `fail`; null before the first status */
  status: string | null;
  statusCode: number | null;
  /** Name of a status code that is not built in, from `GET /status_code/<code>/` */
  statusName: string | null;
  authorisedLeft: number;
  authorisedAdditionalLeft: number;
  /** Totals include additional amounts */
  capturedTotal: number;
  refundedTotal: number;
  /** Still refundable: captured less refunded less refunds in progress */
  refundable: number;
  refundableAmount: number;
  refundableAdditional: number;
  /** Masked: `•••5090` */
  customer: string | null;
  qr: QrCode | null;
  expiresAt: string | null;
  /** When the till stops showing the code, by its own clock, unless extended; null without a code */
  codeUntil: string | null;
  /** The till cancelled the payment because no customer scanned the code in time */
  codeRanOut: boolean;
  /** The service returned no code (G5). The till cancels the request; the customer is found by phone number */
  codeMissing: boolean;
  createdAt: string;
  modifiedAt: string;
  /** Increases with every change. The state with the larger revision is newer, regardless of clocks */
  revision: number;
  captures: Movement[];
  refunds: Movement[];
  operations: Operation[];
  /** Why a person must act, in English and as a code; null: no action needed */
  attention: string | null;
  attentionReason: Reason | null;
  steps: PaymentStep[];
  /** Start of the oldest unanswered request about this payment; null: nothing is pending */
  checkingSince: string | null;
  /** A cancellation was requested; the service decides */
  abortRequested: boolean;
  /** The customer approved a payment that was being cancelled. The till releases it automatically */
  undoing: boolean;
  /** `no`: the request never left the till; `unknown`: its response is missing; `yes`: the service has it */
  asked: "no" | "unknown" | "yes";
  /** Set when the payment was approved after the till gave it up. It waits in the inbox for a decision */
  late: LateMoney | null;
  vend: VendView | null;
  permission: Permission | null;
  arrivals: Arrivals;
}

/** Approved `after_abort`, `after_end` (expired or failed), or after the cashier had `moved_on`. */
export interface LateMoney {
  because: "after_abort" | "after_end" | "moved_on";
  since: string;
}

/** How often each channel brought an update, and which brought the latest change first. */
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

/** Totals over all payments of a filter, in the till's currency and minor units. */
export interface PaymentTotals {
  count: number;
  /** Current sums of these payments; null where the filter is on `booked` */
  sums: PaymentSums | null;
  /** Bookings in the filter's period, as in a report; null without a `booked` filter */
  booked: BookedSums | null;
}

/** All sums include additional amounts; `tips` is the additional part of `captured`. */
export interface PaymentSums {
  captured: number;
  refunded: number;
  tips: number;
  reserved: number;
}

export interface BookedSums {
  /** Number of bookings: two captures of one payment count as two */
  count: number;
  amount: number;
  tips: number;
}

export interface TimelineEntry {
  at: string;
  /** Key of the renderer's catalogue: `payment.started`, `operation.refused`, … */
  event: string;
  /** Values for the text: amounts in minor units, words, masked identifiers */
  values: Record<string, string | number | boolean | null>;
}

export type Connectivity = "online" | "offline" | "auth_failed";

export interface Terminal {
  mode: "counter" | "kiosk";
  /** The window has temporarily left kiosk mode (`shell.leaveKiosk`) */
  kioskLeft: boolean;
  /**
   * The vending machine; null: none. `deposit`: amount approved before the customer chooses, in minor units.
   * `unknownDrop`: the rule for items whose delivery cannot be confirmed. Customers see it before they pay.
   */
  vending: { deposit: number | null; unknownDrop: UnknownDropRule } | null;
  shell: "electron" | "browser" | "none";
  version: string;
  environment: Environment;
  /** `first_run`: the till is not set up, and its window offers to */
  setup: "first_run" | "done";
  merchant: { id: string; name: string | null };
  pos: { id: string; name: string; type: string };
  currency: string;
  locale: string;
  timeZone: string;
  cutOff: string;
  counter: CounterSettings;
  /** Charges above this amount need a confirmation; null: never */
  confirmAbove: number | null;
  connectivity: Connectivity;
  connectivitySince: string | null;
  /** Online, but some requests fail; the next response decides */
  degraded: boolean;
  offline: OfflineState;
  inbox: number;
  /** Number of operations that wait for a manager (`attention`) */
  parked: number;
  /** Free disk space: `low` under 500 MB, `full` under 100 MB, which blocks new payments */
  disk: "ok" | "low" | "full";
  /** When the last check found the till's data damaged; null: not damaged */
  damage: { at: string } | null;
  /** Most important first. At a kiosk also problems that staff could work around */
  outOfService: OutOfServiceCode[];
  soldOutSlots: string[];
  phone: string | null;
  update: UpdateState;
  callbacks: {
    state: "receiving" | "polling";
    lastAt: string | null;
    /** How a till without a callback receiver learns of scans: `last_scan` (G14) or `claim` links (G5) */
    scans: "receiver" | "last_scan" | "claim";
  };
  queue: { depth: number; oldestAt: string | null; paused: boolean };
  staff: { role: StaffRole; name: string } | null;
  people: StaffPolicy & {
    hasOwner: boolean;
    phones: boolean;
    accounts: boolean;
  };
  /** PIN length when all eligible users have the same; null: unknown, so the user confirms the PIN */
  pinDigits: { signIn: number | null; approval: number | null };
  /** Every refund needs a manager's PIN, which unlocks the key that the service requires */
  refundsNeedPin: boolean;
  clockSkewMs: number;
  /** When the previous key expires, while the service accepts only that key; null: no problem */
  previousKeyUntil: string | null;
  registers: boolean;
  scanFirst: ScanFirst;
  /** Set on a demo till: the address of the simulated phone, and the demo's PIN until the owner chooses one */
  demo: { phoneUrl: string; managerPin: string | null } | null;
}

/** Offline payments that the customer has not been asked about, and the limits for them. */
export interface OfflineState {
  enabled: boolean;
  count: number;
  /** How many wait for a code scan before a request can be sent */
  codes: number;
  amount: number;
  oldestAt: string | null;
  maxAmount: number;
  maxTotal: number;
  maxAgeMinutes: number;
}

export interface JournalCheck {
  entries: number;
  ok: boolean;
  /** Sequence number of the first invalid entry; null: all are valid */
  firstBadAt: number | null;
}
