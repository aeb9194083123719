/**
 * Builds `line_items` of a payment request (G4). The specification leaves their shape open, so it is the till's own
 * (docs/protocol.md). Items that do not add up to the amount are not sent.
 */
import { divideByWeights, linesTotal, lineTotal, type PaymentLine } from "../../contract/values/lines.ts";
import { vatByRate } from "../../contract/values/vat.ts";
import type { LineItem } from "../../contract/wire/wire.ts";

const MAX_BYTES = 65_536;
/** Length of a description in characters, and of a shortened one when the items exceed the limit. */
const MAX_DESCRIPTION_CHARS = 100;
const SHORT_DESCRIPTION_CHARS = 40;

/**
 * @param amount in minor units, without the tip
 * @param unnamed description of an amount without a name, in the customer's language
 * @returns undefined when there is nothing to send
 */
export function lineItems(lines: readonly PaymentLine[], amount: number, unnamed: string): LineItem[] | undefined {
  if (lines.length === 0 || linesTotal(lines) !== amount) return undefined;
  const vat = vatOfLines(lines);
  const items = lines.map((line, index) => itemOf(line, vat[index], unnamed));
  const shortened = items.map(({ product_id: _, description, ...item }) => ({
    ...item,
    description: cut(description, SHORT_DESCRIPTION_CHARS),
  }));
  return [items, shortened].find((all) => Buffer.byteLength(JSON.stringify(all)) <= MAX_BYTES);
}

/** Distributes the VAT of each rate over its lines, so that the lines add up exactly. */
function vatOfLines(lines: readonly PaymentLine[]): (number | undefined)[] {
  const vat: (number | undefined)[] = lines.map(() => undefined);
  for (const { rate, vat: totalVat } of vatByRate(lines)) {
    if (rate === null) continue;
    const indexes = lines.flatMap(({ vatRate }, index) => (vatRate === rate ? [index] : []));
    const gross = indexes.map((index) => lines[index]).map((line) => (line ? lineTotal(line) : 0));
    divideByWeights(gross, totalVat).forEach((share, position) => {
      vat[indexes[position] ?? 0] = share;
    });
  }
  return vat;
}

function itemOf(line: PaymentLine, vat: number | undefined, unnamed: string): LineItem {
  return {
    description: cut(line.name ?? unnamed, MAX_DESCRIPTION_CHARS),
    product_id: line.productId,
    quantity: line.quantity,
    item_cost: line.unitAmount,
    discount: line.discount,
    total: lineTotal(line),
    vat_rate: line.vatRate,
    vat,
  };
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}
