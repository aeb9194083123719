/**
 * Matches the bytes of an ESC/POS printer with the requests sent to it. Pure.
 *
 * The fixed bits of a byte give its kind (Epson, "Transmission status identification"; Citizen and others are the
 * same). `0xx1xx10` answers `DLE EOT`, `0xx0xxxx` answers `GS r`. `0xx1xx00` starts an automatic status of four bytes,
 * whose other three look like answers to `GS r`. Notices and responses are blocks: a header with bits 0 and 4, text,
 * and NUL. XON and XOFF can occur inside a group and have no kind. `GS ( H` would identify its request, but many
 * printers lack it, and some print its parameters as text.
 */
import type { PrinterFault } from "../../../contract/receipts/receipts.ts";

const DLE_EOT = [0x10, 0x04] as const;
/** Printer, cause of being offline, paper. */
const QUESTIONS = [1, 2, 4] as const;

export const STATUS_REQUEST = Uint8Array.from(QUESTIONS.flatMap((question) => [...DLE_EOT, question]));

/** `GS a 0`: disables automatic status. */
export const AUTOMATIC_STATUS_OFF = Uint8Array.of(0x1d, 0x61, 0x00);

/** `GS r 1`: answered after the printer processed all preceding data. */
export const DONE_REQUEST = Uint8Array.of(0x1d, 0x72, 0x01);

export interface PrinterStatus {
  fault: PrinterFault | null;
  paperLow: boolean;
}

export type PrinterConversation = ReturnType<typeof startConversation>;

/** Bytes of an automatic status after the first */
const GROUP_REST = 3;
/** The header of the notice `3B 30 00` or `3B 31 00` */
const POWER_OFF = 0x3b;

const isStatusByte = (byte: number) => (byte & 0b1001_0011) === 0b0001_0010;
const isGroupStart = (byte: number) => (byte & 0b1001_0011) === 0b0001_0000;
const isInLine = (byte: number) => (byte & 0b1001_0000) === 0;
const isBlockStart = (byte: number) => byte >= 0x20 && (byte & 0b1001_0001) === 0b0001_0001;

export function startConversation(unanswered = { count: 0 }) {
  const statusBytes: number[] = [];
  const expected = { statusBytes: 0 };
  const state = { done: 0, hasExtraByte: false, groupLeft: 0, isInBlock: false, isSwitchingOff: false };
  const receiveByte = (byte: number) => {
    // A block contains only text. In doubt, a byte never counts as a confirmation.
    const isText = state.isInBlock && byte >= 0x20;
    if (isStatusByte(byte) && !isText) {
      if (statusBytes.length < expected.statusBytes) statusBytes.push(byte);
      else state.hasExtraByte = true;
    } else if (isGroupStart(byte) && !isText) state.groupLeft = GROUP_REST;
    else if (state.groupLeft > 0 && isInLine(byte)) state.groupLeft -= 1;
    else if (state.isInBlock) state.isInBlock = byte !== 0;
    else if (isBlockStart(byte)) {
      state.isInBlock = true;
      state.isSwitchingOff ||= byte === POWER_OFF;
    } else if (isInLine(byte) && unanswered.count > 0) {
      unanswered.count -= 1;
      state.done += 1;
    }
  };
  return {
    /** The returned function reads the answer: null while bytes are missing, and permanently after an extra byte */
    expectStatus(): () => PrinterStatus | null {
      const from = expected.statusBytes;
      expected.statusBytes += QUESTIONS.length;
      return () => {
        const answers = statusBytes.slice(from, from + QUESTIONS.length);
        return state.hasExtraByte || answers.length < QUESTIONS.length ? null : statusOf(answers);
      };
    },
    /** The returned function tells whether this {@link DONE_REQUEST} was answered */
    expectDone(): () => boolean {
      unanswered.count += 1;
      const request = state.done + unanswered.count;
      return () => state.done >= request;
    },
    doneAnswers: (): number => state.done,
    /** Stops expecting the missing answers, which are lost when the last request was answered */
    forgetLost() {
      unanswered.count = 0;
    },
    /** True after a complete answer, even a late one, or a status byte without a request */
    isReporting: (): boolean => statusBytes.length >= QUESTIONS.length || state.hasExtraByte,
    receive(bytes: Iterable<number>) {
      for (const byte of bytes) receiveByte(byte);
    },
    /** True after the printer's power-off notice */
    isSwitchingOff: (): boolean => state.isSwitchingOff,
  };
}

/** One byte per entry of {@link QUESTIONS}. */
function statusOf([printer = 0, offline = 0, paper = 0]: readonly number[]): PrinterStatus {
  return { fault: faultOf(printer, offline, paper), paperLow: (paper & 0x0c) !== 0 };
}

function faultOf(printer: number, offline: number, paper: number): PrinterFault | null {
  if ((offline & 0x04) !== 0) return "cover_open";
  if ((offline & 0x20) !== 0 || (paper & 0x60) !== 0) return "paper_out";
  // Offline for another reason, or a printer error.
  return (offline & 0x40) !== 0 || (printer & 0x08) !== 0 ? "printer_error" : null;
}
