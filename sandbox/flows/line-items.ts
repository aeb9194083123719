/** Validates line items (G4): every figure must be correct, and the total must equal the amount. */
import type { LineItem, PaymentRequestInput } from "../../contract/wire/wire.ts";
import { invalid } from "../problem.ts";

/** Throws a 400 that names the wrong figures. */
export function checkLineItems({ line_items, amount }: Pick<PaymentRequestInput, "line_items" | "amount">): void {
  if (!line_items) return;
  line_items.forEach((item, index) => {
    const { quantity, item_cost, discount = 0, total, vat_rate, vat } = item;
    const field = `line_items[${index}]`;
    if (quantity * item_cost - discount !== total)
      throw invalid({ [`${field}.total`]: "expected quantity times item_cost less discount" });
    if ((vat_rate === undefined) !== (vat === undefined))
      throw invalid({ [`${field}.vat`]: "expected vat where there is a vat_rate, and nowhere else" });
    if (vat !== undefined && vat > total) throw invalid({ [`${field}.vat`]: "expected at most the total" });
  });
  if (line_items.reduce((sum, { total }) => sum + total, 0) !== amount)
    throw invalid({ line_items: "expected totals that add up to the amount" });
  for (const rate of new Set(line_items.map(({ vat_rate }) => vat_rate))) checkRate(rate, line_items);
}

/** VAT is computed per rate on the sum of its items, rounded half up. */
function checkRate(rate: number | undefined, items: readonly LineItem[]): void {
  if (rate === undefined) return;
  const taxed = items.filter(({ vat_rate }) => vat_rate === rate);
  const gross = taxed.reduce((sum, { total }) => sum + total, 0);
  const statedVat = taxed.reduce((sum, { vat = 0 }) => sum + vat, 0);
  // vat = gross × rate ÷ (10000 + rate), within half a unit, in integers.
  const twice = 2n * (BigInt(statedVat) * BigInt(10_000 + rate) - BigInt(gross) * BigInt(rate));
  if (twice > BigInt(10_000 + rate) || twice <= -BigInt(10_000 + rate))
    throw invalid({ line_items: `expected VAT of ${rate / 100} % that adds up to what is in the sum at that rate` });
}
