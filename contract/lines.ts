/** What was sold, line by line. The till knows names only where somebody gave them; amounts in minor units. Pure. */

/** One line of a sale: so many of one thing at an amount each, less what was taken off. */
export interface PaymentLine {
  /** What it is; null: an amount was keyed in */
  name: string | null;
  quantity: number;
  /** With VAT */
  unitAmount: number;
  /** The catalogue's id of it */
  productId?: string;
  /** VAT that is in the price, in hundredths of a percent (2500 = 25 %); left out: nothing is known of VAT */
  vatRate?: number;
  /** What was taken off the line, in minor units, its share of what was taken off the whole sale included */
  discount?: number;
}

/** What a line's amount comes from. */
export type Priced = Pick<PaymentLine, "quantity" | "unitAmount" | "discount">;

/** The most lines that a payment can have: what fits in one request, and on paper that anybody reads. */
export const MAX_LINES = 200;

/** The longest name of a line, in UTF-16 units. */
export const MAX_LINE_NAME = 100;

/** The most of one thing in a line. */
export const MAX_QUANTITY = 999;

/** What a line comes to, in minor units. */
export function amountOfLine({ quantity, unitAmount, discount = 0 }: Priced): number {
  return quantity * unitAmount - discount;
}

/** What lines come to, in minor units. */
export function sumOfLines(lines: readonly Priced[]): number {
  return lines.reduce((sum, line) => sum + amountOfLine(line), 0);
}

/** Whether lines say no more than the amount does: there are none, or one without a name. */
export function isOnlyAnAmount(lines: readonly PaymentLine[]): boolean {
  const [line] = lines;
  return lines.length === 0 || (lines.length === 1 && line?.name === null && line.quantity === 1 && !line.discount);
}

/**
 * Takes a discount off a whole sale: each line bears its share, so that VAT by rate stays right.
 * @param discount minor units, at most what the lines come to
 * @returns the same lines, in their order, which come to the sum less the discount
 */
export function spreadDiscount<L extends Priced>(lines: readonly L[], discount: number): L[] {
  const shares = apportion(lines.map(amountOfLine), discount);
  return lines.map((line, index) => {
    const share = shares[index] ?? 0;
    return share === 0 ? line : { ...line, discount: (line.discount ?? 0) + share };
  });
}

/**
 * A percentage of an amount, in whole minor units, half of one rounded up.
 * @param rate in hundredths of a percent: 1000 is 10 %
 */
export function percentOf(amount: number, rate: number): number {
  return Math.floor((amount * rate + 5000) / 10_000);
}

/**
 * Shares an amount out by weights in whole minor units: the largest remainders get what is over, the first of equal
 * ones first. No share is over its weight while the amount is at most the weights' sum.
 * @param weights not negative; where all are 0 the first gets everything
 * @returns as many shares as weights, which add up to the amount
 */
export function apportion(weights: readonly number[], amount: number): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map((_, index) => (index === 0 ? amount : 0));
  // Products of two amounts do not fit a double.
  const shares = weights.map((weight, index) => {
    const product = BigInt(weight) * BigInt(amount);
    return { index, share: Number(product / BigInt(sum)), remainder: product % BigInt(sum) };
  });
  let over = amount - shares.reduce((total, { share }) => total + share, 0);
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
  );
  for (const entry of byRemainder) {
    if (over === 0) break;
    entry.share += 1;
    over -= 1;
  }
  return shares.map(({ share }) => share);
}
