/**
 * One visit to a kiosk as a state machine: basket, request and timeouts. Pure. The binding acts on the state: it
 * requests a payment in `starting` and cancels one in `cancelling`. Times are in ms of a monotonic clock.
 */

import type { TillError } from "../../contract/calls/errors.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import { type Accessibility, DEFAULT_ACCESSIBILITY } from "./accessibility.ts";
import { type BasketLine, basketWith } from "./basket-lines.ts";

/** Time without input before the "still there?" question. */
export const IDLE_MS = 45_000;
/** How long the question is shown before the visit is reset. */
export const STILL_THERE_MS = 30_000;
/** An untouched PIN sheet closes after this time. */
export const EXIT_MS = 20_000;

/** After this time without a machine report, the next customer can start and the outcome is shown as pending. */
export const DROP_PATIENCE_MS = 120_000;

/** Steps of a visit. `deposit`: a deposit is approved before the choice. `only`: the single product. */
export interface Plan {
  deposit: boolean;
  only: string | null;
}

/**
 * `starting`: being requested. `open`: in progress. `cancelling`: waiting for its cancel. `over`: its result is shown.
 */
export interface OpenRequest {
  /** Idempotency key */
  reference: string;
  posTid: string | null;
  state: "starting" | "open" | "cancelling" | "over";
  /** Cancelled by the customer before the response */
  wantsCancel: boolean;
  /** Of a deposit: `awaited` - approved, and the customer chooses; `sent` - the choice was sent */
  choice: "none" | "awaited" | "sent";
  /** When the machine received the order; null: not yet */
  droppingAt: number | null;
}

/**
 * Phone number instead of the code: being typed, rejected, rate-limited or sent. The typed digits are not stored here.
 */
export type PhoneEntry = { state: "typing" | "refused" | "tooOften" } | { state: "sending"; digits: string };

export type Sheet = "help" | "languages" | "ease";

export interface Session {
  step: "attract" | "language" | "choose" | "basket" | "deposit" | "request";
  plan: Plan;
  language: CustomerLanguage | null;
  accessibility: Accessibility;
  basket: readonly BasketLine[];
  /** A free amount in minor units; null: the basket's total */
  amount: number | null;
  request: OpenRequest | null;
  /** null: the code is shown */
  phone: PhoneEntry | null;
  refusal: TillError | null;
  sheet: Sheet | null;
  /** When the staff sheet was last touched; null: closed */
  exitAt: number | null;
  touchedAt: number;
  /** When the "still there?" question was shown; null: not shown */
  askedAt: number | null;
}

/** In progress, deposit approved and choice pending, vending, or over. */
export type PaymentProgress = "under_way" | "awaits_choice" | "dropping" | "over";

export type SessionEvent =
  | { type: "touch" }
  | { type: "tick" }
  | { type: "back" }
  | { type: "cancel" }
  | { type: "cancelRefused" }
  | { type: "moreTime" }
  | { type: "reset" }
  | { type: "readRefusal" }
  | { type: "toBasket" }
  /** Retries after a failure */
  | { type: "again" }
  | { type: "begin"; plan: Plan }
  | { type: "scanned"; plan: Plan }
  | { type: "language"; language: CustomerLanguage }
  | { type: "quantity"; productId: string; quantity: number }
  /** @param reference a new key; an existing request keeps its own */
  | { type: "pay"; reference: string; amount?: number }
  | { type: "started"; reference: string; posTid: string }
  | { type: "refused"; error: TillError }
  | { type: "payment"; posTid: string; is: PaymentProgress }
  /** The service rejected the number or issued no code (`typing`): restarted with a new `reference` */
  | { type: "numberRefused"; posTid: string; reference: string; phone?: "refused" | "typing" }
  /** An open payment was found after a reload or restart */
  | { type: "found"; posTid: string; language: CustomerLanguage | null; plan: Plan }
  | { type: "phone"; is: PhoneEntry | null }
  | { type: "sheet"; sheet: Sheet | null }
  | { type: "ease"; ease: Partial<Accessibility> }
  | { type: "exit"; isOpen: boolean };

export function freshSession(now: number): Session {
  return {
    step: "attract",
    plan: { deposit: false, only: null },
    language: null,
    accessibility: DEFAULT_ACCESSIBILITY,
    basket: [],
    amount: null,
    request: null,
    phone: null,
    refusal: null,
    sheet: null,
    exitAt: null,
    touchedAt: now,
    askedAt: null,
  };
}

/** True while a request can still charge the customer: only its end closes the session. */
export function isRequestOpen({ request }: Pick<Session, "request">): boolean {
  return request !== null && request.state !== "over";
}

/** True while the customer chooses: before a request, or with an approved deposit. */
export function isChoosing({ request }: Pick<Session, "request">): boolean {
  return request === null || (request.state === "open" && request.choice === "awaited");
}

/** False after a reload, when only the payment is known. */
export function hasPurchase({ amount, basket, plan }: Pick<Session, "amount" | "basket" | "plan">): boolean {
  return amount !== null || basket.length > 0 || plan.deposit;
}

export function quantityOf({ basket }: Pick<Session, "basket">, productId: string): number {
  return basket.find((line) => line.productId === productId)?.quantity ?? 0;
}

/** Returns the session after an event; the same object when nothing changed. */
export function nextSession(session: Session, event: SessionEvent, now: number): Session {
  switch (event.type) {
    case "tick":
      return afterTime(session, now);
    case "touch":
      return session.askedAt === null
        ? { ...session, touchedAt: now, exitAt: session.exitAt === null ? null : now }
        : session;
    case "moreTime":
      return { ...session, askedAt: null, touchedAt: now };
    case "phone":
      return {
        ...session,
        phone: session.step === "request" && session.request?.state === "open" ? event.is : null,
        touchedAt: now,
      };
    case "sheet":
      return { ...session, sheet: event.sheet, touchedAt: now };
    case "ease":
      return { ...session, accessibility: { ...session.accessibility, ...event.ease }, touchedAt: now };
    case "exit":
      return { ...session, exitAt: event.isOpen ? now : null, touchedAt: now };
    case "reset":
      return isRequestOpen(session) ? session : freshSession(now);
    case "again":
      return retry(session, now);
    case "readRefusal":
      return { ...session, refusal: null, touchedAt: now };
    case "begin":
    case "scanned":
    case "language":
    case "quantity":
    case "toBasket":
    case "back":
      return afterChoice(session, event, now);
    default:
      return afterRequest(session, event, now);
  }
}

function afterTime(session: Session, now: number): Session {
  const { askedAt, exitAt, request, step: at, touchedAt } = session;
  if (exitAt !== null && now - exitAt >= EXIT_MS) return { ...session, exitAt: null };
  // Resets language and accessibility settings that were chosen without a visit.
  if (at === "attract") return isTouched(session) && now - touchedAt >= IDLE_MS ? freshSession(now) : session;
  if (request?.droppingAt != null && request.state !== "over" && now - request.droppingAt >= DROP_PATIENCE_MS)
    return { ...session, request: { ...request, state: "over" }, touchedAt: now };
  // Clears an unfinished phone number for the next customer.
  if (session.phone !== null && session.phone.state !== "sending" && now - touchedAt >= IDLE_MS)
    return { ...session, phone: null };
  if (isRequestOpen(session) && !isChoosing(session)) return session;
  if (askedAt === null) return now - touchedAt >= IDLE_MS ? { ...session, askedAt: now } : session;
  if (now - askedAt < STILL_THERE_MS) return session;
  // An approved deposit must be released first.
  return request !== null && isRequestOpen(session) ? cancelRequest(session, request, now) : freshSession(now);
}

function isTouched({ accessibility, language, sheet }: Session): boolean {
  return language !== null || accessibility !== DEFAULT_ACCESSIBILITY || sheet !== null;
}

type Choice = Extract<SessionEvent, { type: "begin" | "scanned" | "language" | "quantity" | "toBasket" | "back" }>;

function afterChoice(session: Session, event: Choice, now: number): Session {
  const touched: Session = { ...session, touchedAt: now, askedAt: null };
  switch (event.type) {
    case "begin":
      return session.step === "attract" ? startVisit(session, event.plan, now) : session;
    case "scanned":
      return session.step === "attract"
        ? { ...startVisit(session, event.plan, now), ...firstChoice(event.plan) }
        : session;
    case "language":
      return session.step === "language"
        ? { ...touched, ...firstChoice(session.plan, session.basket), language: event.language }
        : { ...touched, language: event.language };
    case "quantity":
      return isChoosing(session) && (session.step === "choose" || session.step === "basket")
        ? { ...touched, basket: basketWith(session.basket, event) }
        : session;
    case "toBasket":
      return session.step === "choose" && session.basket.length > 0 ? { ...touched, step: "basket" } : session;
    case "back":
      return previousStep(touched, now);
  }
}

/** Starts a visit. A language chosen on the idle screen is not asked for again. */
function startVisit({ accessibility, language }: Session, plan: Plan, now: number): Session {
  const session: Session = { ...freshSession(now), step: "language", plan, language, accessibility };
  return language === null ? session : { ...session, ...firstChoice(plan) };
}

/**
 * The first step after the language.
 * @param chosen the basket from before
 */
function firstChoice({ deposit, only }: Plan, chosen: Session["basket"] = []): Pick<Session, "step" | "basket"> {
  if (deposit) return { step: "deposit", basket: [] };
  return only === null
    ? { step: "choose", basket: chosen }
    : { step: "basket", basket: [{ productId: only, quantity: 1 }] };
}

/** Goes one step back. A request is left only by its end. */
function previousStep(session: Session, now: number): Session {
  if (session.phone !== null) return { ...session, phone: null };
  if (!isChoosing(session)) return session;
  switch (session.step) {
    case "basket":
      return session.plan.only !== null && session.request === null
        ? leaveSession(session, now)
        : { ...session, step: "choose" };
    case "choose":
      return session.request === null ? { ...session, step: "language" } : session;
    case "deposit":
      return { ...session, step: "language" };
    case "language":
      return leaveSession(session, now);
    default:
      return session;
  }
}

/** The customer leaves: asks first if the basket would be lost. Language and accessibility settings stay. */
function leaveSession(session: Session, now: number): Session {
  const { basket, accessibility, plan } = session;
  const isChosen = basket.some(({ productId, quantity }) => productId !== plan.only || quantity > 1);
  return isChosen ? { ...session, askedAt: now } : { ...freshSession(now), accessibility };
}

type AboutRequest = Extract<
  SessionEvent,
  { type: "pay" | "started" | "refused" | "payment" | "numberRefused" | "found" | "cancel" | "cancelRefused" }
>;

const STARTING = { posTid: null, state: "starting", wantsCancel: false, choice: "none", droppingAt: null } as const;

function afterRequest(session: Session, event: AboutRequest, now: number): Session {
  const { request } = session;
  switch (event.type) {
    case "pay":
      return startPayment(session, event, now);
    case "found":
      if (request !== null) return session;
      return {
        ...freshSession(now),
        step: "request",
        plan: event.plan,
        language: event.language,
        request: { ...STARTING, reference: "", posTid: event.posTid, state: "open" },
      };
    case "started":
      if (request?.state !== "starting" || request.reference !== event.reference) return session;
      return {
        ...session,
        request: { ...request, posTid: event.posTid, state: request.wantsCancel ? "cancelling" : "open" },
      };
    case "refused":
      return afterRefusal(session, event.error, now);
    case "payment":
      return request === null ? session : afterNews(session, request, event, now);
    case "numberRefused":
      return request === null ? session : afterNumber(session, request, event, now);
    case "cancel":
      return request === null ? session : cancelRequest(session, request, now);
    case "cancelRefused":
      // The approval was faster than the cancel: the request continues.
      return request?.state === "cancelling" ? { ...session, request: { ...request, state: "open" } } : session;
  }
}

function startPayment(
  session: Session,
  { reference, amount }: Extract<SessionEvent, { type: "pay" }>,
  now: number,
): Session {
  const { basket, request, step: at } = session;
  const touched: Session = { ...session, step: "request", touchedAt: now, askedAt: null, refusal: null };
  if (request !== null) {
    const isChosen = request.state === "open" && request.choice === "awaited" && at === "basket" && basket.length > 0;
    return isChosen ? { ...touched, request: { ...request, choice: "sent" } } : session;
  }
  const canPay = amount === undefined ? basket.length > 0 || at === "deposit" : amount > 0;
  if (!canPay || !["choose", "basket", "deposit"].includes(at)) return session;
  return {
    ...touched,
    amount: amount ?? null,
    request: { ...STARTING, reference },
  };
}

function retry(session: Session, now: number): Session {
  const { amount, plan, request } = session;
  if (request?.state !== "over" || !hasPurchase(session)) return session;
  const before = { ...session, request: null, amount: null, touchedAt: now, askedAt: null };
  if (plan.deposit) return { ...before, step: "deposit", basket: [] };
  return { ...before, step: amount !== null ? "choose" : "basket" };
}

function afterRefusal(session: Session, error: TillError, now: number): Session {
  const { amount, basket, plan, request } = session;
  const back = { ...session, refusal: error, touchedAt: now, askedAt: null };
  if (request?.state === "starting") {
    const at = amount !== null ? "choose" : plan.deposit && basket.length === 0 ? "deposit" : "basket";
    return request.wantsCancel ? freshSession(now) : { ...back, step: at, amount: null, request: null };
  }
  if (request?.choice !== "sent" || request.state !== "open") return session;
  return { ...back, step: "basket", request: { ...request, choice: "awaited" } };
}

function afterNews(
  session: Session,
  request: OpenRequest,
  { posTid, is }: Extract<SessionEvent, { type: "payment" }>,
  now: number,
): Session {
  if (request.posTid !== posTid || request.state === "over") return session;
  if (is === "over")
    return {
      ...session,
      step: "request",
      request: { ...request, state: "over" },
      phone: null,
      touchedAt: now,
      askedAt: null,
    };
  if (is === "dropping" && request.droppingAt === null)
    return { ...session, step: "request", request: { ...request, droppingAt: now } };
  if (is === "awaits_choice" && request.state === "open" && request.choice === "none")
    return { ...session, step: "choose", request: { ...request, choice: "awaited" }, touchedAt: now, askedAt: null };
  return session;
}

/** Returns to the phone number after a rejection. A restored session shows the end of its request instead. */
function afterNumber(
  session: Session,
  request: OpenRequest,
  { posTid, reference, phone = "refused" }: Extract<SessionEvent, { type: "numberRefused" }>,
  now: number,
): Session {
  if (request.posTid !== posTid || request.state !== "open" || !hasPurchase(session))
    return afterNews(session, request, { type: "payment", posTid, is: "over" }, now);
  return { ...session, request: { ...STARTING, reference }, phone: { state: phone }, touchedAt: now };
}

function cancelRequest(session: Session, request: OpenRequest, now: number): Session {
  const shown: Session = { ...session, step: "request", phone: null, touchedAt: now, askedAt: null };
  if (request.state === "starting") return { ...shown, request: { ...request, wantsCancel: true } };
  return request.state === "open" ? { ...shown, request: { ...request, state: "cancelling" } } : session;
}
