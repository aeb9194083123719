import { divideByWeights, lineTotal, type PaymentLine } from "../../../../contract/values/lines.ts";
import type { VatTotal } from "../../../../contract/values/vat.ts";
import { type Stored, vatOfRow } from "../records.ts";
import { articleId } from "./articles.ts";
import { amountText } from "./chain.ts";
import { ARTICLE, byVatCode, type CodeTotal, DISCOUNT, LINE, PAYMENT_TYPE, TIP, TRANSACTION } from "./codes.ts";
import { type EmployeeIds, type Lookups, NO_PRINTS, type Prints } from "./lookups.ts";
import type { SaftSubject } from "./subject.ts";
import { element, group } from "./xml.ts";

type Part = ReturnType<typeof partOf>;

/** Writes a booking as signed: lines, tip, payment and signature. */
export function transaction(row: Stored, { details }: SaftSubject, empID: EmployeeIds, known: Lookups): string {
  const part = partOf(row, element("empID", empID(row.actor)));
  const { nr, type, products, total, withoutVat, tip, zeroAmount, empIdElement } = part;
  const vatRow = ({ code, percentage, net, vat }: CodeTotal) =>
    group("vat", [
      element("vatCode", code),
      element("vatPerc", percentage),
      element("vatAmnt", amountText(vat, String(row.currency))),
      element("vatAmntTp", products.type),
      element("vatBasAmnt", amountText(net, String(row.currency))),
    ]);
  const vat = (totals: VatTotal[]) => byVatCode(totals, details.vatCode).map(vatRow);
  const parts = [
    element("nr", nr),
    element("transID", nr),
    element("transType", TRANSACTION[row.correction ? "correction" : row.kind === "refund" ? "refund" : "sale"]),
    element("transAmntIn", total),
    element("transAmntEx", withoutVat),
    element("amntTp", type),
    empIdElement,
    element("transDate", row.trans_date),
    element("transTime", row.trans_time),
    element("refID", row.pos_tid),
    element("desc", row.text),
    ...transactionLines(row, part).map((sold, index) =>
      line(row, part, { ...sold, id: index + 1, vat: vat([sold.taxed]) }),
    ),
    ...vat(part.byRate),
    tip === null ? "" : group("raise", [element("raiseType", TIP), element("raiseAmnt", tip), empIdElement]),
    group("rounding", [element("roundingAmnt", zeroAmount)]),
    payment(row, part),
    element("signature", row.signature),
    element("keyVersion", row.key_version),
    ...receipts(row.correction ? NO_PRINTS : known.prints(row)),
    element("voidTransaction", false),
    element("trainingID", false),
  ];
  return `${group("cashtransaction", parts)}\n`;
}

const SOLD = { type: "C", line: "sale", sign: 1 } as const;
const RETURNED = { type: "D", line: "refund", sign: -1 } as const;

function partOf(row: Stored, empIdElement: string) {
  const total = Number(row.total);
  const sign = row.kind === "refund" ? -1 : 1;
  const tip = sign * Number(row.additional_amount);
  const byRate = ratesOf(row, sign);
  const text = (minor: number) => amountText(minor, String(row.currency));
  return {
    nr: String(row.nr),
    /** `D` for a total below zero, otherwise `C` */
    type: total < 0 ? ("D" as const) : ("C" as const),
    /** Sign and text of the product part. A correction from products to tip has both signs. */
    products: sign * Number(row.amount) < 0 ? RETURNED : SOLD,
    /** Total with the tip and VAT; `withoutVat` is the same total without VAT */
    total: text(total),
    withoutVat: text(total - byRate.reduce((sum, { vat }) => sum + vat, 0)),
    /** Products by VAT rate without the tip; empty when only a tip moved */
    byRate,
    tip: tip === 0 ? null : text(tip),
    zeroAmount: text(0),
    empIdElement,
  };
}

function ratesOf(row: Stored, sign: number): VatTotal[] {
  const known = vatOfRow(row).map(({ rate, gross, net, vat }) => ({
    rate,
    gross: sign * gross,
    net: sign * net,
    vat: sign * vat,
  }));
  const rest = sign * Number(row.amount) - known.reduce((sum, { gross }) => sum + gross, 0);
  return rest === 0 ? known : [...known, { rate: null, gross: rest, net: rest, vat: 0 }];
}

interface Sold {
  name: string | null;
  article: string;
  quantity: number;
  unit: string | null;
  discount: string | null;
  taxed: VatTotal;
}

/** Returns the lines of a payment booked in full. Lines of a part or a correction are unknown: one per rate. */
function transactionLines(row: Stored, { products: { sign }, byRate }: Part): Sold[] {
  if (!row.lines || row.correction || row.amount !== row.whole)
    return byRate.map((taxed) => ({
      name: null,
      article: ARTICLE.id,
      quantity: sign,
      unit: null,
      discount: null,
      taxed,
    }));
  const lines: PaymentLine[] = JSON.parse(String(row.lines));
  const text = (minor: number) => amountText(minor, String(row.currency));
  const taxed = taxedLines(lines, byRate, sign);
  return lines.flatMap(({ name, productId, quantity, unitAmount, discount }, index) => {
    const own = taxed[index];
    if (own === undefined) return [];
    const off = discount ? text(sign * discount) : null;
    const article = articleId(productId);
    return [{ name, article, quantity: sign * quantity, unit: text(unitAmount), discount: off, taxed: own }];
  });
}

/** Returns each line's share of the VAT of its rate. A line of zero keeps its rate. */
function taxedLines(lines: readonly PaymentLine[], byRate: readonly VatTotal[], sign: number): VatTotal[] {
  const taxed = lines.map((line): VatTotal => {
    const gross = sign * lineTotal(line);
    return { rate: gross === 0 ? (line.vatRate ?? null) : null, gross, net: gross, vat: 0 };
  });
  for (const { rate, vat } of byRate) {
    const at = lines.flatMap(({ vatRate }, index) => (rate !== null && vatRate === rate ? [index] : []));
    const shares = divideByWeights(
      at.map((index) => Math.abs(taxed[index]?.gross ?? 0)),
      Math.abs(vat),
    );
    at.forEach((index, place) => {
      const { gross } = taxed[index] ?? { gross: 0 };
      const share = sign * (shares[place] ?? 0);
      taxed[index] = { rate, gross, net: gross - share, vat: share };
    });
  }
  return taxed;
}

function line(
  row: Stored,
  { nr, products, empIdElement }: Part,
  { id, name, article, quantity, unit, discount, taxed, vat }: Sold & { id: number; vat: string[] },
): string {
  const text = (minor: number) => amountText(minor, String(row.currency));
  return group("ctLine", [
    element("nr", nr),
    element("lineID", id),
    element("lineType", LINE[products.line]),
    element("artGroupID", ARTICLE.group),
    element("artID", article),
    element("qnt", quantity),
    element("lineAmntIn", text(taxed.gross)),
    element("lineAmntEx", text(taxed.net)),
    element("amntTp", products.type),
    element("ppu", unit),
    empIdElement,
    element("cashTransLineDescr", name),
    element("lineDate", row.trans_date),
    element("lineTime", row.trans_time),
    ...vat,
    discount === null
      ? ""
      : group("discount", [element("dscTp", DISCOUNT), element("dscAmnt", discount), empIdElement]),
  ]);
}

function payment(row: Stored, { total, empIdElement }: Part): string {
  return group("payment", [
    element("paymentType", PAYMENT_TYPE),
    element("paidAmnt", total),
    empIdElement,
    element("curCode", row.currency),
    element("exchRt", "1.000000"),
    element("paymentRefID", row.tid),
  ]);
}

/** Counts of printed receipts and copies. The format allows up to 999 copies. */
function receipts({ originals, copies }: Prints): string[] {
  return [
    element("receiptNum", originals),
    element("receiptCopyNum", Math.min(copies, 999)),
    element("receiptProformaNum", 0),
    element("receiptDeliveryNum", 0),
  ];
}
