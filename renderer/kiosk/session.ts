/**
 * One customer's visit to a kiosk, as a pure machine: what they chose, the request that is open for it, and what time does to
 * both. The binding reads effects off it: a request that is `starting` is to be asked for, one that is `cancelling` to be
 * aborted at the service. Times are ms by a clock that cannot be set.
 */

import type { CustomerLanguage } from "../../contract/customer-language.ts";
import type { TillError } from "../../contract/errors.ts";
import { type BasketLine, basketWith } from "./basket-lines.ts";
import { type Ease, NO_EASE } from "./ease.ts";

/** Without a touch for so long, a customer is asked whether they are still there. */
export const IDLE_MS = 45_000;
/** For so long the question stands before everything of theirs is wiped. */
export const STILL_THERE_MS = 30_000;
/** An untouched PIN sheet goes away: customers stand here. */
export const EXIT_MS = 20_000;

/** A machine that is silent for so long about what drops does not keep the next customer: the answer is said to be awaited. */
export const DROP_PATIENCE_MS = 120_000;

/** What a visit leads through: `deposit` - an amount is approved first, and chosen for afterwards; `only` - the one product there is. */
export interface Plan {
  deposit: boolean;
  only: string | null;
}

/**
 * `starting`: main is asked to begin it · `open`: it runs · `cancelling`: its end is asked for, and awaited · `over`: it ended,
 * and what became of it is shown.
 */
export interface OpenRequest {
  /** The caller's own name for it: asked for twice, it is one payment */
  reference: string;
  /** null: main has not answered yet */
  posTid: string | null;
  state: "starting" | "open" | "cancelling" | "over";
  /** The customer wanted it cancelled before main had answered */
  wantsCancel: boolean;
  /** A deposit: `awaited` - it is approved, and what it is for is being chosen; `sent` - that was said */
  choice: "none" | "awaited" | "sent";
  /** Since when a machine has had the order; null: it has not */
  droppingAt: number | null;
}

/** A number in place of the code: typed, refused as it cannot be asked or too many were, or sent. What is typed is not kept here. */
export type PhoneEntry = { state: "typing" | "refused" | "tooOften" } | { state: "sending"; digits: string };

/** What a customer has opened over their screen. */
export type Sheet = "help" | "languages" | "ease";

export interface Session {
  step: "attract" | "language" | "choose" | "basket" | "deposit" | "request";
  plan: Plan;
  /** null: the shop's */
  language: CustomerLanguage | null;
  ease: Ease;
  basket: readonly BasketLine[];
  /** A free amount in minor units; null: what is in the basket */
  amount: number | null;
  request: OpenRequest | null;
  /** null: the code is what they scan */
  phone: PhoneEntry | null;
  /** Why nothing was begun, until it is read */
  refusal: TillError | null;
  sheet: Sheet | null;
  /** Since when the PIN sheet of staff has been untouched; null: it is not there */
  exitAt: number | null;
  touchedAt: number;
  /** Since when the customer is asked whether they are still there; null: they are not */
  askedAt: number | null;
}

/** Where a payment stands: it runs, an approved deposit waits for the choice, a machine drops it, or it is over. */
export type Standing = "under_way" | "awaits_choice" | "dropping" | "over";

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
  /** The same once more, after nothing came of it */
  | { type: "again" }
  | { type: "begin"; plan: Plan }
  /** A customer scanned before they touched anything: they choose, in the shop's language until they say another */
  | { type: "scanned"; plan: Plan }
  | { type: "language"; language: CustomerLanguage }
  | { type: "quantity"; productId: string; quantity: number }
  /** @param reference a new one; a request that is there already keeps its own */
  | { type: "pay"; reference: string; amount?: number }
  | { type: "started"; reference: string; posTid: string }
  | { type: "refused"; error: TillError }
  /** What main says of the payment */
  | { type: "payment"; posTid: string; is: Standing }
  /** The service does not know the number, or gave no code (`typing`): started again by number, under a new `reference` */
  | { type: "numberRefused"; posTid: string; reference: string; phone?: "refused" | "typing" }
  /** A page that was loaded anew, or a till that was started again, has a payment open */
  | { type: "found"; posTid: string; language: CustomerLanguage | null; plan: Plan }
  | { type: "phone"; is: PhoneEntry | null }
  | { type: "sheet"; sheet: Sheet | null }
  | { type: "ease"; ease: Partial<Ease> }
  | { type: "exit"; isOpen: boolean };

/** A session without a customer: nothing of the previous one is in it. */
export function freshSession(now: number): Session {
  return {
    step: "attract",
    plan: { deposit: false, only: null },
    language: null,
    ease: NO_EASE,
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

/** Whether a request may still change what the customer pays: only its own end closes the session then. */
export function isRequestOpen({ request }: Pick<Session, "request">): boolean {
  return request !== null && request.state !== "over";
}

/** Whether the customer chooses now: before anything is asked for, or for an approved deposit. */
export function isChoosing({ request }: Pick<Session, "request">): boolean {
  return request === null || (request.state === "open" && request.choice === "awaited");
}

/** Whether it is known here what the payment was for: a page that was loaded anew meanwhile has the payment alone. */
export function knowsWhatFor({ amount, basket, plan }: Pick<Session, "amount" | "basket" | "plan">): boolean {
  return amount !== null || basket.length > 0 || plan.deposit;
}

/** How many of a product are in the basket. */
export function quantityOf({ basket }: Pick<Session, "basket">, productId: string): number {
  return basket.find((line) => line.productId === productId)?.quantity ?? 0;
}

/** The session after something happened. The same object where nothing changed. */
export function step(session: Session, event: SessionEvent, now: number): Session {
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
      return { ...session, ease: { ...session.ease, ...event.ease }, touchedAt: now };
    case "exit":
      return { ...session, exitAt: event.isOpen ? now : null, touchedAt: now };
    case "reset":
      return isRequestOpen(session) ? session : freshSession(now);
    case "again":
      return onceMore(session, now);
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
  // A language or an ease that was chosen, and nothing after it: the next customer finds the shop's, and none.
  if (at === "attract") return isTouched(session) && now - touchedAt >= IDLE_MS ? freshSession(now) : session;
  if (request?.droppingAt != null && request.state !== "over" && now - request.droppingAt >= DROP_PATIENCE_MS)
    return { ...session, request: { ...request, state: "over" }, touchedAt: now };
  // A number that is not typed to its end is nothing for the next customer to find.
  if (session.phone !== null && session.phone.state !== "sending" && now - touchedAt >= IDLE_MS)
    return { ...session, phone: null };
  if (isRequestOpen(session) && !isChoosing(session)) return session;
  if (askedAt === null) return now - touchedAt >= IDLE_MS ? { ...session, askedAt: now } : session;
  if (now - askedAt < STILL_THERE_MS) return session;
  // An approved deposit is theirs: it goes back, and that end is awaited.
  return request !== null && isRequestOpen(session) ? cancelled(session, request, now) : freshSession(now);
}

/** Whether a customer has chosen or opened anything on the attract screen. */
function isTouched({ ease, language, sheet }: Session): boolean {
  return language !== null || ease !== NO_EASE || sheet !== null;
}

type Choice = Extract<SessionEvent, { type: "begin" | "scanned" | "language" | "quantity" | "toBasket" | "back" }>;

function afterChoice(session: Session, event: Choice, now: number): Session {
  const touched: Session = { ...session, touchedAt: now, askedAt: null };
  switch (event.type) {
    case "begin":
      return session.step === "attract" ? begun(session, event.plan, now) : session;
    case "scanned":
      return session.step === "attract" ? { ...begun(session, event.plan, now), ...firstChoice(event.plan) } : session;
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
      return before(touched, now);
  }
}

/** A customer is there: who chose their language on the attract screen is not asked for it again. */
function begun({ ease, language }: Session, plan: Plan, now: number): Session {
  const session: Session = { ...freshSession(now), step: "language", plan, language, ease };
  return language === null ? session : { ...session, ...firstChoice(plan) };
}

/** Where a customer begins once their language is known. @param chosen before they went back to the languages */
function firstChoice({ deposit, only }: Plan, chosen: Session["basket"] = []): Pick<Session, "step" | "basket"> {
  if (deposit) return { step: "deposit", basket: [] };
  return only === null
    ? { step: "choose", basket: chosen }
    : { step: "basket", basket: [{ productId: only, quantity: 1 }] };
}

/** The screen before this one. A request is left by its end alone. */
function before(session: Session, now: number): Session {
  if (session.phone !== null) return { ...session, phone: null };
  if (!isChoosing(session)) return session;
  switch (session.step) {
    case "basket":
      return session.plan.only !== null && session.request === null
        ? leaving(session, now)
        : { ...session, step: "choose" };
    case "choose":
      return session.request === null ? { ...session, step: "language" } : session;
    case "deposit":
      return { ...session, step: "language" };
    case "language":
      return leaving(session, now);
    default:
      return session;
  }
}

/**
 * A customer's own step out of their visit: they are asked first where a choice would be lost by it, and what they need to
 * read the first screen stays until they are gone.
 */
function leaving(session: Session, now: number): Session {
  const { basket, ease, plan } = session;
  const isChosen = basket.some(({ productId, quantity }) => productId !== plan.only || quantity > 1);
  return isChosen ? { ...session, askedAt: now } : { ...freshSession(now), ease };
}

type AboutRequest = Extract<
  SessionEvent,
  { type: "pay" | "started" | "refused" | "payment" | "numberRefused" | "found" | "cancel" | "cancelRefused" }
>;

/** As it begins. */
const STARTING = { posTid: null, state: "starting", wantsCancel: false, choice: "none", droppingAt: null } as const;

function afterRequest(session: Session, event: AboutRequest, now: number): Session {
  const { request } = session;
  switch (event.type) {
    case "pay":
      return paying(session, event, now);
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
      return request === null ? session : cancelled(session, request, now);
    case "cancelRefused":
      // The approval was faster: the request runs on, and its end is told as it is.
      return request?.state === "cancelling" ? { ...session, request: { ...request, state: "open" } } : session;
  }
}

function paying(session: Session, { reference, amount }: Extract<SessionEvent, { type: "pay" }>, now: number): Session {
  const { basket, request, step: at } = session;
  const touched: Session = { ...session, step: "request", touchedAt: now, askedAt: null, refusal: null };
  if (request !== null) {
    const isChosen = request.state === "open" && request.choice === "awaited" && at === "basket" && basket.length > 0;
    return isChosen ? { ...touched, request: { ...request, choice: "sent" } } : session;
  }
  const hasWhatFor = amount === undefined ? basket.length > 0 || at === "deposit" : amount > 0;
  if (!hasWhatFor || !["choose", "basket", "deposit"].includes(at)) return session;
  return {
    ...touched,
    amount: amount ?? null,
    request: { ...STARTING, reference },
  };
}

/** Where the customer was before a request that is over: what they chose is still there. */
function onceMore(session: Session, now: number): Session {
  const { amount, plan, request } = session;
  if (request?.state !== "over" || !knowsWhatFor(session)) return session;
  const before = { ...session, request: null, amount: null, touchedAt: now, askedAt: null };
  if (plan.deposit) return { ...before, step: "deposit", basket: [] };
  return { ...before, step: amount !== null ? "choose" : "basket" };
}

/** Nothing was begun, or nothing was chosen: the customer is back where they asked for it, and reads why. */
function afterRefusal(session: Session, error: TillError, now: number): Session {
  const { amount, basket, plan, request } = session;
  const back = { ...session, refusal: error, touchedAt: now, askedAt: null };
  if (request?.state === "starting") {
    const at = amount !== null ? "choose" : plan.deposit && basket.length === 0 ? "deposit" : "basket";
    // Who asked for its end has it.
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

/** No one was asked: the customer is back at their number, or at the end where this page does not know what it was for. */
function afterNumber(
  session: Session,
  request: OpenRequest,
  { posTid, reference, phone = "refused" }: Extract<SessionEvent, { type: "numberRefused" }>,
  now: number,
): Session {
  if (request.posTid !== posTid || request.state !== "open" || !knowsWhatFor(session))
    return afterNews(session, request, { type: "payment", posTid, is: "over" }, now);
  return { ...session, request: { ...STARTING, reference }, phone: { state: phone }, touchedAt: now };
}

/** Its end is asked for; until it has come the customer sees that. */
function cancelled(session: Session, request: OpenRequest, now: number): Session {
  const shown: Session = { ...session, step: "request", phone: null, touchedAt: now, askedAt: null };
  if (request.state === "starting") return { ...shown, request: { ...request, wantsCancel: true } };
  return request.state === "open" ? { ...shown, request: { ...request, state: "cancelling" } } : session;
}
