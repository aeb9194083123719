/** The header of a settlement file: its columns and its delimiter. Pure. */
import { inEnglish, type Reason, reasonFor } from "../../../contract/reasons.ts";

export type Delimiter = "," | ";" | "\t";

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t"];
const REQUIRED = ["tid", "timestamp", "action"] as const;
/** Columns that are read: each may be there once. */
const READ = [
  ...REQUIRED,
  ...["sub_id", "currency", "amount", "additional_amount", "gross", "fee", "interchange", "vat", "net"],
];
/** A header is a few hundred characters long. */
const MAX_HEADER = 100_000;

export class HeaderError extends Error {
  override readonly name = "HeaderError";
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(inEnglish(reason));
    this.reason = reason;
  }
}

/** The one delimiter of a file: what its first line has most of, outside quotes. What else looks like one is none. */
export function delimiterOf(pieces: readonly string[]): Delimiter {
  const line = firstLine(pieces).replace(/"[^"]*"/g, "");
  const count = (delimiter: Delimiter) => line.split(delimiter).length;
  return DELIMITERS.reduce((most, delimiter) => (count(delimiter) > count(most) ? delimiter : most));
}

function firstLine(pieces: readonly string[]): string {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    const line = /[^\r\n\uFEFF][^\r\n]*(?=[\r\n])/.exec(text)?.[0];
    if (line !== undefined) return line;
    if (text.length > MAX_HEADER) break;
  }
  return text;
}

/** The columns' names, in small letters. @throws HeaderError when one that is needed is missing, or is there twice */
export function checkHeader(cells: readonly string[]): string[] {
  const names = cells.map((name) => name.trim().toLowerCase());
  const missing = [
    ...REQUIRED.filter((name) => !names.includes(name)),
    ...(names.includes("gross") || names.includes("amount") ? [] : ["gross/amount"]),
  ];
  if (missing.length > 0) throw new HeaderError(reasonFor("settlement_header", { names: missing.join(", ") }));
  const twice = READ.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw new HeaderError(reasonFor("settlement_header_once", { name: twice }));
  return names;
}
