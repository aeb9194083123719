import type { PaymentLine } from "../../../contract/values/lines.ts";
import { decimalText } from "../../../contract/values/money.ts";
import { percentDigits } from "../../../contract/values/percent.ts";
import type { LocalTime } from "./local-time.ts";
import { type Stored, vatOfRow } from "./records.ts";

/** A cell before the table's separator and decimal sign are applied. */
export type Cell =
  /** Free text, which may contain a spreadsheet formula */
  { text: string | null } | { plain: string | number | null } | { amount: number | null; currency: string };

export interface Column {
  name: string;
  cell(row: Stored, local: (at: number) => LocalTime): Cell;
}

const text = (name: string, column = name): Column => ({ name, cell: (row) => ({ text: textOf(row[column]) }) });
const plain = (name: string, column = name): Column => ({ name, cell: (row) => ({ plain: row[column] ?? null }) });

/** An amount in two columns: as a decimal and in minor units. */
function money(name: string, minor: (row: Stored) => number | null): Column[] {
  return [
    { name, cell: (row) => ({ amount: minor(row), currency: String(row.currency) }) },
    { name: `${name}_minor`, cell: (row) => ({ plain: minor(row) }) },
  ];
}

/** A moment in three columns: UTC, local time and offset. */
function time(name: string, column: string): Column[] {
  return [
    { name: `${name}_utc`, cell: (row) => ({ plain: new Date(Number(row[column])).toISOString() }) },
    {
      name: `${name}_local`,
      cell(row, local) {
        const shown = local(Number(row[column]));
        return { plain: `${shown.date} ${shown.time}` };
      },
    },
    { name: `${name}_offset`, cell: (row, local) => ({ plain: local(Number(row[column])).offset }) },
  ];
}

const minor = (column: string) => (row: Stored) => Number(row[column]);
const outcomes = new WeakMap<Stored, Record<string, unknown>>();

/** A number of the service's outcome, or null. */
const outcome = (name: string) => (row: Stored) => {
  const read = outcomes.get(row) ?? (row.outcome === null ? {} : JSON.parse(String(row.outcome)));
  outcomes.set(row, read);
  const value = read[name];
  return typeof value === "number" ? value : null;
};
const sign = (row: Stored) => (row.kind === "refund" ? -1 : 1);

/** One row per payment started in the period. */
export const PAYMENT_COLUMNS: readonly Column[] = [
  text("number"),
  text("pos_tid"),
  text("tid"),
  ...time("started", "created_at"),
  ...time("changed", "modified_at"),
  text("person", "taken_by"),
  plain("action"),
  plain("phase"),
  { name: "status_code", cell: (row) => ({ plain: outcome("statusCode")(row) }) },
  plain("currency"),
  ...money("amount", minor("amount")),
  ...money("additional", (row) => outcome("additionalAmount")(row) ?? Number(row.additional_amount)),
  ...money("captured", minor("captured_total")),
  ...money("refunded", minor("refunded_total")),
  ...money("reserved", minor("reserved")),
  ...money("transaction_fee", outcome("transactionFee")),
  ...money("interchange_fee", outcome("interchangeFee")),
  text("customer"),
  text("text"),
  { name: "lines", cell: (row) => ({ text: linesText(row) }) },
];

/** One row per capture, refund, fee or charged permission booked in the period. */
export const MOVEMENT_COLUMNS: readonly Column[] = [
  plain("booking", "sequence"),
  plain("nr"),
  plain("z"),
  plain("kind"),
  text("id"),
  text("number"),
  text("pos_tid"),
  text("tid"),
  ...time("booked", "at"),
  text("person", "actor"),
  plain("action"),
  plain("phase"),
  plain("currency"),
  ...money("amount", (row) => sign(row) * Number(row.amount)),
  ...money("tip", (row) => sign(row) * Number(row.additional_amount)),
  ...money("total", (row) => sign(row) * (Number(row.amount) + Number(row.additional_amount))),
  ...money("vat", vatIn),
  { name: "vat_by_rate", cell: (row) => ({ text: vatText(row) }) },
  ...money("transaction_fee", minor("transaction_fee")),
  ...money("interchange_fee", minor("interchange_fee")),
  text("text"),
];

/** Approvals and endings without money are not movements. */
export function isMovement({ kind }: Stored): boolean {
  return kind === "capture" || kind === "refund" || kind === "fee" || kind === "permission";
}

export function decimalCell(amount: number, currency: string, decimal: string): string {
  return decimalText(amount, currency).replace(".", decimal);
}

function vatIn(row: Stored): number | null {
  const known = vatOfRow(row);
  return known.length === 0 ? null : sign(row) * known.reduce((sum, { vat }) => sum + vat, 0);
}

/** `25 %: 100.00 + 25.00 | 15 %: 40.00 + 6.00`: net amount and VAT of each rate. */
function vatText(row: Stored): string | null {
  const text = (amount: number) => decimalText(sign(row) * amount, String(row.currency));
  const known = vatOfRow(row).map(({ rate, net, vat }) => `${percentDigits(rate ?? 0)} %: ${text(net)} + ${text(vat)}`);
  return known.length === 0 ? null : known.join(" | ");
}

/** `2 × 49.00 Kanelbolle − 10.00 (15 %) | 1 × 51.00`, for readers. Amounts for calculations have their own columns. */
function linesText({ lines, currency }: Stored): string | null {
  if (!lines) return null;
  const all: PaymentLine[] = JSON.parse(String(lines));
  const money = (amount: number) => decimalText(amount, String(currency));
  const shown = ({ name, quantity, unitAmount, discount, vatRate }: PaymentLine) =>
    [
      `${quantity} × ${money(unitAmount)}`,
      ...(name === null ? [] : [name]),
      ...(discount ? [`− ${money(discount)}`] : []),
      ...(vatRate === undefined ? [] : [`(${percentDigits(vatRate)} %)`]),
    ].join(" ");
  return all.map(shown).join(" | ");
}

function textOf(value: Stored[string] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
