/** The customer's view of a payment. Pure. Amount, code and outcome; never who pays, and never a reference. */
import { type Product, soldName } from "../../../contract/catalogue.ts";
import { type CustomerLanguage, customersLocale } from "../../../contract/customer-language.ts";
import type {
  DisplayMessage,
  DisplayQuestion,
  DisplayState,
  DisplayText,
  DisplayView,
  TipOffer,
} from "../../../contract/display.ts";
import type { PaymentLine } from "../../../contract/lines.ts";
import { shownWords } from "../../../contract/match-words.ts";
import { isPresent } from "../../../contract/phases.ts";
import type { TakeAway } from "../../../contract/receipts.ts";
import { isVendOpen, type VendView } from "../../../contract/vend.ts";
import type { Payment, Terminal } from "../../../contract/views.ts";

/** Up to here the two clocks count as equal (G27): the service tells its own in whole seconds. */
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

/** What the names of what is sold are by language. */
export type NamedProduct = Pick<Product, "id" | "name" | "names">;

export interface Around {
  terminal: DisplayTerminal;
  /** What the shop sells now */
  products: readonly NamedProduct[];
  language: CustomerLanguage;
  usualLanguage: CustomerLanguage;
  /** Whether the code was scanned already: it is gone at once, so that no second customer can join */
  scanned: boolean;
  /** What the customer is asked before their payment begins, also while another payment is under way */
  offer: TipOffer | null;
  /** What the customer is asked to share, while no payment is shown */
  question: DisplayQuestion | null;
  /** What a register shows or asks, while nothing else is on the screen */
  message: DisplayMessage | null;
  /** How a paid payment's receipt is taken away */
  takeAway(posTid: string): TakeAway | null;
}

/** The view, of a payment or of what is asked before one. @param payment null: there is none */
export function displayView(payment: Payment | null, around: Around): DisplayView {
  const { terminal, products, language, usualLanguage, scanned, offer, question, message } = around;
  const { merchant, pos, environment, currency, counter } = terminal;
  const locale = customersLocale(language, terminal.locale);
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
  const isByOrder = (payment.vend?.unknownDrop ?? terminal.vending?.unknownDrop) === "capture";
  const [state, text] = stateOf(payment, { scanned, isOnline: terminal.connectivity === "online", isByOrder });
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
    words: isAsked ? shownWords(payment, language) : null,
    lines: payment.lines.map((line) => ({ ...line, name: nameOf(line, products, language) })),
    additionalAmount: payment.additionalAmount,
    takeAway: state === "paid" ? around.takeAway(payment.posTid) : null,
    until: isAsked ? earlier(ownTime(payment.expiresAt, terminal.clockSkewMs), payment.codeUntil) : null,
  };
}

function nameOf({ name, productId }: PaymentLine, products: readonly NamedProduct[], language: CustomerLanguage) {
  if (name === null) return null;
  const product = products.find(({ id }) => id === productId);
  return soldName(name, product, language);
}

/** Whether a customer has something to look at: to do, what is dropping for them, or what became of it. */
export type Place = "under_way" | "dropping" | "over" | "gone";

export function placeOf(payment: Payment): Place {
  if (wasLeft(payment) || payment.phase === "refunded" || payment.phase === "partly_refunded") return "gone";
  if (payment.late !== null) return "over";
  // A machine or a service that is silent for hours does not keep the next customer from the screen: a choice may.
  const isVending = isReserved(payment) && isVendOpen(payment.vend) && !payment.undoing;
  if (isVending && payment.vend?.state !== "authorising") return "dropping";
  return isPresent(payment.phase) || takesItself(payment) || payment.undoing || isVending ? "under_way" : "over";
}

interface Moment {
  scanned: boolean;
  isOnline: boolean;
  /** Whether a machine that cannot tell what dropped is paid for what was ordered */
  isByOrder: boolean;
}

function stateOf(payment: Payment, { scanned, isOnline, isByOrder }: Moment): [DisplayState, DisplayText] {
  // Money that came after the till had given it up: what is said of it, a person says.
  if (payment.late !== null) return ["wait", "staff"];
  if (payment.undoing) return ["wait", "undoing"];
  if (payment.codeMissing) return ["not_paid", "noCode"];
  if (payment.abortRequested && placeOf(payment) === "under_way") return ["wait", "cancelling"];
  if (isReserved(payment) && payment.vend !== null) return ["wait", vendText(payment.vend, isByOrder)];
  switch (payment.phase) {
    case "draft":
      if (scanned) return ["wait", onItsWay(payment, isOnline)];
      // A code that nobody can pay now leads a customer astray.
      return payment.qr === null || !isOnline ? ["wait", "moment"] : ["pay", "scan"];
    case "queued":
      return ["wait", payment.customer === null && !scanned ? "moment" : onItsWay(payment, isOnline)];
    case "waiting":
      return ["approve", isOnline ? "approve" : "unheard"];
    case "authorised":
      return takesItself(payment) ? ["wait", "finishing"] : ["reserved", "reserved"];
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

/** Of a vend whose money is still reserved. Once it is over, nothing more of it is taken: it is released, or a person decides. */
function vendText(vend: VendView, isByOrder: boolean): DisplayText {
  if (vend.state === "cancelled") return "undoing";
  if (!isVendOpen(vend)) return "staff";
  if (vend.items.length === 0) return isByOrder ? "chooseByOrder" : "choose";
  return isByOrder ? "dispensingByOrder" : "dispensing";
}

/** What is queued waits: that a phone may ask is said only when the request has left the till. */
function onItsWay({ asked }: Payment, isOnline: boolean): DisplayText {
  if (asked !== "no") return "sending";
  return isOnline ? "moment" : "queued";
}

function isReserved({ phase }: Payment): boolean {
  return phase === "authorised" || phase === "partly_captured";
}

/** A sale that was approved: the till takes the money by itself, and only then is it paid (G9). */
function takesItself({ phase, action }: Payment): boolean {
  return phase === "authorised" && action === "SALE";
}

/** The cashier went on to the next customer: what was sent could be left, and cannot be any more. */
function wasLeft({ phase, operations, steps, abortRequested }: Payment): boolean {
  const sent = operations.some(({ kind }) => kind === "create");
  return isPresent(phase) && sent && !abortRequested && !steps.includes("leave");
}

/** Of two ISO 8601 times in UTC the one that comes first. */
function earlier(one: string | null, other: string | null): string | null {
  return one === null || other === null ? (one ?? other) : one < other ? one : other;
}

/** A time of the service's by this machine's clock. */
function ownTime(at: string | null, clockSkewMs: number): string | null {
  if (at === null) return null;
  const correction = Math.abs(clockSkewMs) > SKEW_TOLERANCE_MS ? clockSkewMs : 0;
  return new Date(Date.parse(at) - correction).toISOString();
}
