/** The sold lines of a payment: checked against its amount and completed with VAT rates. */

import type { CommandInput } from "../../contract/bridge/commands.ts";
import { type FieldProblem, invalidField } from "../../contract/calls/errors.ts";
import type { CatalogueContent } from "../../contract/catalogue/catalogue.ts";
import type { CounterSettings } from "../../contract/catalogue/counter.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import { linesTotal, type PaymentLine } from "../../contract/values/lines.ts";
import { cleanName } from "../../contract/values/plain-text.ts";

type Started = Pick<CommandInput<"payment.start">, "amount" | "lines">;

export interface VatSources {
  catalogue: Pick<CatalogueContent, "products">;
  counter: Pick<CounterSettings, "keyedVatRate">;
}

/** Returns the problems of the lines; none when they add up to the amount. */
export function lineProblems({ amount, lines }: Started, currency: string): FieldProblem[] {
  if (!lines) return [];
  const over = lines.flatMap(({ quantity, unitAmount, discount = 0 }, index) =>
    discount > quantity * unitAmount ? [invalidField(`lines[${index}].discount`, reasonFor("field_at_most_line"))] : [],
  );
  if (over.length > 0 || linesTotal(lines) === amount) return over;
  return [invalidField("lines", reasonFor("field_lines_sum", { amount: { amount, currency } }))];
}

export function hasDiscount({ lines = [] }: Pick<Started, "lines">): boolean {
  return lines.some(({ discount = 0 }) => discount > 0);
}

/**
 * Returns the lines to store. A missing rate is the product's, or else the rate for keyed amounts. If that rate is set,
 * an amount without lines becomes one line.
 */
export function soldLines({ amount, lines }: Started, { catalogue, counter }: VatSources): PaymentLine[] {
  const keyed = counter.keyedVatRate ?? undefined;
  if (!lines) return keyed === undefined ? [] : [{ name: null, quantity: 1, unitAmount: amount, vatRate: keyed }];
  const rates = new Map(catalogue.products.map(({ id, vatRate }) => [id, vatRate]));
  return lines.map(({ name = "", quantity, unitAmount, productId, vatRate, discount }) => {
    const line: PaymentLine = { name: cleanName(name) || null, quantity, unitAmount };
    const rate = vatRate ?? rates.get(productId ?? "") ?? keyed;
    if (productId !== undefined) line.productId = productId;
    if (rate !== undefined) line.vatRate = rate;
    if (discount) line.discount = discount;
    return line;
  });
}
