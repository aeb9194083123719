import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder";
import { create } from "qrcode";
import { columnsPerLine, type EscPosPrinter, type QrMethod } from "../../../contract/receipts/receipts.ts";
import type { Block } from "../receipts/blocks.ts";
import { QUIET_ZONE } from "../receipts/code.ts";
import { CODE_PAGE_NUMBERS } from "./code-page.ts";
import { type PaperPart, paperOf } from "./paper.ts";

const FEED_BEFORE_CUT = 4;
/** 25 modules of 6 dots are 19 mm at 203 dpi. */
const CODE_DOTS = 6;
/** Minimum side of a raster code without its quiet zone: 25 mm at 203 dpi. The largest code fits on 58 mm paper. */
const RASTER_SIDE_DOTS = 200;

/** `drawer` opens the cash drawer, if the printer has one. */
export function escPos(blocks: readonly Block[], printer: EscPosPrinter, { drawer = false } = {}): Uint8Array {
  const columns = columnsPerLine(printer);
  const { codePage, codePageNumber, cut, qr = "native" } = printer;
  const encoder = new ReceiptPrinterEncoder({
    language: "esc-pos",
    columns,
    // Some printers also feed on a carriage return.
    newline: "\n",
    feedBeforeCut: FEED_BEFORE_CUT,
    codepageMapping: { [codePage]: codePageNumber ?? CODE_PAGE_NUMBERS[codePage] },
  });
  encoder.initialize().codepage(codePage);
  if (drawer && printer.drawer) encoder.pulse();
  for (const part of paperOf(blocks, columns, codePage)) put(encoder, part, qr);
  if (cut) encoder.cut("partial");
  else encoder.newline(FEED_BEFORE_CUT);
  return encoder.encode();
}

/** Opens the cash drawer without printing. */
export function drawerPulse(): Uint8Array {
  return new ReceiptPrinterEncoder({ language: "esc-pos" }).initialize().pulse().encode();
}

function put(encoder: ReceiptPrinterEncoder, part: PaperPart, qr: QrMethod): void {
  if (part.kind === "code") {
    encoder.align("center");
    if ((part.qr ?? qr) === "raster") encoder.image(codeImage(part.text), { mode: "raster" });
    else encoder.qrcode(part.text, { model: 2, size: CODE_DOTS, errorlevel: "m" });
    encoder.align("left");
    return;
  }
  const { align, bold, inverted, large, text } = part;
  const size = large ? 2 : 1;
  encoder.align(align).bold(bold).invert(inverted).size(size, size);
  encoder.line(inverted ? ` ${text} ` : text);
  encoder.size(1, 1).invert(false).bold(false).align("left");
}

function codeImage(text: string): { width: number; height: number; data: Uint8ClampedArray } {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const dots = Math.ceil(RASTER_SIDE_DOTS / modules.size);
  const side = (modules.size + 2 * QUIET_ZONE) * dots;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const isDark = (row: number, column: number) =>
    Math.min(row, column) >= 0 && Math.max(row, column) < modules.size && modules.get(row, column) === 1;
  for (let dot = 0; dot < side * side; dot++) {
    const [row, column] = [Math.floor(dot / side), dot % side].map((at) => Math.floor(at / dots) - QUIET_ZONE);
    if (isDark(row ?? 0, column ?? 0)) data.fill(0, dot * 4, dot * 4 + 3);
  }
  return { width: side, height: side, data };
}
