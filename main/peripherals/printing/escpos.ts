/** The second renderer: blocks as the bytes of an ESC/POS printer. Pure: the same blocks are the same bytes. */
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder";
import { columnsOf, type EscPosPrinter } from "../../../contract/receipts.ts";
import type { Block } from "../receipts/blocks.ts";
import { CODE_PAGE_NUMBERS } from "./code-page.ts";
import { type PaperPart, paperOf } from "./paper.ts";

/** Lines between the print head and the knife. */
const FEED_BEFORE_CUT = 4;
/** Dots of a module of the code: 25 modules at 6 dots are 19 mm at 203 dpi. */
const CODE_DOTS = 6;

/**
 * @param drawer whether this print opens the cash drawer, where the printer's settings say that there is one
 */
export function escPos(blocks: readonly Block[], printer: EscPosPrinter, { drawer = false } = {}): Uint8Array {
  const columns = columnsOf(printer);
  const { codePage, codePageNumber, cut } = printer;
  const encoder = new ReceiptPrinterEncoder({
    language: "esc-pos",
    columns,
    // A line feed alone: some printers are set to feed at a carriage return too.
    newline: "\n",
    feedBeforeCut: FEED_BEFORE_CUT,
    codepageMapping: { [codePage]: codePageNumber ?? CODE_PAGE_NUMBERS[codePage] },
  });
  encoder.initialize().codepage(codePage);
  if (drawer && printer.drawer) encoder.pulse();
  for (const part of paperOf(blocks, columns, codePage)) put(encoder, part);
  if (cut) encoder.cut("partial");
  else encoder.newline(FEED_BEFORE_CUT);
  return encoder.encode();
}

/** What opens a cash drawer that hangs on the printer, and prints nothing. */
export function drawerPulse(): Uint8Array {
  return new ReceiptPrinterEncoder({ language: "esc-pos" }).initialize().pulse().encode();
}

function put(encoder: ReceiptPrinterEncoder, part: PaperPart): void {
  if (part.kind === "code") {
    encoder.align("center").qrcode(part.text, { model: 2, size: CODE_DOTS, errorlevel: "m" }).align("left");
    return;
  }
  const { align, bold, inverted, large, text } = part;
  const size = large ? 2 : 1;
  encoder.align(align).bold(bold).invert(inverted).size(size, size);
  encoder.line(inverted ? ` ${text} ` : text);
  encoder.size(1, 1).invert(false).bold(false).align("left");
}
