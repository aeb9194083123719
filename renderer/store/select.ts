/** Values derived from the state. Pure. */
import { isPresent, PHASES, type Phase } from "../../contract/phases.ts";
import type { Payment } from "../../contract/views.ts";
import { APPEARANCE } from "../appearance.ts";
import type { StateFilter, TillState } from "./state.ts";

/** What the Charge screen shows of the current payment. */
export type Stage =
  | { kind: "charge" }
  | { kind: "code"; payment: Payment; expired: boolean }
  | { kind: "preparing"; payment: Payment }
  | { kind: "sending"; payment: Payment }
  | { kind: "approving"; payment: Payment }
  | { kind: "finishing"; payment: Payment }
  | { kind: "result"; payment: Payment };

/** The payment at the counter, or null. */
export function currentPayment(state: TillState): Payment | null {
  return state.currentId === null ? null : (state.payments[state.currentId] ?? null);
}

/** Which of the screens around a payment is due now. */
export function stageOf(state: TillState): Stage {
  const payment = currentPayment(state);
  return payment === null ? { kind: "charge" } : stageOfPayment(state, payment);
}

function stageOfPayment(state: TillState, payment: Payment): Stage {
  switch (payment.phase) {
    case "draft":
      if (state.scanned[payment.posTid]) return { kind: "sending", payment };
      return payment.qr
        ? { kind: "code", payment, expired: hasRunOut(state, payment) }
        : { kind: "preparing", payment };
    case "queued": {
      // Only a till that shows claim links asks for the payment before anybody has scanned.
      const waitsForCode =
        payment.customer === null && state.terminal?.callbacks.scans === "claim" && !state.scanned[payment.posTid];
      return { kind: waitsForCode ? "preparing" : "sending", payment };
    }
    case "waiting":
      return { kind: "approving", payment };
    case "authorised":
      return { kind: payment.action === "SALE" && !payment.abortRequested ? "finishing" : "result", payment };
    default:
      return { kind: "result", payment };
  }
}

/** Up to here the two clocks count as equal (G27): the service tells its own in whole seconds. */
const SKEW_TOLERANCE_MS = 30_000;

/** Milliseconds until the service's own expiry, by the service's clock; null when it has given none. */
export function msLeft(state: TillState, payment: Payment): number | null {
  if (payment.expiresAt === null) return null;
  const skewMs = state.terminal?.clockSkewMs ?? 0;
  const correction = Math.abs(skewMs) > SKEW_TOLERANCE_MS ? skewMs : 0;
  return Date.parse(payment.expiresAt) - (state.now + correction);
}

function hasRunOut(state: TillState, payment: Payment): boolean {
  const left = msLeft(state, payment);
  return left !== null && left <= 0;
}

/** Open reservations, the most urgent first. */
export function reservedPayments(payments: Record<string, Payment>): Payment[] {
  return Object.values(payments)
    .filter(({ phase, action }) => phase === "partly_captured" || (phase === "authorised" && action === "AUTH"))
    .sort((a, b) => (a.expiresAt ?? "9").localeCompare(b.expiresAt ?? "9"));
}

/** What is still reserved of a payment, both parts together, in minor units. */
export function reservedLeft(payment: Payment): number {
  return payment.authorisedLeft + payment.authorisedAdditionalLeft;
}

/** What a payment comes to, as far as is known: what was taken, else what was asked for, with the additional amount. */
export function shownAmount(payment: Payment): number {
  return payment.capturedTotal > 0 ? payment.capturedTotal : payment.amount + payment.additionalAmount;
}

/** The phases behind a filter of the list; undefined for all. */
export function phasesOf(filter: StateFilter): Phase[] | undefined {
  if (filter === "all") return undefined;
  return PHASES.filter((phase) => APPEARANCE[phase].tone === filter);
}

/** Requests that wait for the connection: how many, and their sum in minor units. */
export function waitingRequests(state: TillState): { count: number; amount: number } {
  const waiting = Object.values(state.payments).filter((payment) => payment.phase === "queued");
  return {
    count: waiting.length,
    amount: waiting.reduce((sum, payment) => sum + payment.amount + payment.additionalAmount, 0),
  };
}

/** Whether a payment is to be shown again after this window was reloaded. */
export function isAtTheCounter(payment: Payment): boolean {
  return isPresent(payment.phase) && !payment.abortRequested;
}

/** Whether some dialog has the keyboard. */
export function isModal(state: TillState): boolean {
  return state.dialog !== null || state.failure !== null;
}
