/** The customer's view of a payment: amount, code and outcome, never the payer or a reference. Pure. */
import { localisedLineName, type Product } from "../../../contract/catalogue/catalogue.ts";
import { isVendOpen, type VendView } from "../../../contract/kiosk/vend.ts";
import { displayedMatchWords } from "../../../contract/payments/match-words.ts";
import type { Payment, Terminal } from "../../../contract/payments/views.ts";
import type {
  DisplayMessage,
  DisplayQuestion,
  DisplayState,
  DisplayText,
  DisplayView,
  TipOffer,
} from "../../../contract/receipts/display.ts";
import type { TakeAway } from "../../../contract/receipts/receipts.ts";
import { type CustomerLanguage, customerLocale } from "../../../contract/values/customer-language.ts";
import type { PaymentLine } from "../../../contract/values/lines.ts";
import { isPresent } from "../../../contract/values/phases.ts";

/** Clocks that differ by less count as equal (G27): the service reports its time in whole seconds. */
const SKEW_TOLERANCE_MS = 30_000;

export type DisplayTerminal = Pick<
  Terminal,
  "merchant" | "pos" | "environment" | "locale" | "currency" | "connectivity" | "clockSkewMs" | "counter" | "vending"
>;

const NOTHING = {
  reserves: false,
  tip: false,
  code: null,
  until: null,
  words: null,
  lines: [],
  additionalAmount: 0,
  takeAway: null,
  offer: null,
  question: null,
  message: null,
};

export type NamedProduct = Pick<Product, "id" | "name" | "names">;

export interface ViewContext {
  terminal: DisplayTerminal;
  products: readonly NamedProduct[];
  language: CustomerLanguage;
  usualLanguage: CustomerLanguage;
  /** A scanned code is hidden at once, so that no second customer can use it */
  scanned: boolean;
  /** The tip question before a payment, shown even while another payment is in progress */
  offer: TipOffer | null;
  /** The permission question, while no payment is shown */
  question: DisplayQuestion | null;
  message: DisplayMessage | null;
  takeAway(posTid: string): TakeAway | null;
}

export function displayView(payment: Payment | null, around: ViewContext): DisplayView {
  const { terminal, products, language, usualLanguage, scanned, offer, question, message } = around;
  const { merchant, pos, environment, currency, counter } = terminal;
  const locale = customerLocale(language, terminal.locale);
  const { appName, accent, logo } = counter;
  const look = { appName, accent, logo };
  const shop = { shop: merchant.name ?? pos.name, environment, language, usualLanguage, locale, look };
  const idle = { ...NOTHING, ...shop, currency };
  if (offer !== null) return { ...idle, state: "tip", text: "tip", amount: offer.amount + (offer.chosen ?? 0), offer };
  if (payment === null && question !== null) {
    const { code, until } = question;
    return { ...idle, state: "ask", text: "ask", amount: null, code, until, question };
  }
  if (payment === null && message !== null)
    return { ...idle, state: "message", text: "message", amount: null, message };
  if (payment === null) return { ...idle, state: "idle", text: "welcome", amount: null };
  const chargesOrdered = (payment.vend?.unknownDrop ?? terminal.vending?.unknownDrop) === "capture";
  const [state, text] = stateOf(payment, {
    scanned,
    isOnline: terminal.connectivity === "online",
    chargesOrdered,
  });
  const isAsked = state === "pay" || state === "approve";
  return {
    ...NOTHING,
    ...shop,
    state,
    text,
    currency: payment.currency,
    amount: payment.capturedTotal > 0 ? payment.capturedTotal : payment.amount + payment.additionalAmount,
    reserves: payment.action === "AUTH",
    tip: isAsked && payment.additionalEdit,
    code: state === "pay" ? (payment.qr?.text ?? null) : null,
    words: isAsked ? displayedMatchWords(payment, language) : null,
    lines: payment.lines.map((line) => ({ ...line, name: nameOf(line, products, language) })),
    additionalAmount: payment.additionalAmount,
    takeAway: state === "paid" ? around.takeAway(payment.posTid) : null,
    until: isAsked ? earlier(toLocalTime(payment.expiresAt, terminal.clockSkewMs), payment.codeUntil) : null,
  };
}

function nameOf({ name, productId }: PaymentLine, products: readonly NamedProduct[], language: CustomerLanguage) {
  if (name === null) return null;
  const product = products.find(({ id }) => id === productId);
  return localisedLineName(name, product, language);
}

/** Part of a payment that a customer can see: an action to take, a product being dispensed, or an outcome. */
export type DisplayPlace = "under_way" | "dropping" | "over" | "gone";

export function placeOf(payment: Payment): DisplayPlace {
  if (isLeftBehind(payment) || payment.phase === "refunded" || payment.phase === "partly_refunded") return "gone";
  if (payment.late !== null) return "over";
  // A machine that stays silent frees the display for the next customer, unless the customer has yet to choose.
  const isVending = isReserved(payment) && isVendOpen(payment.vend) && !payment.undoing;
  if (isVending && payment.vend?.state !== "authorising") return "dropping";
  return isPresent(payment.phase) || capturesAutomatically(payment) || payment.undoing || isVending
    ? "under_way"
    : "over";
}

interface Moment {
  scanned: boolean;
  isOnline: boolean;
  /** True when a machine that cannot report drops is paid by order */
  chargesOrdered: boolean;
}

function stateOf(payment: Payment, { scanned, isOnline, chargesOrdered }: Moment): [DisplayState, DisplayText] {
  // Late money needs an operator, so the display says nothing more.
  if (payment.late !== null) return ["wait", "staff"];
  if (payment.undoing) return ["wait", "undoing"];
  if (payment.codeMissing) return ["not_paid", "noCode"];
  if (payment.abortRequested && placeOf(payment) === "under_way") return ["wait", "cancelling"];
  if (isReserved(payment) && payment.vend !== null) return ["wait", vendText(payment.vend, chargesOrdered)];
  switch (payment.phase) {
    case "draft":
      if (scanned) return ["wait", waitText(payment, isOnline)];
      // A code that cannot be paid now would mislead the customer.
      return payment.qr === null || !isOnline ? ["wait", "moment"] : ["pay", "scan"];
    case "queued":
      return ["wait", payment.customer === null && !scanned ? "moment" : waitText(payment, isOnline)];
    case "waiting":
      return ["approve", isOnline ? "approve" : "unheard"];
    case "authorised":
      return capturesAutomatically(payment) ? ["wait", "finishing"] : ["reserved", "reserved"];
    case "partly_captured":
      return ["reserved", "reserved"];
    case "captured":
    case "partly_refunded":
    case "refunded":
      return ["paid", "paid"];
    case "rejected":
      return ["not_paid", "declined"];
    case "expired":
      return ["not_paid", "expired"];
    case "aborted":
    case "released":
      return ["not_paid", "cancelled"];
    case "attention":
      return ["wait", "staff"];
  }
}

/** Text of a vend with reserved money. After its end, the reservation is released or an operator decides. */
function vendText(vend: VendView, chargesOrdered: boolean): DisplayText {
  if (vend.state === "cancelled") return "undoing";
  if (!isVendOpen(vend)) return "staff";
  if (vend.items.length === 0) return chargesOrdered ? "chooseByOrder" : "choose";
  return chargesOrdered ? "dispensingByOrder" : "dispensing";
}

/** Returns the waiting text. Does not announce a phone prompt before the request was sent. */
function waitText({ asked }: Payment, isOnline: boolean): DisplayText {
  if (asked !== "no") return "sending";
  return isOnline ? "moment" : "queued";
}

function isReserved({ phase }: Payment): boolean {
  return phase === "authorised" || phase === "partly_captured";
}

function capturesAutomatically({ phase, action }: Payment): boolean {
  return phase === "authorised" && action === "SALE";
}

/** The cashier moved on: the payment was sent and can no longer be left. */
function isLeftBehind({ phase, operations, steps, abortRequested }: Payment): boolean {
  const sent = operations.some(({ kind }) => kind === "create");
  return isPresent(phase) && sent && !abortRequested && !steps.includes("leave");
}

/** Returns the earlier of two ISO 8601 times in UTC. */
function earlier(one: string | null, other: string | null): string | null {
  return one === null || other === null ? (one ?? other) : one < other ? one : other;
}

function toLocalTime(at: string | null, clockSkewMs: number): string | null {
  if (at === null) return null;
  const correction = Math.abs(clockSkewMs) > SKEW_TOLERANCE_MS ? clockSkewMs : 0;
  return new Date(Date.parse(at) - correction).toISOString();
}
