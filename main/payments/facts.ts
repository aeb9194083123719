/** The facts from which the lifecycle of a payment is computed. */

import type { OperationKind, PaymentAction } from "../../contract/payments/views.ts";
import type { Reason } from "../../contract/reasons/reasons.ts";
import type { Outcome } from "./outcome.ts";

/** The payment as requested. Amounts in minor units. */
export interface Intent {
  posTid: string;
  action: PaymentAction;
  currency: string;
  amount: number;
  additionalAmount: number;
  additionalEdit: boolean;
}

export interface OperationFact {
  id: string;
  kind: OperationKind;
  state: "ready" | "sending" | "unknown" | "done" | "refused" | "parked";
  amount: number | null;
  additionalAmount: number | null;
  lastError: Reason | null;
  givenUp: boolean;
}

export interface Facts {
  intent: Intent;
  outcome: Outcome | null;
  /** True once any outcome was `auth`: distinguishes a release from an abort (both are 4019) */
  wasAuthorised: boolean;
  /** True once any outcome was `fail` without captures: the till then showed the payment as ended */
  wasEnded: boolean;
  /** The service repeatedly denied having this payment */
  isUnknownAtService: boolean;
  /** The service's responses about this payment are repeatedly unreadable */
  isUnreadable: boolean;
  /** The service keeps responding with another payment */
  isAnsweredForOtherPayment: boolean;
  /** The service keeps responding implausibly, each time differently */
  isInconsistent: boolean;
  hasCashierLeft: boolean;
  isAttached: boolean;
  isCustomerNamed: boolean;
  /** True when the customer cannot be reached: no code, and no claim link from the service (G5) */
  isCodeMissing: boolean;
  /** A restore may have lost operations, so an unrequested capture can be the till's own */
  hasLostOperations?: boolean;
  isDamaged?: boolean;
  /** Restored from an unauthenticated file: no money moves automatically */
  isUnproven?: boolean;
  operations: readonly OperationFact[];
}
