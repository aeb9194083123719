import type { Arrivals, LateMoney, PaymentAction, QrCode } from "../../contract/payments/views.ts";
import type { Reason } from "../../contract/reasons/reasons.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import type { PaymentLine } from "../../contract/values/lines.ts";
import type { Phase } from "../../contract/values/phases.ts";
import type { PaymentRequestInput } from "../../contract/wire/wire.ts";
import type { Outcome, OutcomeMovement } from "./outcome.ts";
import type { Implausibility } from "./plausibility.ts";

/** A stored payment. Amounts in minor units, times in ms since the epoch. */
export interface PaymentRow {
  posTid: string;
  sequence: number;
  number: string;
  reference: string | null;
  /** The window's idempotency key; null without one. Never part of a view */
  attempt: string | null;
  /** SHA-256 of the request with that reference or key, sealed if it names a customer; null without either */
  requestDigest: Uint8Array | null;
  action: PaymentAction;
  currency: string;
  amount: number;
  additionalAmount: number;
  additionalEdit: boolean;
  text: string | null;
  lines: PaymentLine[];
  scope: string | null;
  scopeText: string | null;
  addresses: Addresses;
  customer: string | null;
  /** Language of the match words in the request; null without them */
  matchWordsLanguage: CustomerLanguage | null;
  qr: QrCode | null;
  tid: string | null;
  outcome: Outcome | null;
  wasAuthorised: boolean;
  wasEnded: boolean;
  leftAt: number | null;
  /** When its code stops being shown; null before it was shown */
  codeUntil: number | null;
  codeEndedAt: number | null;
  attachedAt: number | null;
  late: LateMoney["because"] | null;
  lateSince: number | null;
  /** The service denies having this payment */
  isUnknownAtService: boolean;
  /** The service's responses about it are unreadable */
  isUnreadable: boolean;
  takenOffline: boolean;
  arrivals: Arrivals;
  statusName: string | null;
  phase: Phase;
  attention: Reason | null;
  capturedTotal: number;
  capturedAdditional: number;
  refundedTotal: number;
  reserved: number;
  /** True while an accepted operation is unconfirmed or an outcome is quarantined */
  isUnconfirmed: boolean;
  held: HeldOutcome | null;
  takenBy: string | null;
  /** The register that started it; null: started at the till */
  register: string | null;
  /** When it was recovered after a restore had lost it; null otherwise */
  recoveredAt: number | null;
  hasLostOperations: boolean;
  /** The outcome or the quarantined one is unreadable and counts as empty: no money moves */
  isDamaged: boolean;
  /** The lines, addresses or arrivals are unreadable and count as empty: money moves as usual */
  isIncomplete: boolean;
  /** Restored from an unauthenticated file: the till takes no automatic step */
  isUnproven: boolean;
  createdAt: number;
  modifiedAt: number;
}

/** A quarantined outcome: implausible, and not applied until the service repeats it. */
export interface HeldOutcome {
  outcome: Outcome;
  because: Implausibility;
  since: number;
  /** Polls that returned it again */
  repeats: number;
  /** Polls since the first that returned any implausible outcome */
  answers: number;
}

export type Addresses = Pick<
  PaymentRequestInput,
  "links" | "display_message_uri" | "success_return_uri" | "failure_return_uri"
>;

export type NewPayment = Pick<
  PaymentRow,
  | "posTid"
  | "sequence"
  | "number"
  | "reference"
  | "attempt"
  | "requestDigest"
  | "action"
  | "currency"
  | "amount"
  | "additionalAmount"
  | "additionalEdit"
  | "text"
  | "lines"
  | "scope"
  | "scopeText"
  | "addresses"
  | "customer"
  | "qr"
  | "codeUntil"
  | "takenOffline"
  | "takenBy"
  | "register"
  | "createdAt"
>;

export type PaymentChange = Partial<
  Pick<
    PaymentRow,
    | "customer"
    | "lines"
    | "matchWordsLanguage"
    | "qr"
    | "tid"
    | "outcome"
    | "wasAuthorised"
    | "wasEnded"
    | "leftAt"
    | "codeUntil"
    | "codeEndedAt"
    | "attachedAt"
    | "late"
    | "lateSince"
    | "isUnknownAtService"
    | "isUnreadable"
    | "arrivals"
    | "statusName"
    | "phase"
    | "attention"
    | "capturedTotal"
    | "capturedAdditional"
    | "refundedTotal"
    | "reserved"
    | "isUnconfirmed"
    | "held"
    | "recoveredAt"
  >
>;

export interface MovementRow extends OutcomeMovement {
  kind: "capture" | "refund";
  position: number;
  seenAt: number;
}
