import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";

const REQUIRED = ["tid", "timestamp", "action"] as const;
/** Columns that are read; each may appear once. */
const READ_COLUMNS: readonly string[] = [
  ...REQUIRED,
  ...["sub_id", "currency", "amount", "additional_amount", "gross", "fee", "interchange", "vat", "net"],
];

export function columnNames(cells: readonly string[]): string[] {
  return cells.map((name) => name.trim().toLowerCase());
}

export function isReadColumn(name: string): boolean {
  return READ_COLUMNS.includes(name);
}

export function isSettlementHeader(cells: readonly string[]): boolean {
  return missingIn(columnNames(cells)).length === 0;
}

/** Returns the missing columns or the duplicate one; null when the header is valid. */
export function headerProblem(cells: readonly string[]): Reason | null {
  const names = columnNames(cells);
  const missing = missingIn(names);
  if (missing.length > 0) return reasonFor("settlement_header", { names: missing.join(", ") });
  const duplicate = READ_COLUMNS.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  return duplicate === undefined ? null : reasonFor("settlement_header_once", { name: duplicate });
}

function missingIn(names: readonly string[]): string[] {
  const missing = REQUIRED.filter((name) => !names.includes(name));
  return names.includes("gross") || names.includes("amount") ? missing : [...missing, "gross/amount"];
}
