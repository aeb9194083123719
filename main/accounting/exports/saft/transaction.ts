import type { PaymentLine } from "../../../../contract/lines.ts";
import type { Stored } from "../records.ts";
import { twoDecimals } from "./chain.ts";
import { ARTICLE, LINE, PAYMENT_TYPE, TIP, TRANSACTION } from "./codes.ts";
import type { EmployeeIds, Lookups } from "./lookups.ts";
import type { SaftSubject } from "./subject.ts";
import { element, group } from "./xml.ts";

/** What a transaction's elements are made of. */
interface Part {
  nr: string;
  kind: "sale" | "refund";
  /** Credit or debit, as the format counts a sale and what is given back */
  type: "C" | "D";
  /** With the tip, and without */
  total: string;
  goods: string;
  tip: string | null;
  none: string;
  whose: string;
}

/** A booking as it was signed: one line, its tip, its payment, its signature. */
export function transaction(row: Stored, { details }: SaftSubject, empID: EmployeeIds, known: Lookups): string {
  const part = partOf(row, element("empID", empID(row.actor)));
  const { nr, kind, type, total, tip, none, whose } = part;
  const vat = (amount: string) =>
    group("vat", [
      element("vatCode", details.vatCode),
      element("vatPerc", "0.00"),
      element("vatAmnt", none),
      element("vatAmntTp", type),
      element("vatBasAmnt", amount),
    ]);
  const parts = [
    element("nr", nr),
    element("transID", nr),
    element("transType", TRANSACTION[kind]),
    element("transAmntIn", total),
    element("transAmntEx", total),
    element("amntTp", type),
    whose,
    element("transDate", row.trans_date),
    element("transTime", row.trans_time),
    element("refID", row.pos_tid),
    element("desc", row.text),
    ...soldIn(row, part).map((sold, index) => line(row, part, { ...sold, id: index + 1, vat: vat(sold.amount) })),
    vat(part.goods),
    tip === null ? "" : group("raise", [element("raiseType", TIP), element("raiseAmnt", tip), whose]),
    group("rounding", [element("roundingAmnt", none)]),
    payment(row, part),
    element("signature", row.signature),
    element("keyVersion", row.key_version),
    ...receipts(known.prints(String(row.pos_tid), String(row.kind))),
    element("voidTransaction", false),
    element("trainingID", false),
  ];
  return `${group("cashtransaction", parts)}\n`;
}

function partOf(row: Stored, whose: string): Part {
  const total = Number(row.total);
  const sign = row.kind === "refund" ? -1 : 1;
  const tip = sign * Number(row.additional_amount);
  const text = (minor: number) => twoDecimals(minor, String(row.currency));
  return {
    nr: String(row.nr),
    kind: total < 0 ? "refund" : "sale",
    type: total < 0 ? "D" : "C",
    total: text(total),
    goods: text(sign * Number(row.amount)),
    tip: tip === 0 ? null : text(tip),
    none: text(0),
    whose,
  };
}

/** One line of a transaction; amounts as the format writes them. */
interface Sold {
  name: string | null;
  quantity: number;
  unit: string | null;
  amount: string;
}

/** Line by line where all of the payment was booked at once: of a part nobody said which lines it is. */
function soldIn(row: Stored, { kind, goods }: Part): Sold[] {
  const sign = kind === "sale" ? 1 : -1;
  if (!row.lines || row.amount !== row.whole) return [{ name: null, quantity: sign, unit: null, amount: goods }];
  const lines: PaymentLine[] = JSON.parse(String(row.lines));
  const text = (minor: number) => twoDecimals(minor, String(row.currency));
  return lines.map(({ name, quantity, unitAmount }) => ({
    name,
    quantity: sign * quantity,
    unit: text(unitAmount),
    amount: text(sign * quantity * unitAmount),
  }));
}

function line(
  row: Stored,
  { nr, kind, type, whose }: Part,
  { id, name, quantity, unit, amount, vat }: Sold & { id: number; vat: string },
): string {
  return group("ctLine", [
    element("nr", nr),
    element("lineID", id),
    element("lineType", LINE[kind]),
    element("artGroupID", ARTICLE.group),
    element("artID", ARTICLE.id),
    element("qnt", quantity),
    element("lineAmntIn", amount),
    element("lineAmntEx", amount),
    element("amntTp", type),
    element("ppu", unit),
    whose,
    element("cashTransLineDescr", name),
    element("lineDate", row.trans_date),
    element("lineTime", row.trans_time),
    vat,
  ]);
}

function payment(row: Stored, { total, whose }: Part): string {
  return group("payment", [
    element("paymentType", PAYMENT_TYPE),
    element("paidAmnt", total),
    whose,
    element("curCode", row.currency),
    element("exchRt", "1.000000"),
    element("paymentRefID", row.tid),
  ]);
}

/** How often it was printed: the first time, and as a copy. The format counts to 999. */
function receipts(prints: number): string[] {
  return [
    element("receiptNum", Math.min(prints, 1)),
    element("receiptCopyNum", Math.min(Math.max(prints - 1, 0), 999)),
    element("receiptProformaNum", 0),
    element("receiptDeliveryNum", 0),
  ];
}
