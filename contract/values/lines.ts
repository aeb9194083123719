/** Line items of a sale. Amounts in minor units. */

export interface PaymentLine {
  /** null: a keyed-in amount */
  name: string | null;
  quantity: number;
  /** Including VAT */
  unitAmount: number;
  productId?: string;
  /** VAT rate included in the price, in hundredths of a percent (2500 = 25 %); absent: unknown */
  vatRate?: number;
  /** In minor units; includes the line's share of a discount on the whole sale */
  discount?: number;
}

export type Priced = Pick<PaymentLine, "quantity" | "unitAmount" | "discount">;

export const MAX_LINES = 200;

/** Maximum length of a line's name, in UTF-16 code units. */
export const MAX_LINE_NAME = 100;

export const MAX_QUANTITY = 999;

export function lineTotal({ quantity, unitAmount, discount = 0 }: Priced): number {
  return quantity * unitAmount - discount;
}

export function linesTotal(lines: readonly Priced[]): number {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0);
}

/** Checks whether the lines say no more than the amount: none, or a single unnamed line. */
export function isUnitemised(lines: readonly PaymentLine[]): boolean {
  const [line] = lines;
  return lines.length === 0 || (lines.length === 1 && line?.name === null && line.quantity === 1 && !line.discount);
}

/** Spreads a discount (minor units, at most the total) in proportion, so that VAT by rate stays correct. */
export function spreadDiscount<L extends Priced>(lines: readonly L[], discount: number): L[] {
  const shares = divideByWeights(lines.map(lineTotal), discount);
  return lines.map((line, index) => {
    const share = shares[index] ?? 0;
    return share === 0 ? line : { ...line, discount: (line.discount ?? 0) + share };
  });
}

/** Returns a percentage of an amount, rounded half up. `rate` is in hundredths of a percent: 1000 is 10 %. */
export function percentOf(amount: number, rate: number): number {
  return Math.floor((amount * rate + 5000) / 10_000);
}

/**
 * Divides an amount by weights in whole minor units: largest remainders first, then by position. No share exceeds its
 * weight unless the amount exceeds their sum.
 * @param weights not negative; if all are 0, the first gets everything
 */
export function divideByWeights(weights: readonly number[], amount: number): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map((_, index) => (index === 0 ? amount : 0));
  // The product of two amounts can exceed a double's precision.
  const shares = weights.map((weight, index) => {
    const product = BigInt(weight) * BigInt(amount);
    return { index, share: Number(product / BigInt(sum)), remainder: product % BigInt(sum) };
  });
  let leftover = amount - shares.reduce((total, { share }) => total + share, 0);
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
  );
  for (const entry of byRemainder) {
    if (leftover === 0) break;
    entry.share += 1;
    leftover -= 1;
  }
  return shares.map(({ share }) => share);
}
