import type { ReceiptMail } from "../../contract/customers/mail.ts";
import { EXPIRING_SOON_MS } from "../../contract/payments/reservations.ts";
import type { OfflineState, Payment, PaymentOperationKind } from "../../contract/payments/views.ts";
import { type CustomerLanguage, customerLanguageOf } from "../../contract/values/customer-language.ts";
import { isPresent } from "../../contract/values/phases.ts";
import { isUnanswered } from "../kit/appearance.ts";
import { wasRejectedByService } from "../kit/result-reason.ts";
import type { TillState } from "./state.ts";

export type Stage =
  | { kind: "charge" }
  | { kind: "notAsked"; payment: Payment }
  | { kind: "checking"; payment: Payment }
  | { kind: "code"; payment: Payment; expired: boolean }
  | { kind: "preparing"; payment: Payment }
  | { kind: "sending"; payment: Payment }
  | { kind: "approving"; payment: Payment }
  | { kind: "finishing"; payment: Payment }
  | { kind: "result"; payment: Payment };

export type PresentStage = Exclude<Stage, { kind: "charge" } | { kind: "result" }>;
export type CounterStage = Exclude<PresentStage, { kind: "notAsked" } | { kind: "checking" }>;

export function currentPayment(state: TillState): Payment | null {
  return state.currentId === null ? null : (state.payments[state.currentId] ?? null);
}

/** Returns the e-mail status of a receipt that the customer requested with the payment; null: none. */
export function receiptMailOf({ customerData, payments }: TillState, posTid: string): ReceiptMail | null {
  return (customerData.permissions[posTid] ?? payments[posTid]?.permission)?.mail ?? null;
}

export function openPaymentId({ route, selectedId, selectedIn }: TillState): string | null {
  return route === selectedIn ? selectedId : null;
}

export function stageOf(state: TillState): Stage {
  const payment = currentPayment(state);
  return payment === null ? { kind: "charge" } : stageOfPayment(state, payment);
}

/** Brings a payment to the counter; a sale in progress there becomes an open sale. */
export function bringToCounter(state: TillState, posTid: string): Pick<TillState, "currentId" | "otherSales"> {
  const { currentId } = state;
  const waiting =
    currentId !== null && isPaymentInProgress(state) ? [currentId, ...state.otherSales] : state.otherSales;
  return { currentId: posTid, otherSales: [...new Set(waiting)].filter((other) => other !== posTid) };
}

export function keepAsOpenSale(state: TillState): Pick<TillState, "currentId" | "otherSales"> {
  const { currentId } = state;
  return { currentId: null, otherSales: currentId === null ? state.otherSales : bringToCounter(state, "").otherSales };
}

/** Closes the current payment. A window that cannot start sales continues with the latest open sale. */
export function closeCurrent(state: TillState): Pick<TillState, "currentId" | "otherSales"> {
  const openOnes = state.otherSales.filter((posTid) => posTid !== state.currentId);
  const next = requiresStaff(state)
    ? openOnes.find((posTid) => isPaymentInProgress({ ...state, currentId: posTid }))
    : undefined;
  return { currentId: next ?? null, otherSales: openOnes.filter((posTid) => posTid !== next) };
}

/** Returns the counter's open and unseen sales with the current one, in order of creation. */
export function openSales(state: TillState): Payment[] {
  const { otherSales, currentId, payments } = state;
  if (otherSales.length === 0) return [];
  const shown = currentId !== null && isPaymentInProgress(state) ? [currentId, ...otherSales] : otherSales;
  return shown
    .flatMap((posTid) => payments[posTid] ?? [])
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.posTid.localeCompare(b.posTid));
}

/** True when the open sales are listed next to the amount or the code. */
export function showsOpenSales(state: TillState): boolean {
  return state.route === "charge" && stageOf(state).kind !== "result" && !requiresStaff(state);
}

/**
 * Restores the main process's open payments after a reload: the earlier sales, or else the latest.
 * @param open latest first, as the main process lists them (its clock may have been set back)
 * @param found remembered sales that are no longer open
 */
export function restoredSales(
  state: TillState,
  open: readonly Payment[],
  found: readonly Payment[],
): Partial<TillState> {
  const { currentId, otherSales, endedUnseen } = state;
  const ended = found.map(({ posTid }) => posTid).filter((posTid) => posTid !== currentId);
  if (currentId !== null || otherSales.length > 0) return { endedUnseen: [...new Set([...ended, ...endedUnseen])] };
  const [first = null, ...rest] = open.filter(isShownAfterReload).map(({ posTid }) => posTid);
  return { currentId: first, otherSales: rest };
}

/** True while the current payment is in progress. */
export function isPaymentInProgress(state: TillState): boolean {
  const { kind } = stageOf(state);
  return kind !== "charge" && kind !== "result";
}

/** True in kiosk mode, unless the kiosk was left temporarily. */
export function isInKioskMode({ terminal }: Pick<TillState, "terminal">): boolean {
  return terminal?.mode === "kiosk" && !terminal.kioskLeft;
}

/** True when the window belongs to customers: a configured kiosk with an owner who can exit by PIN. */
export function isCustomerWindow(state: TillState): boolean {
  return isInKioskMode(state) && !isSettingUp(state) && state.terminal?.people.hasOwner !== false;
}

/** Returns the customers' language: as chosen, or that of the shop's locale. */
export function customersLanguage({ shell, terminal }: Pick<TillState, "shell" | "terminal">): CustomerLanguage {
  return shell.language ?? customerLanguageOf(terminal?.locale ?? "");
}

/** True when sign-in is required and no user is signed in. */
export function isLockedOut({ terminal }: Pick<TillState, "terminal">): boolean {
  return terminal?.people.requireSignIn === true && terminal.staff === null;
}

/** True when payments require a signed-in user and none exists; the main process then refuses. */
export function requiresStaff(state: Pick<TillState, "terminal">): boolean {
  return isLockedOut(state) || (isInKioskMode(state) && state.terminal?.staff === null);
}

/** True when the sign-in screen is due: never during a payment or its result. */
export function isLocked(state: TillState): boolean {
  return isLockedOut(state) && stageOf(state).kind === "charge";
}

function stageOfPayment(state: TillState, payment: Payment): Stage {
  // A cancelled payment is closed for the counter, even if the customer approves it later.
  if (payment.undoing || payment.codeMissing) return { kind: "result", payment };
  if (isNotAsked(state, payment)) return { kind: "notAsked", payment };
  if (isChecking(state, payment) || isAnswerUnknown(state, payment)) return { kind: "checking", payment };
  switch (payment.phase) {
    case "draft":
      if (state.scanned[payment.posTid]) return { kind: "sending", payment };
      return payment.qr
        ? { kind: "code", payment, expired: hasRunOut(state, payment) }
        : { kind: "preparing", payment };
    case "queued": {
      // Only a till with claim links requests the payment before a scan.
      const waitsForCode =
        payment.customer === null && state.terminal?.callbacks.scans === "claim" && !state.scanned[payment.posTid];
      return { kind: waitsForCode ? "preparing" : "sending", payment };
    }
    case "waiting":
      return { kind: "approving", payment };
    case "authorised":
      return { kind: payment.action === "SALE" ? "finishing" : "result", payment };
    default:
      return { kind: "result", payment };
  }
}

/**
 * True when nothing was sent, so the customer knows nothing. A running attempt does not change the screen: it may fail
 * like the last one.
 */
function isNotAsked({ terminal }: TillState, { asked, checkingSince, phase }: Payment): boolean {
  const isAnswerMissing = asked === "unknown" && checkingSince !== null;
  if (asked === "yes" || isAnswerMissing || terminal?.connectivity === "online") return false;
  return phase === "draft" || phase === "queued";
}

/** The customer was asked and may have answered, but the connection is lost. */
export function isAnswerUnknown(
  { terminal }: Pick<TillState, "terminal">,
  { phase, abortRequested }: Pick<Payment, "phase" | "abortRequested">,
): boolean {
  const isCut = terminal?.connectivity === "offline" || terminal?.connectivity === "auth_failed";
  return isCut && phase === "waiting" && !abortRequested;
}

/** After this delay the screen says that the outcome is unknown and offers safe actions. */
const CHECKING_AFTER_MS = 30_000;
/** The shorter delay while it is unknown whether the customer was asked. */
const NOT_KNOWN_IF_ASKED_AFTER_MS = 5000;

/** True when an operation has been unanswered for too long. */
function isChecking({ now }: Pick<TillState, "now">, payment: Payment): boolean {
  const { checkingSince, asked, phase, action } = payment;
  const undecided = isPresent(phase) || (phase === "authorised" && action === "SALE");
  if (checkingSince === null || !undecided) return false;
  return now - Date.parse(checkingSince) >= (asked === "unknown" ? NOT_KNOWN_IF_ASKED_AFTER_MS : CHECKING_AFTER_MS);
}

export function unansweredOf({ operations }: Payment): PaymentOperationKind[] {
  const kinds = operations.filter(isUnanswered).flatMap(({ kind }) => (kind === "permission" ? [] : [kind]));
  return [...new Set(kinds)].reverse();
}

/** Tolerated clock difference (G27): the service reports whole seconds. */
const SKEW_TOLERANCE_MS = 30_000;

/** Remaining ms of the code on screen: the shorter of the service's expiry and the code's own. */
export function msLeft(state: TillState, payment: Payment): number | null {
  const code = payment.codeUntil === null ? null : Date.parse(payment.codeUntil) - nowAt(state, payment);
  const request = msOfRequest(state, payment);
  return code === null || request === null ? (code ?? request) : Math.min(code, request);
}

/** Remaining ms of the code before the customer answered; null afterwards, when the reservation's time applies. */
export function msToAnswer(state: TillState, payment: Payment): number | null {
  return isPresent(payment.phase) ? msLeft(state, payment) : null;
}

/** Remaining ms by the service's clock; null when it reported no expiry. */
function msOfRequest(state: TillState, payment: Payment): number | null {
  if (payment.expiresAt === null) return null;
  const skewMs = state.terminal?.clockSkewMs ?? 0;
  const correction = Math.abs(skewMs) > SKEW_TOLERANCE_MS ? skewMs : 0;
  return Date.parse(payment.expiresAt) - (nowAt(state, payment) + correction);
}

/** At least the payment's own time: the window's clock has a resolution of one second. */
function nowAt({ now }: TillState, { modifiedAt }: Payment): number {
  return Math.max(now, Date.parse(modifiedAt));
}

/** True when the code can be extended within the service's expiry. */
export function canExtendCode(state: TillState, payment: Payment): boolean {
  const request = msOfRequest(state, payment);
  const { codeUntil, codeRanOut, abortRequested } = payment;
  if (codeUntil === null || codeRanOut || abortRequested) return false;
  return request === null || request > Date.parse(codeUntil) - nowAt(state, payment);
}

function hasRunOut(state: TillState, payment: Payment): boolean {
  const left = msLeft(state, payment);
  return left !== null && left <= 0;
}

export function reservedPayments(payments: Record<string, Payment>): Payment[] {
  return Object.values(payments)
    .filter((payment) => reservedLeft(payment) > 0)
    .sort((a, b) => (a.expiresAt ?? "9").localeCompare(b.expiresAt ?? "9"));
}

export function countExpiringReservations(state: TillState): number {
  return reservedPayments(state.payments).filter((payment) => {
    const left = msLeft(state, payment);
    return left !== null && left > 0 && left <= EXPIRING_SOON_MS;
  }).length;
}

export function countPartialCaptures(state: TillState): number {
  return reservedPayments(state.payments).filter(isPartialCaptureRest).length;
}

export function isPartialCaptureRest({ phase, attention }: Payment): boolean {
  return phase === "partly_captured" && attention !== null;
}

/** Reserved amount with tip, in minor units. */
export function reservedLeft(payment: Payment): number {
  return payment.authorisedLeft + payment.authorisedAdditionalLeft;
}

/** Released amount with tip, in minor units. */
export function releasedOf(payment: Payment): number {
  const wasReleased = payment.operations.some(({ kind, state }) => kind === "release" && state === "done");
  if (!wasReleased || reservedLeft(payment) > 0) return 0;
  return Math.max(0, payment.amount + payment.additionalAmount - payment.capturedTotal);
}

/** The amount to show: captured, or else requested, with tip. */
export function shownAmount(payment: Payment): number {
  return payment.capturedTotal > 0 ? payment.capturedTotal : payment.amount + payment.additionalAmount;
}

/** Captured less refunded, with tip, in minor units. */
export function netOf({ capturedTotal, refundedTotal }: Payment): number {
  return capturedTotal - refundedTotal;
}

/** True when the same sale can be charged again. */
export function canChargeAgain(payment: Payment): boolean {
  const { codeMissing, phase, late } = payment;
  return (
    late === null &&
    (codeMissing || phase === "aborted" || phase === "expired" || phase === "rejected" || wasRejectedByService(payment))
  );
}

export function endedWithoutMoney(payment: Payment): boolean {
  const { late, phase, undoing } = payment;
  return !isPresent(phase) && !undoing && late === null && (canChargeAgain(payment) || phase === "released");
}

/** True when this window still knows the customer. The main process masks numbers and keeps no scanned code. */
export function knowsCustomer(
  { draftsByPosTid }: Pick<TillState, "draftsByPosTid">,
  { posTid, customer }: Payment,
): boolean {
  const draft = draftsByPosTid[posTid];
  return customer === null || (draft !== undefined && (draft.phone !== "" || draft.customer !== null));
}

/** True when a payment is shown again after a reload. */
export function isShownAfterReload(payment: Payment): boolean {
  return isPresent(payment.phase) && !payment.abortRequested && !wasLeft(payment);
}

/** True when the cashier moved on: the payment could be left and no longer can. */
function wasLeft({ operations, steps }: Payment): boolean {
  return operations.some(({ kind }) => kind === "create") && !steps.includes("leave");
}

export function inboxOf(payments: Record<string, Payment>): Payment[] {
  return Object.values(payments)
    .filter(({ late }) => late !== null)
    .sort((a, b) => (a.late?.since ?? "").localeCompare(b.late?.since ?? ""));
}

/** The main process's count, or a higher one from later events. */
export function inboxCount({ terminal, payments }: TillState): number {
  return Math.max(terminal?.inbox ?? 0, inboxOf(payments).length);
}

/** Counts notices out of sight: unseen results, late money and owner notices. */
export function newsCount(state: TillState): number {
  const { endedUnseen, lateMoneyUnseen, payments, terminal } = state;
  const late = lateMoneyUnseen !== null && payments[lateMoneyUnseen]?.late != null ? 1 : 0;
  const inSight = new Set(showsOpenSales(state) ? state.otherSales : []);
  const known = endedUnseen.filter((posTid) => payments[posTid] && !inSight.has(posTid)).length;
  return known + late + (terminal?.damage ? 1 : 0) + (terminal?.previousKeyUntil ? 1 : 0);
}

/** Returns the offline limits; null while online. */
export function offlineLimits({ terminal }: TillState): OfflineState | null {
  return terminal?.connectivity === "offline" ? terminal.offline : null;
}

/** True in the welcome screen and the setup wizard, where shortcuts are disabled. */
export function isSettingUp({ route, terminal }: Pick<TillState, "route" | "terminal">): boolean {
  return route === "setup" || terminal?.setup === "first_run";
}

/** True when a screen without a keypad has the keyboard: setup, sign-in, first PIN or kiosk. */
export function hasOwnKeyboard(state: TillState): boolean {
  return isSettingUp(state) || isLocked(state) || needsOwner(state) || isCustomerWindow(state);
}

/** True when the first owner must be set: never during a payment or its result. */
export function needsOwner(state: TillState): boolean {
  return state.terminal?.people.hasOwner === false && stageOf(state).kind === "charge";
}

export function isModal(state: TillState): boolean {
  return state.dialog !== null || state.failure !== null;
}
