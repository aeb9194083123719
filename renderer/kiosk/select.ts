import type { TillError } from "../../contract/calls/errors.ts";
import { type Category, localisedName, type Product } from "../../contract/catalogue/catalogue.ts";
import { OUT_OF_SERVICE, type OutOfServiceCause } from "../../contract/health/out-of-service.ts";
import { isVendOpen } from "../../contract/kiosk/vend.ts";
import type { Payment, Terminal } from "../../contract/payments/views.ts";
import { type CustomerLanguage, customerLanguageOf, customerLocale } from "../../contract/values/customer-language.ts";
import { isPresent } from "../../contract/values/phases.ts";
import type { Connection } from "../kit/client/connection.ts";
import { stageOf } from "../store/select.ts";
import type { TillState } from "../store/state.ts";
import { isRequestOpen, type PaymentProgress, type Plan, type Session } from "./session.ts";

/** Returns the products for sale: none by weight and, with a machine, only those with a slot. */
export function productsForSale({ shelf, terminal }: Pick<TillState, "shelf" | "terminal">): Product[] {
  const hasMachine = terminal?.vending != null;
  return (shelf.catalogue?.products ?? []).filter(
    ({ scale, slot }) => scale === undefined && (!hasMachine || slot !== undefined),
  );
}

export function categoriesOf(state: Pick<TillState, "shelf" | "terminal">): Category[] {
  const used = new Set(productsForSale(state).map(({ category }) => category));
  return (state.shelf.catalogue?.categories ?? []).filter(({ id }) => used.has(id));
}

export function planOf(state: Pick<TillState, "shelf" | "terminal">): Plan {
  const goods = productsForSale(state);
  const deposit = state.terminal?.vending?.deposit != null;
  return { deposit, only: !deposit && goods.length === 1 ? (goods[0]?.id ?? null) : null };
}

export function isFreeAmount(state: Pick<TillState, "shelf" | "terminal">): boolean {
  return productsForSale(state).length === 0 && state.terminal?.vending == null;
}

export function isSoldOut({ slot }: Pick<Product, "slot">, { terminal }: Pick<TillState, "terminal">): boolean {
  return slot !== undefined && terminal !== null && terminal.vending !== null && terminal.soldOutSlots.includes(slot);
}

export interface Chosen {
  product: Product;
  quantity: number;
  /** With VAT, in minor units */
  sum: number;
}

export function chosenOf({ basket }: Pick<Session, "basket">, goods: readonly Product[]): Chosen[] {
  return basket.flatMap(({ productId, quantity }) => {
    const product = goods.find(({ id }) => id === productId);
    return product === undefined ? [] : [{ product, quantity, sum: product.amount * quantity }];
  });
}

export function totalOf(chosen: readonly Chosen[]): number {
  return chosen.reduce((total, { sum }) => total + sum, 0);
}

/** True when the basket already uses this product's slot: an order can use a slot once. */
export function sharesSlot(product: Product, chosen: readonly Chosen[]): boolean {
  return (
    product.slot !== undefined &&
    chosen.some((line) => line.product.slot === product.slot && line.product.id !== product.id)
  );
}

export function languageFor({ language }: Pick<Session, "language">, usual: CustomerLanguage): CustomerLanguage {
  return language ?? usual;
}

/** The shop's default language for customers; until loaded, that of its locale. */
export function usualLanguage({ shell, terminal }: Pick<TillState, "shell" | "terminal">): CustomerLanguage {
  return shell.usualLanguage ?? customerLanguageOf(terminal?.locale ?? "en");
}

export function localeFor(language: CustomerLanguage, terminal: Pick<Terminal, "locale"> | null): string {
  return customerLocale(language, terminal?.locale ?? "en");
}

/** Returns the payment's standing for the session: see `SessionEvent`. */
export function paymentProgressOf(payment: Payment): PaymentProgress {
  const { late, phase, undoing, vend } = payment;
  if (late !== null || undoing || phase === "attention") return "over";
  if (isPresent(phase)) return "under_way";
  if (phase !== "authorised" && phase !== "partly_captured") return "over";
  if (vend === null) return payment.action === "SALE" && phase === "authorised" ? "under_way" : "over";
  if (!isVendOpen(vend)) return "over";
  if (vend.state !== "authorising") return "dropping";
  return vend.isDeposit && vend.items.length === 0 && !payment.abortRequested ? "awaits_choice" : "under_way";
}

/** Outcome of a payment for the customer; amounts in minor units. */
export type Outcome =
  | { kind: "paid"; amount: number }
  | { kind: "part"; amount: number; dropped: number; ordered: number }
  /** The machine dropped nothing; the money was released */
  | { kind: "nothing" }
  /** The machine reported no reliable outcome; the money was released */
  | { kind: "unsure" }
  | { kind: "not_paid"; because: "declined" | "expired" }
  /** Cancelled before any capture */
  | { kind: "cancelled" }
  /** Approved after the cancel: being released */
  | { kind: "undone" }
  | { kind: "checking" };

export function outcomeOf(payment: Payment): Outcome {
  const { amount, capturedTotal, late, phase, undoing, vend } = payment;
  if (late !== null || phase === "attention") return { kind: "checking" };
  if (undoing) return { kind: "undone" };
  const { items, dropped: reported } = vend ?? { items: [], dropped: [] };
  const ordered = items.reduce((sum, { quantity }) => sum + quantity, 0);
  // Surplus items are free and do not replace missing ones.
  const dropped = items.reduce(
    (sum, { slot, quantity }) => sum + Math.min(quantity, reported.find((one) => one.slot === slot)?.quantity ?? 0),
    0,
  );
  // Without a reliable report the rule may capture the full order. Prices are hidden while the till is locked.
  const isWhole = vend?.isDeposit ? vend.state === "unknown" : capturedTotal >= amount;
  switch (phase) {
    case "captured":
      if (dropped > 0 && dropped < ordered && !isWhole)
        return { kind: "part", amount: capturedTotal, dropped, ordered };
      return { kind: "paid", amount: capturedTotal };
    case "rejected":
      return { kind: "not_paid", because: "declined" };
    case "expired":
      return { kind: "not_paid", because: "expired" };
    case "aborted":
      return payment.codeRanOut ? { kind: "not_paid", because: "expired" } : { kind: "cancelled" };
    case "released":
      if (vend === null || vend.state === "cancelled") return { kind: "cancelled" };
      return { kind: vend.state === "unknown" ? "unsure" : "nothing" };
    case "authorised":
      return vend?.state === "cancelled" ? { kind: "undone" } : { kind: "checking" };
    default:
      return { kind: "checking" };
  }
}

/** Answers "Was I charged?" with what is known now. */
export type ChargeStatus =
  | { answer: "no" | "notYet" | "checking" }
  | { answer: "yes"; amount: number }
  | { answer: "reserved"; amount: number };

export function chargeStatusOf(state: TillState, session: Session, payment: Payment | null): ChargeStatus {
  if (session.request === null) return { answer: "no" };
  if (payment === null) return { answer: "checking" };
  if (isRequestOpen(session)) {
    if (payment.authorisedLeft > 0 && payment.vend !== null) return { answer: "reserved", amount: payment.amount };
    return { answer: stageOf({ ...state, currentId: payment.posTid }).kind === "checking" ? "checking" : "notYet" };
  }
  const outcome = outcomeOf(payment);
  if (outcome.kind === "checking") return { answer: "checking" };
  return "amount" in outcome ? { answer: "yes", amount: outcome.amount } : { answer: "no" };
}

/** Why the kiosk is out of service; null: it is in service. Mostly decided by the main process. */
export type OutOfService = "till" | OutOfServiceCause | "goods";

export function outOfService(
  state: Pick<TillState, "shelf" | "terminal">,
  connection: Connection,
): OutOfService | null {
  const { shelf, terminal } = state;
  if (connection === "away" || connection === "lost") return "till";
  if (terminal === null) return null;
  const [code] = terminal.outOfService;
  if (code !== undefined) return OUT_OF_SERVICE[code];
  const hasNothing = productsForSale(state).every((product) => isSoldOut(product, state));
  return shelf.catalogue !== null && terminal.vending !== null && hasNothing ? "goods" : null;
}

export function refusalText({ code, details }: TillError): "text" | "machine" | "goods" {
  const because = details.because?.code ?? "";
  if (because.startsWith("vend_machine") || because === "vend_no_machine") return "machine";
  const isGoods = code === "invalid_input" || code === "limit" || because === "vend_slot_off_sale";
  return isGoods ? "goods" : "text";
}

export function itemName(
  { name, productId }: { name: string; productId: string },
  products: readonly Product[],
  language: CustomerLanguage,
): string {
  const product = products.find(({ id }) => id === productId);
  return product === undefined ? name : localisedName(product, language);
}
