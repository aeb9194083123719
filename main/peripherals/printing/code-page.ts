/**
 * Encodes text for a receipt printer. Text never acts as a command, and missing characters keep their meaning. Pure.
 */
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder";
import type { CodePage } from "../../../contract/receipts/receipts.ts";
import { plainLatin, romanised } from "./romanise.ts";

/** Epson's code page numbers, which most printers use (`ESC t n`). */
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

const TYPOGRAPHIC: readonly (readonly [RegExp, string])[] = [
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

/** Replacements where the Unicode decomposition would be wrong. */
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
  // Ukrainian letters in Russian code pages.
  і: "i",
  І: "I",
  ґ: "г",
  Ґ: "Г",
};

export function printable(text: string, codePage: CodePage): string {
  const composed = text.normalize("NFC");
  const readable = isSupported("я", codePage) ? composed : romanised(composed);
  let printed = "";
  let last = "";
  for (const character of readable) {
    const next = printableCharacter(character, codePage);
    // Keeps 1½ as 1 1/2, and 10² apart from 102.
    const needsSpace = /\d$/.test(printed) && /^\d/.test(next) && /\p{No}/u.test(character) !== /\p{No}/u.test(last);
    printed += needsSpace ? ` ${next}` : next;
    last = character;
  }
  return printed;
}

function printableCharacter(character: string, codePage: CodePage): string {
  if (/[€‚‹›]/.test(character) && isSupported(character, codePage)) return character;
  const plain = TYPOGRAPHIC.find(([typographic]) => typographic.test(character));
  if (plain !== undefined) return plain[1];
  // Other control, format and private-use characters are removed.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{M}]/u.test(character)) return "";
  if (isSupported(character, codePage)) return character;
  const substitute = SUBSTITUTES[character];
  if (substitute !== undefined) return substitute;
  // The compatibility form (`ﬁ`, `₂`, `™`: fi, 2, TM), or the letter without its accent.
  const parts = [character.normalize("NFKC"), character.normalize("NFD")].find((form) => form !== character);
  if (parts !== undefined) {
    const printed = Array.from(parts, (part) => printableCharacter(part, codePage)).join("");
    if (!printed.includes("?")) return printed;
  }
  if (/\p{Script=Latin}/u.test(character)) return plainLatin(character);
  return /\p{Sc}/u.test(character) ? currencyOf(character) : "?";
}

/** Returns the usual currency code of a sign: `₴` is UAH, `£` is GBP. */
function currencyOf(sign: string): string {
  const all = currencies.size === 0 ? Intl.supportedValuesOf("currency") : [];
  for (const currencyDisplay of ["narrowSymbol", "symbol"] as const)
    for (const currency of all) {
      const amount = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay }).format(0);
      currencies.set(amount.charAt(0), currency);
    }
  return currencies.get(sign) ?? "?";
}

/** Filled at first use, because it takes about 30 ms. */
const currencies = new Map<string, string>();

/** Every code page is ASCII below 128. Printers treat its control codes as commands. */
function isSupported(character: string, codePage: CodePage): boolean {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return point >= 0x20 && point < 0x7f;
  // Printers support only the basic multilingual plane.
  if (point > 0xffff) return false;
  const key = `${codePage} ${character}`;
  const cached = repertoire.get(key);
  if (cached !== undefined) return cached;
  const encoded = canEncode(character, codePage);
  repertoire.set(key, encoded);
  return encoded;
}

/** A cache of at most some hundred characters. */
const repertoire = new Map<string, boolean>();

/** The encoder replaces unsupported characters with a question mark. */
function canEncode(character: string, codePage: CodePage): boolean {
  const encoder = new ReceiptPrinterEncoder({ columns: 32, newline: "\n", codepageMapping: { [codePage]: 0 } });
  const bytes = encoder.codepage(codePage).text(character).encode();
  return bytes.some((byte) => byte >= 0x80);
}
