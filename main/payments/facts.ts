/** What the life of a payment is computed from: what was asked, what the service says, what the till has done. */
import type { Reason } from "../../contract/reasons.ts";
import type { OperationKind, PaymentAction } from "../../contract/views.ts";
import type { Outcome } from "./outcome.ts";

/** What the cashier asked for. Amounts in minor units. */
export interface Intent {
  posTid: string;
  action: PaymentAction;
  currency: string;
  amount: number;
  additionalAmount: number;
  /** Whether the customer may change the additional amount */
  additionalEdit: boolean;
}

/** What the lifecycle needs to know of an operation. */
export interface OperationFact {
  id: string;
  kind: OperationKind;
  state: "ready" | "sending" | "unknown" | "done" | "refused" | "parked";
  amount: number | null;
  additionalAmount: number | null;
  lastError: Reason | null;
  /** Whether a manager gave it up */
  givenUp: boolean;
}

export interface Facts {
  intent: Intent;
  outcome: Outcome | null;
  /** Whether any outcome, older ones too, ever said `auth`: it tells a release from an abort (both are 4019) */
  authorisedSeen: boolean;
  /** Whether any outcome, older ones too, ever said `fail` with nothing captured: the till then showed it as ended */
  endedSeen: boolean;
  /** The service says that it never had this payment */
  disowned: boolean;
  /** The service's answers about this payment cannot be read, again and again */
  unreadable: boolean;
  /** The service insists on an answer that is about another payment */
  mistaken: boolean;
  /** The service's answers cannot be right, each in another way */
  unsteady: boolean;
  /** Whether the cashier went on to the next customer while it was open */
  left: boolean;
  /** Whether an operator decided to keep late money */
  attached: boolean;
  /** Whether a customer was named when the payment was created */
  customerNamed: boolean;
  /** Whether neither a code nor a named customer leads to it: the service gave no claim link (G5) */
  codeMissing: boolean;
  /** A restore may have lost operations of it: captures that nobody asked for are then the till's own */
  hasLostOperations?: boolean;
  /** The outcome that the till stored cannot be read */
  isDamaged?: boolean;
  /** It is from a file that was restored without authentication: no money of it moves automatically */
  isUnproven?: boolean;
  operations: readonly OperationFact[];
}
