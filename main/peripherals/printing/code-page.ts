/**
 * The encoding of text for a receipt printer. Nothing that somebody typed may reach the printer as a command, and what
 * its character set lacks becomes the nearest thing that it has: never a character that means something else. Pure.
 */
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder";
import type { CodePage } from "../../../contract/receipts.ts";
import { romanised } from "./romanise.ts";

/** The numbers that Epson gave them, and nearly everybody took over (`ESC t n`). */
export const CODE_PAGE_NUMBERS: Readonly<Record<CodePage, number>> = {
  cp858: 19,
  windows1252: 16,
  cp865: 5,
  cp850: 2,
  cp852: 18,
  windows1250: 45,
  windows1251: 46,
  cp866: 17,
};

/** What stands for characters that only screens have. */
const PLAIN: Readonly<Record<string, string>> = {
  "\u00a0": " ",
  "\u2007": " ",
  "\u2009": " ",
  "\u202f": " ",
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2212": "-",
  "\u2018": "'",
  "\u2019": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u2026": "...",
  "\u2022": "*",
  "\u00d7": "x",
  "€": "EUR",
  "«": '"',
  "»": '"',
  "„": '"',
  "№": "No.",
};

/** What reads as a letter that a set lacks, where the letter is not one with an accent that can be left out. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  œ: "oe",
  Œ: "OE",
  ß: "ss",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "Th",
  ı: "i",
  º: "o",
  ª: "a",
  "°": "o",
  "¿": "?",
  "¡": "!",
  // Ukrainian, in the Cyrillic sets that were made for Russian: one looks the same, the other was long written so.
  і: "i",
  І: "I",
  ґ: "г",
  Ґ: "Г",
};

/** Text in characters of a code page alone, without a single control character. */
export function printable(text: string, codePage: CodePage): string {
  const composed = text.normalize("NFC");
  const readable = has("я", codePage) ? composed : romanised(composed);
  const characters = Array.from(readable, (character) => printableCharacter(character, codePage));
  return characters.join("");
}

function printableCharacter(character: string, codePage: CodePage): string {
  // Line breaks and tabs part words; every other control, format or private character is a command or nothing.
  if (/[\t\n\r]/.test(character)) return " ";
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{M}]/u.test(character)) return "";
  if (character === "€" && has(character, codePage)) return character;
  const plain = PLAIN[character];
  if (plain !== undefined) return plain;
  if (has(character, codePage)) return character;
  const letter = LETTERS[character];
  if (letter !== undefined) return letter;
  const base = character.normalize("NFD").charAt(0);
  return base !== character && has(base, codePage) ? base : "?";
}

/** Below 128 every code page is ASCII; its pictures for control codes are control codes to a printer. */
function has(character: string, codePage: CodePage): boolean {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return point >= 0x20 && point < 0x7f;
  // Beyond the first plane there is nothing that a printer knows.
  if (point > 0xffff) return false;
  const key = `${codePage} ${character}`;
  const known = repertoire.get(key);
  if (known !== undefined) return known;
  const encoded = encodeOne(character, codePage);
  repertoire.set(key, encoded);
  return encoded;
}

/** What was found out: at most some hundred characters occur in a shop. */
const repertoire = new Map<string, boolean>();

/** The encoder writes a question mark for what a code page lacks. */
function encodeOne(character: string, codePage: CodePage): boolean {
  const encoder = new ReceiptPrinterEncoder({ columns: 32, newline: "\n", codepageMapping: { [codePage]: 0 } });
  const bytes = encoder.codepage(codePage).text(character).encode();
  return bytes.some((byte) => byte >= 0x80);
}
