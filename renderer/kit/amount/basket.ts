/** The lines of a basket before they are charged, and what is taken off them. Amounts in minor units. Pure. */
import {
  amountOfLine,
  MAX_LINES,
  MAX_QUANTITY,
  type PaymentLine,
  percentOf,
  sumOfLines,
} from "../../../contract/lines.ts";

/** What is taken off a line, or off the whole sale: `rate` in hundredths of a percent, or an amount at most. */
export type Discount = { kind: "percent"; rate: number } | { kind: "amount"; amount: number };

/** What is put into the basket: a product of the catalogue. */
export interface Goods {
  /** Of one, with VAT; of what was weighed, of all of it */
  amount: number;
  /** Of what was weighed, with its weight */
  name: string;
  productId: string;
  /** In hundredths of a percent */
  vatRate: number;
}

/** One line of the basket: `amount` taken `times` times, less its discount. Without a name it was keyed in. */
export interface Line extends Partial<Goods> {
  amount: number;
  times: number;
  discount?: Discount;
}

/** A line as the till is told it. */
export type SoldLine = Omit<PaymentLine, "name"> & { name?: string };

/** What is taken off an amount: never more than all of it. */
export function discountOn(amount: number, discount: Discount | undefined): number {
  if (discount === undefined) return 0;
  return Math.min(amount, discount.kind === "percent" ? percentOf(amount, discount.rate) : discount.amount);
}

/** What a line comes to before its discount. */
export function grossOfLine({ amount, times }: Line): number {
  return amount * times;
}

/** What a line comes to. */
export function netOfLine(line: Line): number {
  return amountOfLine(soldLine(line, null));
}

/** What a basket's lines come to, without the discount of the whole sale. */
export function netOfLines(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + netOfLine(line), 0);
}

/** A line as the till is told it. @param keyedVatRate of amounts that were keyed in; null: nothing is known */
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

/** The basket of a payment that is asked for once more. */
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
 * Puts one of something into the basket, as its last line: where the same is in it already, at the same price and
 * without a discount, that line grows.
 * @returns null when there would be more of it than a line holds
 */
export function withGoods(lines: readonly Line[], goods: Goods): Line[] | null {
  const same = lines.findIndex(
    (line) =>
      line.productId === goods.productId &&
      line.amount === goods.amount &&
      line.name === goods.name &&
      line.discount === undefined,
  );
  const times = (lines[same]?.times ?? 0) + 1;
  if (times > MAX_QUANTITY) return null;
  return [...lines.filter((_, index) => index !== same), { ...goods, times }];
}

/** Changes one line. */
export function withLine(lines: readonly Line[], index: number, change: Partial<Line>): Line[] {
  return lines.map((line, at) => (at === index ? { ...line, ...change } : line));
}

/** Whether a line is no more than an amount, and can be added up with others. */
export function isPlain({ name, productId, discount }: Line): boolean {
  return name === undefined && productId === undefined && discount === undefined;
}

/** A basket that is longer than a receipt ends with the sum of the plain lines that do not stand on it. */
export function withinReceipt(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MAX_LINES) return lines;
  const plain = lines.filter(isPlain);
  const kept = new Set(plain.slice(0, MAX_LINES - 1 - (lines.length - plain.length)));
  const rest = plain.filter((line) => !kept.has(line)).map((line) => soldLine(line, null));
  const shown = lines.filter((line) => !isPlain(line) || kept.has(line));
  return [...shown, { amount: sumOfLines(rest), times: 1 }];
}
