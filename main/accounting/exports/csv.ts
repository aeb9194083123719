/** CSV tables (RFC 4180) for accounting software. */

import { type CsvOptions, usualSeparator } from "../../../contract/accounting/exports.ts";
import { BYTE_ORDER_MARK, csvLines, guardCell } from "../../../contract/values/csv.ts";
import { decimalSeparator } from "../../../contract/values/money.ts";
import type { LocalTime } from "./local-time.ts";
import type { Stored } from "./records.ts";
import { type Cell, type Column, decimalCell } from "./tables.ts";

export type CsvShape = ReturnType<typeof csvShape>;

/** Returns the table's format. A locale with a decimal comma separates cells with `;`. */
export function csvShape({ separator, bom }: CsvOptions, locale: string) {
  const decimal = decimalSeparator(locale) === "," ? "," : ".";
  const named = separator === "tab" ? "\t" : separator;
  return { separator: named === "auto" ? usualSeparator(locale) : named, decimal, bom };
}

export function csvHead(columns: readonly Column[], shape: CsvShape): string {
  return (shape.bom ? BYTE_ORDER_MARK : "") + csvLines([columns.map(({ name }) => name)], shape.separator);
}

export function csvRows(
  rows: readonly Stored[],
  columns: readonly Column[],
  shape: CsvShape,
  local: (at: number) => LocalTime,
): string {
  return csvLines(
    rows.map((row) => columns.map((column) => cellText(column.cell(row, local), shape))),
    shape.separator,
  );
}

function cellText(cell: Cell, { decimal }: CsvShape): string {
  if ("text" in cell) return cell.text === null ? "" : guardCell(cell.text);
  if ("plain" in cell) return cell.plain === null ? "" : String(cell.plain);
  return cell.amount === null ? "" : decimalCell(cell.amount, cell.currency, decimal);
}
