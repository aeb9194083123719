/**
 * Lines of the serial dispenser's protocol (docs/vending.md): a direction mark, a sequence number, words and a
 * checksum. Pure. Whatever bytes come, in whatever pieces, no more than one line is ever held.
 */

/** `>` begins a line of the till, `<` one of the machine: a line that comes back as an echo is no answer. */
export type Direction = ">" | "<";

/** One line, its checksum found right. */
export interface Line {
  /** 0…255; an answer has its question's */
  sequence: number;
  /** At least one; none is empty */
  words: string[];
}

/** The longest line in bytes, its line feed included: what a machine with little memory keeps a buffer for. */
export const LINE_LIMIT = 96;

const LINE_FEED = 0x0a;

/** What may stand between two spaces: printable ASCII without the three marks of a line. */
const WORD = /^[!-)+-;=?-~]+$/;

/**
 * CRC-16/IBM-3740 (also known as CCITT-FALSE): polynomial 0x1021, first value 0xFFFF, nothing reflected. Bit by bit, as
 * a microcontroller does it without a table.
 * @param text ASCII
 * @returns 0…0xFFFF; 0x29B1 for `123456789`
 */
export function crc16(text: string): number {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "latin1")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc;
}

/** Whether a text can be one word of a line. */
export function isWord(text: string): boolean {
  return WORD.test(text);
}

/**
 * A line as it is sent, with its end.
 * @returns null when a word cannot be sent, or the line would be too long
 */
export function encodeLine(direction: Direction, { sequence, words }: Line): string | null {
  const checked = `${direction}${hex(sequence, 2)} ${words.join(" ")}`;
  const line = `${checked}*${hex(crc16(checked), 4)}\r\n`;
  return words.length > 0 && words.every(isWord) && line.length <= LINE_LIMIT ? line : null;
}

/**
 * Cuts what was received into lines; they are not read yet.
 * @param pending what it left of the bytes before; an empty text first
 * @returns whole lines from their mark on, without their line feed, and what is left: shorter than {@link LINE_LIMIT}
 */
export function cutLines(
  direction: Direction,
  pending: string,
  chunk: Uint8Array,
): { lines: string[]; pending: string } {
  const lines: string[] = [];
  let held = pending;
  for (const byte of chunk) {
    const character = String.fromCharCode(byte);
    // A mark stands nowhere else in a line: after noise the next line is found without an end of the one before.
    if (character === direction) held = character;
    else if (held === "") continue;
    else if (byte === LINE_FEED) {
      lines.push(held);
      held = "";
    } else held = held.length < LINE_LIMIT - 1 ? held + character : "";
  }
  return { lines, pending: held };
}

/** Reads a line that {@link cutLines} found. @returns null when it is garbled: what it was is not known then */
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
