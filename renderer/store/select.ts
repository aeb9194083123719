/** Values derived from the state. Pure. */
import { type CustomerLanguage, languageOf } from "../../contract/customer-language.ts";
import type { ReceiptMail } from "../../contract/mail.ts";
import { isPresent } from "../../contract/phases.ts";
import { SOON_MS } from "../../contract/reservations.ts";
import type { OfflineState, Payment, PaymentOperationKind } from "../../contract/views.ts";
import { isUnanswered } from "../kit/appearance.ts";
import { wasNotAccepted } from "../kit/refused.ts";
import type { TillState } from "./state.ts";

/** What the Charge screen shows of the current payment. */
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

/** The stages of a payment that has not ended. */
export type PresentStage = Exclude<Stage, { kind: "charge" } | { kind: "result" }>;
/** The stages on the usual way from the code to the money. */
export type CounterStage = Exclude<PresentStage, { kind: "notAsked" } | { kind: "checking" }>;

/** The payment at the counter, or null. */
export function currentPayment(state: TillState): Payment | null {
  return state.currentId === null ? null : (state.payments[state.currentId] ?? null);
}

/** How a payment's receipt gets on with its way to the mail of the customer who was asked for that with it; null: it has none. */
export function receiptMailOf({ customerData, payments }: TillState, posTid: string): ReceiptMail | null {
  return (customerData.permissions[posTid] ?? payments[posTid]?.permission)?.mail ?? null;
}

/** The payment that is open on the screen, beside its list or over it; null: none is. */
export function openedId({ route, selectedId, selectedIn }: TillState): string | null {
  return route === selectedIn ? selectedId : null;
}

/** Which of the screens around a payment is due now. */
export function stageOf(state: TillState): Stage {
  const payment = currentPayment(state);
  return payment === null ? { kind: "charge" } : stageOfPayment(state, payment);
}

/** What the counter shows when a payment is brought to it: one that is still under way there waits beside it. */
export function covering(state: TillState, posTid: string): Pick<TillState, "currentId" | "covered"> {
  const { currentId } = state;
  const waiting = currentId !== null && isUnderWay(state) ? [currentId, ...state.covered] : state.covered;
  return { currentId: posTid, covered: [...new Set(waiting)].filter((other) => other !== posTid) };
}

/** What the counter shows when its sale is left to wait for its customer: the next one's amount. */
export function parked(state: TillState): Pick<TillState, "currentId" | "covered"> {
  const { currentId } = state;
  return { currentId: null, covered: currentId === null ? state.covered : covering(state, "").covered };
}

/**
 * What the counter shows after the payment on it: the next sale, with those that wait beside it. A window where nobody
 * can begin a sale goes on with the latest that waits.
 */
export function dismissed(state: TillState): Pick<TillState, "currentId" | "covered"> {
  const covered = state.covered.filter((posTid) => posTid !== state.currentId);
  const next = isForStaff(state) ? covered.find((posTid) => isUnderWay({ ...state, currentId: posTid })) : undefined;
  return { currentId: next ?? null, covered: covered.filter((posTid) => posTid !== next) };
}

/** The sales of this counter that wait for their customers, or ended unseen: with the one on the screen, as they were begun. */
export function openSales(state: TillState): Payment[] {
  const { covered, currentId, payments } = state;
  if (covered.length === 0) return [];
  const shown = currentId !== null && isUnderWay(state) ? [currentId, ...covered] : covered;
  return shown
    .flatMap((posTid) => payments[posTid] ?? [])
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.posTid.localeCompare(b.posTid));
}

/** Whether the open sales are in sight: beside the amount and the code, where a user can open them. */
export function showsOpenSales(state: TillState): boolean {
  return state.route === "charge" && stageOf(state).kind !== "result" && !isForStaff(state);
}

/**
 * What a window that was opened anew shows of the payments that main has open: the latest, the others beside it. One
 * that remembers what it showed goes on with that.
 * @param open the latest first, as main lists them: its clock may have been set back since
 * @param found what has become of the sales that it remembers, where they are not open any more
 */
export function adopted(state: TillState, open: readonly Payment[], found: readonly Payment[]): Partial<TillState> {
  const { currentId, covered, endNews } = state;
  const ended = found.map(({ posTid }) => posTid).filter((posTid) => posTid !== currentId);
  if (currentId !== null || covered.length > 0) return { endNews: [...new Set([...ended, ...endNews])] };
  const [first = null, ...rest] = open.filter(isAtTheCounter).map(({ posTid }) => posTid);
  return { currentId: first, covered: rest };
}

/** Whether the payment at the counter still waits for something: one that is over is nobody's open payment. */
export function isUnderWay(state: TillState): boolean {
  const { kind } = stageOf(state);
  return kind !== "charge" && kind !== "result";
}

/** Whether customers stand at this window now: a kiosk that somebody left for now is a window as any other. */
export function isKioskNow({ terminal }: Pick<TillState, "terminal">): boolean {
  return terminal?.mode === "kiosk" && !terminal.kioskLeft;
}

/** Whether the whole window is the customers': a kiosk that is set up, and has an owner who can leave it by their PIN. */
export function isForKiosk(state: TillState): boolean {
  return isKioskNow(state) && !isSettingUp(state) && state.terminal?.people.hasOwner !== false;
}

/** What customers read here: as it was chosen, or as the shop writes its amounts. */
export function customersLanguage({ shell, terminal }: Pick<TillState, "shell" | "terminal">): CustomerLanguage {
  return shell.language ?? languageOf(terminal?.locale ?? "");
}

/** Whether nobody is signed in where everybody has to: then the payment at the counter is all there is to see. */
export function isShut({ terminal }: Pick<TillState, "terminal">): boolean {
  return terminal?.people.requireSignIn === true && terminal.staff === null;
}

/** Whether the payments and what is done with them are for staff, and nobody is signed in: main refuses both then. */
export function isForStaff(state: Pick<TillState, "terminal">): boolean {
  return isShut(state) || (isKioskNow(state) && state.terminal?.staff === null);
}

/** Whether somebody has to sign in first: never while a payment is under way, or its result is shown. */
export function isLocked(state: TillState): boolean {
  return isShut(state) && stageOf(state).kind === "charge";
}

function stageOfPayment(state: TillState, payment: Payment): Stage {
  // What was cancelled has nothing left to wait for at the counter, whatever the customer approved meanwhile.
  if (payment.undoing || payment.codeMissing) return { kind: "result", payment };
  if (isNotAsked(state, payment)) return { kind: "notAsked", payment };
  if (isChecking(state, payment) || isUnheard(state, payment)) return { kind: "checking", payment };
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
      return { kind: payment.action === "SALE" ? "finishing" : "result", payment };
    default:
      return { kind: "result", payment };
  }
}

/**
 * Nothing was sent, and nothing can be: the customer does not know of it. An attempt that is out just now does not
 * change the screen: it may find the service as far away as the last one did, and then nothing was asked either.
 */
function isNotAsked({ terminal }: TillState, { asked, checkingSince, phase }: Payment): boolean {
  const isAnswerMissing = asked === "unknown" && checkingSince !== null;
  if (asked === "yes" || isAnswerMissing || terminal?.connectivity === "online") return false;
  return phase === "draft" || phase === "queued";
}

/** The customer was asked and may have answered: without a connection the till cannot know. */
export function isUnheard(
  { terminal }: Pick<TillState, "terminal">,
  { phase, abortRequested }: Pick<Payment, "phase" | "abortRequested">,
): boolean {
  const isCut = terminal?.connectivity === "offline" || terminal?.connectivity === "auth_failed";
  return isCut && phase === "waiting" && !abortRequested;
}

/** From here on "not known yet" is said, and what can safely be done meanwhile. */
const CHECKING_AFTER_MS = 30_000;
/** Whether the customer was asked at all is worth saying sooner. */
const NOT_KNOWN_IF_ASKED_AFTER_MS = 5000;

/** Whether something about a payment has been asked for so long that waiting is no longer all there is to do. */
function isChecking({ now }: Pick<TillState, "now">, payment: Payment): boolean {
  const { checkingSince, asked, phase, action } = payment;
  const undecided = isPresent(phase) || (phase === "authorised" && action === "SALE");
  if (checkingSince === null || !undecided) return false;
  return now - Date.parse(checkingSince) >= (asked === "unknown" ? NOT_KNOWN_IF_ASKED_AFTER_MS : CHECKING_AFTER_MS);
}

/** What the till has asked without an answer, the latest first. */
export function unansweredOf({ operations }: Payment): PaymentOperationKind[] {
  const kinds = operations.filter(isUnanswered).flatMap(({ kind }) => (kind === "permission" ? [] : [kind]));
  return [...new Set(kinds)].reverse();
}

/** Up to here the two clocks count as equal (G27): the service tells its own in whole seconds. */
const SKEW_TOLERANCE_MS = 30_000;

/** Milliseconds that are left of what stands on the screen: the service's time and the code's own, the shorter of them. */
export function msLeft(state: TillState, payment: Payment): number | null {
  const code = payment.codeUntil === null ? null : Date.parse(payment.codeUntil) - nowAt(state, payment);
  const request = msOfRequest(state, payment);
  return code === null || request === null ? (code ?? request) : Math.min(code, request);
}

/** The same until the customer has answered, then null: from there on the time is the reservation's. */
export function msToAnswer(state: TillState, payment: Payment): number | null {
  return isPresent(payment.phase) ? msLeft(state, payment) : null;
}

/** Milliseconds until the service's own expiry, by the service's clock; null when it has given none. */
function msOfRequest(state: TillState, payment: Payment): number | null {
  if (payment.expiresAt === null) return null;
  const skewMs = state.terminal?.clockSkewMs ?? 0;
  const correction = Math.abs(skewMs) > SKEW_TOLERANCE_MS ? skewMs : 0;
  return Date.parse(payment.expiresAt) - (nowAt(state, payment) + correction);
}

/** Never before the payment itself: the window's clock ticks once a second, and a change may be newer than that. */
function nowAt({ now }: TillState, { modifiedAt }: Payment): number {
  return Math.max(now, Date.parse(modifiedAt));
}

/** Whether a code can be shown for longer: not beyond the time that the service gave the request itself. */
export function mayExtend(state: TillState, payment: Payment): boolean {
  const request = msOfRequest(state, payment);
  const { codeUntil, codeRanOut, abortRequested } = payment;
  if (codeUntil === null || codeRanOut || abortRequested) return false;
  return request === null || request > Date.parse(codeUntil) - nowAt(state, payment);
}

function hasRunOut(state: TillState, payment: Payment): boolean {
  const left = msLeft(state, payment);
  return left !== null && left <= 0;
}

/** Everything that is reserved and not captured, in whatever state otherwise, the most urgent first. */
export function reservedPayments(payments: Record<string, Payment>): Payment[] {
  return Object.values(payments)
    .filter((payment) => reservedLeft(payment) > 0)
    .sort((a, b) => (a.expiresAt ?? "9").localeCompare(b.expiresAt ?? "9"));
}

/** How many reservations end within that time, and have not yet. */
export function lapsingSoon(state: TillState): number {
  return reservedPayments(state.payments).filter((payment) => {
    const left = msLeft(state, payment);
    return left !== null && left > 0 && left <= SOON_MS;
  }).length;
}

/** How many sales were captured in part by hand, so that a person must decide about the rest. */
export function restsOfSales(state: TillState): number {
  return reservedPayments(state.payments).filter(isRestOfSale).length;
}

/** Whether what is reserved is the rest of a sale that a person captured in part. */
export function isRestOfSale({ phase, attention }: Payment): boolean {
  return phase === "partly_captured" && attention !== null;
}

/** What is still reserved of a payment, both parts together, in minor units. */
export function reservedLeft(payment: Payment): number {
  return payment.authorisedLeft + payment.authorisedAdditionalLeft;
}

/** What was given back of a reservation without having been taken, both parts together, in minor units. */
export function releasedOf(payment: Payment): number {
  const wasReleased = payment.operations.some(({ kind, state }) => kind === "release" && state === "done");
  if (!wasReleased || reservedLeft(payment) > 0) return 0;
  return Math.max(0, payment.amount + payment.additionalAmount - payment.capturedTotal);
}

/** What a payment comes to, as far as is known: what was taken, else what was asked for, with the additional amount. */
export function shownAmount(payment: Payment): number {
  return payment.capturedTotal > 0 ? payment.capturedTotal : payment.amount + payment.additionalAmount;
}

/** What is left of a payment that was refunded in part, both parts together, in minor units. */
export function netOf({ capturedTotal, refundedTotal }: Payment): number {
  return capturedTotal - refundedTotal;
}

/** Whether nothing came of a payment, so that the same sale can be asked for once more. */
export function mayAskAgain(payment: Payment): boolean {
  const { codeMissing, phase, late } = payment;
  return (
    late === null &&
    (codeMissing || phase === "aborted" || phase === "expired" || phase === "rejected" || wasNotAccepted(payment))
  );
}

/** Whether a payment ended and no money was taken or reserved. */
export function endedWithoutMoney(payment: Payment): boolean {
  const { late, phase, undoing } = payment;
  return !isPresent(phase) && !undoing && late === null && (mayAskAgain(payment) || phase === "released");
}

/** Whether this window can ask the same customer again: main shows numbers masked, and keeps no scanned code. */
export function knowsCustomer({ asked }: Pick<TillState, "asked">, { posTid, customer }: Payment): boolean {
  const draft = asked[posTid];
  return customer === null || (draft !== undefined && (draft.phone !== "" || draft.customer !== null));
}

/** Whether a payment is to be shown again after this window was reloaded. */
export function isAtTheCounter(payment: Payment): boolean {
  return isPresent(payment.phase) && !payment.abortRequested && !wasLeft(payment);
}

/** Whether the cashier went on to the next customer: what was sent could be left, and cannot be any more. */
function wasLeft({ operations, steps }: Payment): boolean {
  return operations.some(({ kind }) => kind === "create") && !steps.includes("leave");
}

/** Late money that waits for a decision, the oldest first. */
export function inboxOf(payments: Record<string, Payment>): Payment[] {
  return Object.values(payments)
    .filter(({ late }) => late !== null)
    .sort((a, b) => (a.late?.since ?? "").localeCompare(b.late?.since ?? ""));
}

/** As many as main says, or as the window has heard of since. */
export function inboxCount({ terminal, payments }: TillState): number {
  return Math.max(terminal?.inbox ?? 0, inboxOf(payments).length);
}

/** How much news waits that is not in sight: what ended unseen, late money, and what the owner has to hear of the till itself. */
export function newsCount(state: TillState): number {
  const { endNews, lateNews, payments, terminal } = state;
  const late = lateNews !== null && payments[lateNews]?.late != null ? 1 : 0;
  const inSight = new Set(showsOpenSales(state) ? state.covered : []);
  const known = endNews.filter((posTid) => payments[posTid] && !inSight.has(posTid)).length;
  return known + late + (terminal?.damage ? 1 : 0) + (terminal?.previousKeyUntil ? 1 : 0);
}

/** What a failed command would have been allowed while the till is offline; null while it is not. */
export function offlineLimits({ terminal }: TillState): OfflineState | null {
  return terminal?.connectivity === "offline" ? terminal.offline : null;
}

/** Whether the welcome or the set-up wizard has the whole window: the till's own keys do nothing then. */
export function isSettingUp({ route, terminal }: Pick<TillState, "route" | "terminal">): boolean {
  return route === "setup" || terminal?.setup === "first_run";
}

/** Whether a screen without a keypad behind it has the keyboard: set-up, sign-in, the first owner's PIN, or a kiosk's. */
export function isElsewhere(state: TillState): boolean {
  return isSettingUp(state) || isLocked(state) || lacksOwner(state) || isForKiosk(state);
}

/** Whether the first owner has to be chosen: never while a payment is under way, or its result is shown. */
export function lacksOwner(state: TillState): boolean {
  return state.terminal?.people.hasOwner === false && stageOf(state).kind === "charge";
}

/** Whether some dialog has the keyboard. */
export function isModal(state: TillState): boolean {
  return state.dialog !== null || state.failure !== null;
}
