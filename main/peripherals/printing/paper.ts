import type { CodePage, QrMethod } from "../../../contract/receipts/receipts.ts";
import type { Block } from "../receipts/blocks.ts";
import { printable } from "./code-page.ts";

export interface PaperLine {
  kind: "text";
  text: string;
  align: "left" | "center";
  bold: boolean;
  inverted: boolean;
  large: boolean;
}

export type PaperPart = PaperLine | { kind: "code"; text: string; qr?: QrMethod };

/** Minimum spaces between a label and its value. */
const GAP = 2;

/** @param columns characters of font A per line */
export function paperOf(blocks: readonly Block[], columns: number, codePage: CodePage): PaperPart[] {
  return blocks.flatMap((block) => partsOf(block, columns, codePage));
}

function partsOf(block: Block, columns: number, codePage: CodePage): PaperPart[] {
  const plain = (text: string) => printable(text, codePage);
  const lines = (text: string, style: Style = {}) => wrap(plain(text), columns).map((part) => line(part, style));
  const row = (label: string, value: string, style: Style = {}) =>
    rowLines(plain(label), plain(value), columns).map((text) => line(text, style));
  switch (block.kind) {
    case "code":
      return [{ ...block, text: plain(block.text) }];
    case "rule":
      return [line("-".repeat(columns))];
    case "row":
      return row(block.label, block.value);
    case "total":
      return row(block.label, block.value, { bold: true });
    case "columns":
      return columnLines(block.cells.map(plain), columns).map((text) => line(text));
    case "note":
      return lines(block.text);
    case "centre":
      return lines(block.text, { align: "center" });
    case "title":
      return lines(block.text, { align: "center", bold: true });
    case "address":
      return large(plain(block.text), columns, { bold: true, align: "left" });
    case "name":
      return large(plain(block.text), columns, { bold: true });
    case "banner":
      return large(plain(block.text), columns, { bold: true, inverted: true });
  }
}

type Style = Partial<Omit<PaperLine, "kind" | "text">>;

/** Uses double size unless a word would be broken. */
function large(plain: string, columns: number, style: Style): PaperLine[] {
  // Inverted text has a black edge on either side.
  const edge = style.inverted ? 2 : 0;
  const half = Math.floor(columns / 2) - edge;
  const fits = plain.split(/\s+/).every((word) => word.length <= half);
  return wrap(plain, fits ? half : columns - edge).map((part) =>
    line(part, { align: "center", ...style, large: fits }),
  );
}

function line(text: string, style: Style = {}): PaperLine {
  return { kind: "text", text, align: "left", bold: false, inverted: false, large: false, ...style };
}

/** A label on the left and its value on the right, or below it when too long. */
function rowLines(label: string, value: string, columns: number): string[] {
  if (label.length + GAP + value.length <= columns) return [label + value.padStart(columns - label.length)];
  const labels = wrap(label, columns);
  const last = labels.at(-1) ?? "";
  const fitsOnLine = last.length + GAP + value.length <= columns;
  if (fitsOnLine) return [...labels.slice(0, -1), last + value.padStart(columns - last.length)];
  return [...labels, ...wrap(value, columns).map((part) => part.padStart(columns))];
}

/** The first cell on the left, the others right-aligned; the first is above when they do not fit. */
function columnLines([first = "", ...cells]: readonly string[], columns: number): string[] {
  const width = Math.floor((columns * 4) / 5 / Math.max(1, cells.length));
  const numbers = cells
    .map((cell) => cell.padStart(width))
    .join("")
    .padStart(columns);
  const fits = cells.every((cell) => cell.length < width) && numbers.slice(0, first.length + 1).trim() === "";
  if (fits) return [first + numbers.slice(first.length)];
  return [first, ...wrap(cells.join("  "), columns).map((part) => part.padStart(columns))];
}

/** Breaks at spaces, or inside words longer than a line. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let rest = text.replace(/\s+/g, " ").trim();
  while (rest.length > columns) {
    const space = rest.lastIndexOf(" ", columns);
    const end = space > 0 ? space : columns;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}
