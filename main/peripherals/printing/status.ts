/** The status of an ESC/POS printer, decoded from its answers. Pure. */
import type { PrinterFault } from "../../../contract/receipts.ts";

/** `DLE EOT n`: answered at once, whatever the printer is doing, by one byte for each. */
const DLE_EOT = [0x10, 0x04] as const;
/** Printer, cause of being offline, paper. */
const QUESTIONS = [1, 2, 4] as const;

/** Asks for all of it. */
export const STATUS_REQUEST = Uint8Array.from(QUESTIONS.flatMap((question) => [...DLE_EOT, question]));

/**
 * `GS r 1` stands in the line with what is printed: its answer comes when everything before it has been processed.
 */
export const DONE_REQUEST = Uint8Array.of(0x1d, 0x72, 0x01);

export interface PrinterStatus {
  fault: PrinterFault | null;
  paperLow: boolean;
}

/** Bits 1 and 4 are set and bits 0 and 7 are not in every answer to `DLE EOT`. */
const isStatusByte = (byte: number) => (byte & 0b1001_0011) === 0b0001_0010;
/** Bits 4 and 7 are not set in the answer to `GS r`. */
const isDoneByte = (byte: number) => (byte & 0b1001_0000) === 0;

/** Reads the answers to {@link STATUS_REQUEST}. @returns null while not all of them are there */
export function statusOf(answers: readonly number[]): PrinterStatus | null {
  const bytes = answers.filter(isStatusByte);
  if (bytes.length < QUESTIONS.length) return null;
  const [printer = 0, offline = 0, paper = 0] = bytes.slice(-QUESTIONS.length);
  return { fault: faultOf(printer, offline, paper), paperLow: (paper & 0x0c) !== 0 };
}

function faultOf(printer: number, offline: number, paper: number): PrinterFault | null {
  if ((offline & 0x04) !== 0) return "cover_open";
  if ((offline & 0x20) !== 0 || (paper & 0x60) !== 0) return "paper_out";
  // Offline for another reason, or an error that the printer names itself.
  return (offline & 0x40) !== 0 || (printer & 0x08) !== 0 ? "printer_error" : null;
}

/** Whether {@link DONE_REQUEST} was answered. */
export function saysDone(answers: readonly number[]): boolean {
  return answers.some(isDoneByte);
}
