/** The status of an ESC/POS printer, decoded from its answers. Pure. */
import type { PrinterFault } from "../../../contract/receipts.ts";

/** `DLE EOT n`: answered at once, whatever the printer is doing, by one byte for each. */
const DLE_EOT = [0x10, 0x04] as const;
/** Printer, cause of being offline, paper. */
const QUESTIONS = [1, 2, 4] as const;

/** Asks for all of it. */
export const STATUS_REQUEST = Uint8Array.from(QUESTIONS.flatMap((question) => [...DLE_EOT, question]));

/** `GS a 0`: no status is sent without a request. */
export const AUTOMATIC_STATUS_OFF = Uint8Array.of(0x1d, 0x61, 0x00);

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
/** Bit 4 is set and bits 0, 1 and 7 are not in the first of the four bytes of an automatic status. */
const isAutomaticStatus = (byte: number) => (byte & 0b1001_0011) === 0b0001_0000;
const AUTOMATIC_STATUS_LENGTH = 4;

/**
 * Reads the newest answer to {@link STATUS_REQUEST}. An answer does not say which question it belongs to, so that the bytes of
 * a connection are read in threes from its first one on: bytes of an earlier request may arrive late.
 * @param bytes    everything that the printer sent over this connection
 * @param requests how many requests were sent over it
 * @returns null while answers are missing. After a lost answer the status stays unknown: the others cannot be told apart
 */
export function statusOf(bytes: readonly number[], requests: number): PrinterStatus | null {
  const answers = bytes.filter(isStatusByte);
  if (answers.length !== requests * QUESTIONS.length) return null;
  const [printer = 0, offline = 0, paper = 0] = answers.slice(-QUESTIONS.length);
  return { fault: faultOf(printer, offline, paper), paperLow: (paper & 0x0c) !== 0 };
}

function faultOf(printer: number, offline: number, paper: number): PrinterFault | null {
  if ((offline & 0x04) !== 0) return "cover_open";
  if ((offline & 0x20) !== 0 || (paper & 0x60) !== 0) return "paper_out";
  // Offline for another reason, or an error that the printer names itself.
  return (offline & 0x40) !== 0 || (printer & 0x08) !== 0 ? "printer_error" : null;
}

/** How many answers to {@link DONE_REQUEST} are among the bytes of a connection. */
export function countDoneBytes(bytes: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    // The other bytes of an automatic status look like an answer.
    if (isAutomaticStatus(byte)) at += AUTOMATIC_STATUS_LENGTH - 1;
    else if (isDoneByte(byte)) count += 1;
  }
  return count;
}
