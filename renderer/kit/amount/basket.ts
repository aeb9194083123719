/** Basket lines and discounts before a charge. Amounts are in minor units. Pure. */
import {
  linesTotal,
  lineTotal,
  MAX_LINES,
  MAX_QUANTITY,
  type PaymentLine,
  percentOf,
} from "../../../contract/values/lines.ts";

/** A discount on a line or on the whole sale. `rate` is in hundredths of a percent; `amount` is a maximum. */
export type Discount = { kind: "percent"; rate: number } | { kind: "amount"; amount: number };

export interface Goods {
  /** Price of one unit, with VAT; for a weighed product, the price of the whole weight */
  amount: number;
  /** For a weighed product, includes its weight */
  name: string;
  productId: string;
  vatRate: number;
}

/** A basket line: `amount` × `times`, less its discount. A line without a name was keyed in. */
export interface Line extends Partial<Goods> {
  amount: number;
  times: number;
  discount?: Discount;
}

export type SoldLine = Omit<PaymentLine, "name"> & { name?: string };

/** Returns the discount on an amount, capped at the amount. */
export function discountOn(amount: number, discount: Discount | undefined): number {
  if (discount === undefined) return 0;
  return Math.min(amount, discount.kind === "percent" ? percentOf(amount, discount.rate) : discount.amount);
}

export function grossOfLine({ amount, times }: Line): number {
  return amount * times;
}

export function netOfLine(line: Line): number {
  return lineTotal(soldLine(line, null));
}

export function netOfLines(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + netOfLine(line), 0);
}

export function soldLine(line: Line, keyedVatRate: number | null): SoldLine {
  const { amount, times, name, productId } = line;
  const vatRate = line.vatRate ?? keyedVatRate ?? undefined;
  const discount = discountOn(grossOfLine(line), line.discount);
  return {
    name,
    quantity: times,
    unitAmount: amount,
    productId,
    vatRate,
    discount: discount > 0 ? discount : undefined,
  };
}

export function linesOf(sold: readonly PaymentLine[]): Line[] {
  return sold.map(({ name, quantity, unitAmount, productId, vatRate, discount }) => ({
    amount: unitAmount,
    times: quantity,
    name: name ?? undefined,
    productId,
    vatRate,
    discount: discount ? { kind: "amount", amount: discount } : undefined,
  }));
}

/**
 * Adds one unit of a product. An existing line with the same price and no discount grows instead.
 * @returns null when the line's quantity would exceed its maximum
 */
export function withGoods(lines: readonly Line[], goods: Goods): Line[] | null {
  const sameLineIndex = lines.findIndex(
    (line) =>
      line.productId === goods.productId &&
      line.amount === goods.amount &&
      line.name === goods.name &&
      line.discount === undefined,
  );
  const times = (lines[sameLineIndex]?.times ?? 0) + 1;
  if (times > MAX_QUANTITY) return null;
  return [...lines.filter((_, index) => index !== sameLineIndex), { ...goods, times }];
}

export function withLine(lines: readonly Line[], index: number, change: Partial<Line>): Line[] {
  return lines.map((line, at) => (at === index ? { ...line, ...change } : line));
}

/** True when the line is only an amount and can be merged with others. */
export function isPlain({ name, productId, discount }: Line): boolean {
  return name === undefined && productId === undefined && discount === undefined;
}

/** Shortens a basket to the receipt's length: the last line is the sum of the plain lines left out. */
export function withinReceipt(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MAX_LINES) return lines;
  const plain = lines.filter(isPlain);
  const listedPlain = new Set(plain.slice(0, MAX_LINES - 1 - (lines.length - plain.length)));
  const rest = plain.filter((line) => !listedPlain.has(line)).map((line) => soldLine(line, null));
  const shown = lines.filter((line) => !isPlain(line) || listedPlain.has(line));
  return [...shown, { amount: linesTotal(rest), times: 1 }];
}
