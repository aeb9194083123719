/**
 * The encoding of text for a receipt printer. Nothing that somebody typed may reach the printer as a command, and what
 * its character set lacks becomes the nearest thing that it has: never a character that means something else. Pure.
 */
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder";
import type { CodePage } from "../../../contract/receipts.ts";
import { plainLatin, romanised } from "./romanise.ts";

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

/** Typographic characters and what is printed for them, in every code page. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\t\n\r\p{Z}]/u, " "],
  [/[\p{Pd}\u2212]/u, "-"],
  [/[\u2018-\u201b\u2032\u2039\u203a\u02b9-\u02bf]/, "'"],
  [/[«»\u201c-\u201f]/, '"'],
  [/[\u2044\u2215]/, "/"],
  [/\u2026/, "..."],
  [/\u2022/, "*"],
  [/\u00d7/, "x"],
  [/€/, "EUR"],
  [/№/, "No."],
];

/** What is printed for a character that a set lacks, where its decomposition is not what it is read as. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  "°": "o",
  "₵": "c",
  "¿": "?",
  "¡": "!",
  "©": "(C)",
  "®": "(R)",
  "·": ".",
  "´": "'",
  ː: ":",
  ˑ: ":",
  μ: "u",
  "﷼": "Rial",
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
  let printed = "";
  let last = "";
  for (const character of readable) {
    const next = printableCharacter(character, codePage);
    // 1½ is 1 1/2, and 10² is not 102.
    const isApart = /\d$/.test(printed) && /^\d/.test(next) && /\p{No}/u.test(character) !== /\p{No}/u.test(last);
    printed += isApart ? ` ${next}` : next;
    last = character;
  }
  return printed;
}

function printableCharacter(character: string, codePage: CodePage): string {
  if (/[€‚‹›]/.test(character) && has(character, codePage)) return character;
  const plain = PLAIN.find(([typographic]) => typographic.test(character));
  if (plain !== undefined) return plain[1];
  // Every other control, format or private character is a command or nothing.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{M}]/u.test(character)) return "";
  if (has(character, codePage)) return character;
  const substitute = SUBSTITUTES[character];
  if (substitute !== undefined) return substitute;
  // The plain letters of a sign (`ﬁ`, `₂`, `™`: fi, 2, TM), or a letter without its accent.
  const parts = [character.normalize("NFKC"), character.normalize("NFD")].find((form) => form !== character);
  if (parts !== undefined) {
    const printed = Array.from(parts, (part) => printableCharacter(part, codePage)).join("");
    if (!printed.includes("?")) return printed;
  }
  if (/\p{Script=Latin}/u.test(character)) return plainLatin(character);
  return /\p{Sc}/u.test(character) ? currencyOf(character) : "?";
}

/** The code of the currency that a sign is usually for: `₴` is UAH, `£` is GBP. */
function currencyOf(sign: string): string {
  const all = currencies.size === 0 ? Intl.supportedValuesOf("currency") : [];
  for (const currencyDisplay of ["narrowSymbol", "symbol"] as const)
    for (const currency of all) {
      const amount = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay }).format(0);
      currencies.set(amount.charAt(0), currency);
    }
  return currencies.get(sign) ?? "?";
}

/** Filled at first use: it takes some 30 ms. */
const currencies = new Map<string, string>();

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
