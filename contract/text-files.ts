/** Decodes the text files that people bring: catalogues, settlements, provisioning, keys. Pure; also runs in browsers. */

type CodePage = `windows-${1250 | 1251 | 1252 | 1253 | 1254 | 1256 | 1257}`;
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | CodePage;

export interface DecodedText {
  /** Without byte-order mark. U+FFFD takes the place of every byte that the encoding does not define */
  text: string;
  encoding: TextEncoding;
  /** The likeliest encoding: no person chose it, and the bytes are not valid in it, or not in any Unicode encoding */
  isGuess: boolean;
}

const MARKS: readonly { encoding: TextEncoding; bytes: readonly number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/** Code pages by script, and by languages in Latin script. Any other language has 1252. */
const CODE_PAGES: readonly { encoding: TextEncoding; of: readonly string[] }[] = [
  { encoding: "windows-1250", of: ["bs", "cs", "hr", "hu", "pl", "ro", "sh", "sk", "sl", "sq", "sr"] },
  { encoding: "windows-1251", of: ["Cyrl"] },
  { encoding: "windows-1253", of: ["Grek"] },
  { encoding: "windows-1254", of: ["tr", "az"] },
  { encoding: "windows-1256", of: ["Arab"] },
  { encoding: "windows-1257", of: ["et", "lt", "lv"] },
];

/**
 * Decodes a text file. A byte-order mark decides, then the UTF-16 pattern of NUL bytes, then valid UTF-8. A file with at
 * least as many UTF-8 sequences as invalid bytes is UTF-8 with damaged cells. Any other file is in the Windows code page of
 * the locale.
 * @param locale BCP 47: the shop's
 * @param chosen the encoding that a person chose: used whatever the bytes are
 */
export function decodeText(bytes: Uint8Array, locale: string, chosen?: TextEncoding): DecodedText {
  const mark = MARKS.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  const content = mark === undefined ? bytes : bytes.subarray(mark.bytes.length);
  const marked = mark?.encoding ?? unmarkedUtf16(content);
  if (chosen !== undefined) return { text: decodeAs(content, chosen), encoding: chosen, isGuess: false };
  const unicode = marked ?? "utf-8";
  const valid = strictText(content, unicode);
  if (valid !== null) return { text: valid, encoding: unicode, isGuess: false };
  const text = decodeAs(content, unicode);
  if (unicode !== "utf-8") return { text, encoding: unicode, isGuess: true };
  if (marked === "utf-8" || isMostlyUtf8(text)) return { text, encoding: "utf-8", isGuess: true };
  const encoding = codePageOf(locale);
  return { text: decodeAs(content, encoding), encoding, isGuess: true };
}

/** Decodes a file that is read before the shop's locale is known: its own `locale` field selects the code page. */
export function decodeSettings(bytes: Uint8Array): DecodedText {
  const western = decodeText(bytes, "en");
  const [, locale] = (western.isGuess && /"locale"\s*:\s*"([\w-]+)"/.exec(western.text)) || [];
  return locale === undefined ? western : decodeText(bytes, locale);
}

/** Both from 1. */
export type DamagedPlace = { line: number; column: number };

/** Returns the place of the first byte that has no meaning in a guessed encoding; null where there is none. */
export function damagedPlace({ text, isGuess }: DecodedText): DamagedPlace | null {
  const at = isGuess ? text.indexOf("\ufffd") : -1;
  if (at < 0) return null;
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** Returns the code page that Windows uses for files without Unicode ("ANSI") where this locale is used. */
function codePageOf(locale: string): TextEncoding {
  let likely: Intl.Locale;
  try {
    likely = new Intl.Locale(locale).maximize();
  } catch {
    return "windows-1252";
  }
  const key = likely.script === "Latn" ? likely.language : likely.script;
  return CODE_PAGES.find(({ of }) => key !== undefined && of.includes(key))?.encoding ?? "windows-1252";
}

/** Any text may begin with further marks: files are joined, and saved again. */
const withoutMark = (text: string) => text.replace(/^\ufeff+/, "");

function decodeAs(bytes: Uint8Array, encoding: TextEncoding): string {
  const text = withoutMark(new TextDecoder(encoding).decode(bytes));
  // The decoder returns a C1 control character for each byte that a code page leaves undefined (WHATWG Encoding, 9.1).
  return encoding.startsWith("windows-") ? text.replace(/[\u0080-\u009f]/g, "\ufffd") : text;
}

function strictText(bytes: Uint8Array, encoding: TextEncoding): string | null {
  try {
    return withoutMark(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function isMostlyUtf8(text: string): boolean {
  let valid = 0;
  let invalid = 0;
  for (const sign of text) {
    if (sign === "\ufffd") invalid += 1;
    else if (sign > "\u007f") valid += 1;
  }
  return valid >= invalid && valid > 0;
}

/** Line ends, digits and separators are in every file: one character in eight, whatever the script. */
const LEAST_ASCII_SHARE = 1 / 8;

/** Returns UTF-16 without byte-order mark if the NUL bytes prove it: enough of them, and all on the same side of their pairs. */
function unmarkedUtf16(bytes: Uint8Array): TextEncoding | undefined {
  if (!bytes.includes(0)) return undefined;
  const nuls = [0, 0] as [number, number];
  for (const [at, byte] of bytes.entries()) if (byte === 0) nuls[(at % 2) as 0 | 1] += 1;
  const [first, second] = nuls;
  if (first > 0 === second > 0 || first + second < (bytes.length / 2) * LEAST_ASCII_SHARE) return undefined;
  return first > 0 ? "utf-16be" : "utf-16le";
}
