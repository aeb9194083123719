/** A payment as the till keeps it, in the shape of its row and of its movements'. */
import type { CustomerLanguage } from "../../contract/customer-language.ts";
import type { PaymentLine } from "../../contract/lines.ts";
import type { Phase } from "../../contract/phases.ts";
import type { Reason } from "../../contract/reasons.ts";
import type { Arrivals, LateMoney, PaymentAction, QrCode } from "../../contract/views.ts";
import type { PaymentRequestInput } from "../../contract/wire.ts";
import type { Outcome, OutcomeMovement } from "./outcome.ts";
import type { Doubt } from "./plausibility.ts";

/** A payment as the till keeps it. Amounts in minor units, times in ms since the epoch. */
export interface PaymentRow {
  posTid: string;
  sequence: number;
  number: string;
  /** The caller's own name for it; null: none */
  reference: string | null;
  /** The key with which the till's window started it; null: none. No view of a payment shows it */
  attempt: string | null;
  /** SHA-256 of the request under that reference or key, sealed where it names a customer; null without either */
  askedFor: Uint8Array | null;
  action: PaymentAction;
  currency: string;
  amount: number;
  additionalAmount: number;
  additionalEdit: boolean;
  text: string | null;
  lines: PaymentLine[];
  scope: string | null;
  scopeText: string | null;
  /** For the customer's phone, by the wire's names */
  addresses: Addresses;
  /** Masked */
  customer: string | null;
  /** The language of the two words in the request; null: there is no request, or it has none */
  wordsIn: CustomerLanguage | null;
  qr: QrCode | null;
  tid: string | null;
  outcome: Outcome | null;
  authorisedSeen: boolean;
  /** Whether any outcome, older ones too, ever said `fail` with nothing captured */
  endedSeen: boolean;
  leftAt: number | null;
  /** Until when its code is shown; null: none was yet */
  codeUntil: number | null;
  /** When the time of its code ran out without a scan */
  codeEndedAt: number | null;
  attachedAt: number | null;
  late: LateMoney["because"] | null;
  lateSince: number | null;
  /** The service says that it never had this payment */
  disowned: boolean;
  /** The service's answers about it cannot be read */
  unreadable: boolean;
  takenOffline: boolean;
  arrivals: Arrivals;
  statusName: string | null;
  phase: Phase;
  attention: Reason | null;
  capturedTotal: number;
  /** The additional part of it */
  capturedAdditional: number;
  refundedTotal: number;
  /** Authorised and not captured */
  reserved: number;
  /** Something is still to be heard: what is done is not listed yet, or what the service said is held back */
  unlisted: boolean;
  held: HeldOutcome | null;
  /** Who started it; null: nobody was signed in */
  takenBy: string | null;
  /** The register that asked for it; null: it was begun at the till */
  register: string | null;
  /** When it was adopted after a restore that had lost it; null: it was made here */
  recoveredAt: number | null;
  /** It is from before a restore, which may have lost what the till asked for with it */
  hasLostOperations: boolean;
  /** The outcome, or the quarantined one, cannot be read and counts as empty: no money moves */
  isDamaged: boolean;
  /** The lines, addresses or arrivals cannot be read and count as empty: money moves as usual */
  isIncomplete: boolean;
  /** It is from a file that was restored without authentication: the till takes no step that a person did not ask for */
  isUnproven: boolean;
  createdAt: number;
  modifiedAt: number;
}

/** An outcome that cannot be right: it is not believed before it was said again. */
export interface HeldOutcome {
  outcome: Outcome;
  because: Doubt;
  /** When it was first heard, ms since the epoch */
  since: number;
  /** How often the service said it again when it was asked */
  repeats: number;
  /** How often it was asked since the first, and said anything that cannot be right */
  answers: number;
}

/** What a program gives a payment for its customer's phone (G4). */
export type Addresses = Pick<
  PaymentRequestInput,
  "links" | "display_message_uri" | "success_return_uri" | "failure_return_uri"
>;

/** What a payment is made with; everything else begins empty. */
export type NewPayment = Pick<
  PaymentRow,
  | "posTid"
  | "sequence"
  | "number"
  | "reference"
  | "attempt"
  | "askedFor"
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

/** The columns that change during a payment's life. */
export type PaymentChange = Partial<
  Pick<
    PaymentRow,
    | "customer"
    | "lines"
    | "wordsIn"
    | "qr"
    | "tid"
    | "outcome"
    | "authorisedSeen"
    | "endedSeen"
    | "leftAt"
    | "codeUntil"
    | "codeEndedAt"
    | "attachedAt"
    | "late"
    | "lateSince"
    | "disowned"
    | "unreadable"
    | "arrivals"
    | "statusName"
    | "phase"
    | "attention"
    | "capturedTotal"
    | "capturedAdditional"
    | "refundedTotal"
    | "reserved"
    | "unlisted"
    | "held"
    | "recoveredAt"
  >
>;

export interface MovementRow extends OutcomeMovement {
  kind: "capture" | "refund";
  position: number;
  seenAt: number;
}
