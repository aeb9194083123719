/** What was sold, line by line. The till knows names only where somebody gave them; amounts in minor units. Pure. */

/** One line of a sale: so many of one thing at an amount each. */
export interface PaymentLine {
  /** What it is; null: an amount was keyed in */
  name: string | null;
  quantity: number;
  unitAmount: number;
}

/** The most lines that a payment can have: what fits in one request, and on paper that anybody reads. */
export const MAX_LINES = 200;

/** The most of one thing in a line. */
export const MAX_QUANTITY = 999;

/** What lines come to, in minor units. */
export function sumOfLines(lines: readonly Pick<PaymentLine, "quantity" | "unitAmount">[]): number {
  return lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
}
