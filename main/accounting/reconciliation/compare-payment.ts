import type { ComparedSide } from "../../../contract/accounting/reports.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { capturedAmounts } from "../../payments/listing.ts";
import { type Outcome, readOutcome, sum } from "../../payments/outcome.ts";
import type { PollTicket } from "../../payments/poll-tickets.ts";
import type { AppliedOutcome, PaymentStore } from "../../payments/store.ts";
import { isUnknown, isUnreadable } from "../../service/api/errors.ts";
import { getOutcome } from "../../service/api/payment-request.ts";
import type { ServiceContext } from "../../service/context.ts";
import { errorReason } from "../../service/error-reason.ts";
import type { FoundDifference } from "./differences.ts";

/** Interval between requests: at most five per second. */
export const SPACING_MS = 200;

export interface ComparePaymentPorts extends Pick<ServiceContext, "api" | "clock" | "database"> {
  store: PaymentStore;
  /** Applies the service's response to the given question */
  outcome(posTid: string, outcome: Outcome, asked: PollTicket): AppliedOutcome;
  closing: AbortSignal;
}

export type PaymentComparison =
  | { is: "compared"; found: FoundDifference | null; updated: boolean; confirming: boolean }
  | { is: "unanswered"; because: Reason };

/** A single response: an outcome, an unknown payment, or an unreadable body. */
type ServiceAnswer = { is: "outcome"; outcome: Outcome; asked: PollTicket; same: string } | NoOutcome;
type NoOutcome = { is: "unknown" | "unreadable"; outcome: null; same: string };

/** Maximum requests for one payment whose responses keep changing. */
const MAX_POLLS = 5;

/**
 * Polls a payment, applies its outcome and compares it. A response that differs from the bookings counts only when
 * repeated, so that one wrong response cannot become part of a Z.
 */
export async function comparePayment(ports: ComparePaymentPorts, posTid: string): Promise<PaymentComparison> {
  const { tid = null, isUnconfirmed: confirming = false } = ports.store.rows.find(posTid) ?? {};
  if (tid === null) return { is: "compared", found: null, updated: false, confirming };
  let before: string | null = null;
  for (let question = 1; question <= MAX_POLLS; question += 1) {
    if (question > 1) await ports.clock.sleep(SPACING_MS, ports.closing);
    if (ports.closing.aborted) return { is: "unanswered", because: reasonFor("compare_stopping") };
    const answer = await ask(ports, posTid, tid);
    if ("because" in answer) return { is: "unanswered", because: answer.because };
    if (answer.same === before || isAlreadyBooked(ports, posTid, answer.outcome)) {
      const reading = compare(ports, posTid, answer);
      // An implausible outcome is quarantined until it is repeated, so the loop polls again.
      const isQuarantined = ports.store.rows.find(posTid)?.held != null;
      if (reading !== null && (question === MAX_POLLS || !isQuarantined)) return reading;
    }
    before = answer.same;
  }
  return { is: "unanswered", because: reasonFor("compare_changing") };
}

async function ask(
  { api, store }: ComparePaymentPorts,
  posTid: string,
  tid: string,
): Promise<ServiceAnswer | { because: Reason }> {
  const ticket = store.openPoll(posTid);
  const response = await getOutcome(api, tid);
  if (!response.ok) {
    if (isUnknown(response.error)) return noOutcome("unknown");
    return isUnreadable(response.error) ? noOutcome("unreadable") : { because: errorReason(response.error) };
  }
  const read = readOutcome(response.value);
  if (read === null) return noOutcome("unreadable");
  const outcome = store.complete(posTid, read);
  const { captures, refunds } = outcome;
  return {
    is: "outcome",
    outcome,
    asked: ticket,
    same: JSON.stringify([outcome.posTid, sideOf(outcome), captures, refunds]),
  };
}

function noOutcome(is: NoOutcome["is"]): NoOutcome {
  return { is, outcome: null, same: is };
}

/** Returns whether applying the outcome changes no booking and leaves no difference. */
function isAlreadyBooked({ store, database }: ComparePaymentPorts, posTid: string, outcome: Outcome | null): boolean {
  const storedOutcome = store.rows.find(posTid)?.outcome ?? null;
  if (outcome === null || storedOutcome === null) return false;
  const parts = ({ captures, refunds }: Outcome) => JSON.stringify([captures, refunds]);
  const here = bookedHere({ database, store }, posTid);
  return (
    parts(storedOutcome) === parts(outcome) && differenceBetween({ posTid, tid: outcome.tid, here }, outcome) === null
  );
}

/** Returns null when the response is outdated by a later operation or response. */
function compare(ports: ComparePaymentPorts, posTid: string, answer: ServiceAnswer): PaymentComparison | null {
  const { store } = ports;
  const before = JSON.stringify(bookedHere(ports, posTid));
  if (answer.is === "outcome" && ports.outcome(posTid, answer.outcome, answer.asked).result === "outdated") return null;
  if (answer.is === "unreadable") store.commit(posTid, (now) => store.rows.change(posTid, { isUnreadable: true }, now));
  const here = bookedHere(ports, posTid);
  const row = store.rows.find(posTid);
  const subject = { posTid, tid: row?.tid ?? "", here };
  const found: FoundDifference | null =
    answer.is === "unreadable"
      ? { kind: "unreadable", there: null, ...subject }
      : differenceBetween(subject, answer.outcome);
  // An unchanged outcome does not update a wrong stored phase. The empty commit assesses the payment again.
  if (found !== null && store.view(posTid).phase !== row?.phase) store.commit(posTid, () => undefined);
  return {
    is: "compared",
    found,
    updated: JSON.stringify(here) !== before,
    confirming: row?.isUnconfirmed ?? false,
  };
}

/** Returns this till's side: the requested amounts and the bookings. */
export function bookedHere(
  { database, store }: Pick<ComparePaymentPorts, "database" | "store">,
  posTid: string,
): ComparedSide {
  const row = store.rows.find(posTid);
  const sums = database
    .prepare<[string], Pick<ComparedSide, "captured" | "refunded" | "tips" | "tipsRefunded" | "fees">>(
      `SELECT coalesce(sum((kind = 'capture') * (amount + additional_amount)), 0) AS captured,
         coalesce(sum((kind = 'refund') * (amount + additional_amount)), 0) AS refunded,
         coalesce(sum((kind = 'capture') * additional_amount), 0) AS tips,
         coalesce(sum((kind = 'refund') * additional_amount), 0) AS tipsRefunded,
         coalesce(sum(transaction_fee + interchange_fee), 0) AS fees
       FROM booking WHERE pos_tid = ?`,
    )
    .get(posTid);
  const { captured = 0, refunded = 0, tips = 0, tipsRefunded = 0, fees = 0 } = sums ?? {};
  const { outcome, currency = "", amount = 0 } = row ?? {};
  const requested = row?.additionalAmount ?? 0;
  const additionalAmount = row?.additionalEdit ? (outcome?.additionalAmount ?? requested) : requested;
  const status = outcome?.status ?? null;
  return { status, currency, amount, additionalAmount, captured, refunded, tips, tipsRefunded, fees };
}

export interface Compared {
  posTid: string;
  tid: string;
  here: ComparedSide;
}

export function sideOf(outcome: Outcome): ComparedSide {
  const captured = capturedAmounts(outcome);
  return {
    status: outcome.status,
    currency: outcome.currency,
    amount: outcome.amount,
    additionalAmount: outcome.additionalAmount,
    captured: captured.amount + captured.additionalAmount,
    refunded: sum(outcome.refunds, "amount") + sum(outcome.refunds, "additionalAmount"),
    tips: captured.additionalAmount,
    tipsRefunded: sum(outcome.refunds, "additionalAmount"),
    fees: outcome.transactionFee + outcome.interchangeFee,
  };
}

const MONEY = [
  "currency",
  "amount",
  "additionalAmount",
  "captured",
  "refunded",
  "tips",
  "tipsRefunded",
  "fees",
] as const satisfies (keyof ComparedSide)[];

/** Returns null when both sides are equal. An outcome of null means that the service does not know the payment. */
export function differenceBetween({ posTid, tid, here }: Compared, outcome: Outcome | null): FoundDifference | null {
  // An outcome of another payment: a refund would go to the wrong customer.
  if (outcome === null || outcome.posTid !== posTid)
    return { kind: "missing_at_service", posTid, tid, here, there: null };
  const there = sideOf(outcome);
  const money = MONEY.some((part) => here[part] !== there[part]);
  if (money) return { kind: "amounts", posTid, tid, here, there };
  return here.status === there.status ? null : { kind: "state", posTid, tid, here, there };
}
