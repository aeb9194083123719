/** Line format of the serial dispenser protocol (docs/vending.md). Never buffers more than one line. Pure. */

/** `>` starts a line of the till, `<` one of the machine, so an echo is not a response. */
export type Direction = ">" | "<";

export interface Line {
  sequence: number;
  /** Words of the line: at least one, none empty */
  words: string[];
}

/** Maximum length in bytes including the line feed, sized for a machine with little memory. */
export const LINE_LIMIT = 96;

const LINE_FEED = 0x0a;

/** Printable ASCII without spaces and the three marks of a line. */
const WORD = /^[!-)+-;=?-~]+$/;

/** CRC-16/IBM-3740 (CCITT-FALSE): polynomial 0x1021, initial value 0xFFFF. `123456789` gives 0x29B1. */
export function crc16(text: string): number {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "latin1")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc;
}

export function isWord(text: string): boolean {
  return WORD.test(text);
}

/** Returns a line with its end, or null when a word is not allowed or the line is too long. */
export function encodeLine(direction: Direction, { sequence, words }: Line): string | null {
  const checked = `${direction}${hex(sequence, 2)} ${words.join(" ")}`;
  const line = `${checked}*${hex(crc16(checked), 4)}\r\n`;
  return words.length > 0 && words.every(isWord) && line.length <= LINE_LIMIT ? line : null;
}

/**
 * Splits received bytes into lines from their mark on, without line feed. `pending` is the remainder of the previous
 * call.
 */
export function cutLines(
  direction: Direction,
  pending: string,
  chunk: Uint8Array,
): { lines: string[]; pending: string } {
  const lines: string[] = [];
  let buffer = pending;
  for (const byte of chunk) {
    const character = String.fromCharCode(byte);
    // The mark occurs only at a line's start, so it resynchronises after noise.
    if (character === direction) buffer = character;
    else if (buffer === "") continue;
    else if (byte === LINE_FEED) {
      lines.push(buffer);
      buffer = "";
    } else buffer = buffer.length < LINE_LIMIT - 1 ? buffer + character : "";
  }
  return { lines, pending: buffer };
}

/** Returns null for a garbled line. */
export function readLine(text: string): Line | null {
  const [, checked = "", sequence = "", words = "", sum] =
    /^([<>]([0-9A-F]{2}) ([ -~]+))\*([0-9A-F]{4})\r?$/.exec(text) ?? [];
  if (sum === undefined || hex(crc16(checked), 4) !== sum) return null;
  const line: Line = { sequence: Number.parseInt(sequence, 16), words: words.split(" ") };
  return line.words.every(isWord) ? line : null;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
