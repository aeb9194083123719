/**
 * `line_items` of a payment request (G4): what was sold, with its VAT, in a shape of our own, since the specification
 * names the field and says nothing of it (docs/protocol.md). Either it adds up to the amount, or it is not sent. Pure.
 */
import { amountOfLine, apportion, type PaymentLine, sumOfLines } from "../../contract/lines.ts";
import { vatByRate } from "../../contract/vat.ts";
import type { LineItem } from "../../contract/wire.ts";

/** Of all items as JSON, in bytes. */
const MOST_BYTES = 65_536;
/** In characters: of a description, and of one where otherwise it would be too much altogether. */
const LONGEST = 100;
const SHORT = 40;

/**
 * @param amount the payment's, in minor units, without the tip
 * @param unnamed what an amount without a name is called, in the customer's language
 * @returns undefined: there is nothing to send
 */
export function lineItems(lines: readonly PaymentLine[], amount: number, unnamed: string): LineItem[] | undefined {
  if (lines.length === 0 || sumOfLines(lines) !== amount) return undefined;
  const vat = vatOfLines(lines);
  const items = lines.map((line, index) => itemOf(line, vat[index], unnamed));
  const short = items.map(({ product_id: _, description, ...item }) => ({
    ...item,
    description: cut(description, SHORT),
  }));
  return [items, short].find((all) => Buffer.byteLength(JSON.stringify(all)) <= MOST_BYTES);
}

/** Of each line; what has one rate adds up to that rate's VAT, which is computed once. */
function vatOfLines(lines: readonly PaymentLine[]): (number | undefined)[] {
  const vat: (number | undefined)[] = lines.map(() => undefined);
  for (const { rate, vat: whole } of vatByRate(lines)) {
    if (rate === null) continue;
    const indexes = lines.flatMap(({ vatRate }, index) => (vatRate === rate ? [index] : []));
    const gross = indexes.map((index) => lines[index]).map((line) => (line ? amountOfLine(line) : 0));
    apportion(gross, whole).forEach((share, at) => {
      vat[indexes[at] ?? 0] = share;
    });
  }
  return vat;
}

function itemOf(line: PaymentLine, vat: number | undefined, unnamed: string): LineItem {
  return {
    description: cut(line.name ?? unnamed, LONGEST),
    product_id: line.productId,
    quantity: line.quantity,
    item_cost: line.unitAmount,
    discount: line.discount,
    total: amountOfLine(line),
    vat_rate: line.vatRate,
    vat,
  };
}

/** Never through the middle of a character. */
function cut(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}
