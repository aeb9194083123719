/** Decodes text files from users: catalogues, settlements, provisioning, keys. Also runs in browsers. */

type CodePage = `windows-${1250 | 1251 | 1252 | 1253 | 1254 | 1256 | 1257}`;
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | CodePage;

export interface DecodedText {
  /** Without byte order mark. U+FFFD replaces undefined bytes */
  text: string;
  encoding: TextEncoding;
  /** The encoding is the likeliest one: not chosen by a user, and the bytes do not prove it */
  isGuess: boolean;
}

const MARKS: readonly { encoding: TextEncoding; bytes: readonly number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

const CODE_PAGES: readonly { encoding: TextEncoding; of: readonly string[] }[] = [
  { encoding: "windows-1250", of: ["bs", "cs", "hr", "hu", "pl", "ro", "sh", "sk", "sl", "sq", "sr"] },
  { encoding: "windows-1251", of: ["Cyrl"] },
  { encoding: "windows-1253", of: ["Grek"] },
  { encoding: "windows-1254", of: ["tr", "az"] },
  { encoding: "windows-1256", of: ["Arab"] },
  { encoding: "windows-1257", of: ["et", "lt", "lv"] },
];

/**
 * Decodes a text file by byte order mark, UTF-16 pattern of NUL bytes, or valid UTF-8, in this order. A file with at
 * least as many UTF-8 sequences as invalid bytes is damaged UTF-8. Otherwise the locale's Windows code page is used.
 * @param chosen an encoding that a user chose, used unconditionally
 */
export function decodeText(bytes: Uint8Array, locale: string, chosen?: TextEncoding): DecodedText {
  const mark = MARKS.find((candidate) => candidate.bytes.every((byte, at) => bytes[at] === byte));
  const content = mark === undefined ? bytes : bytes.subarray(mark.bytes.length);
  const detected = mark?.encoding ?? unmarkedUtf16(content);
  if (chosen !== undefined) return { text: decodeAs(content, chosen), encoding: chosen, isGuess: false };
  const unicode = detected ?? "utf-8";
  const valid = strictText(content, unicode);
  if (valid !== null) return { text: valid, encoding: unicode, isGuess: false };
  const text = decodeAs(content, unicode);
  if (unicode !== "utf-8") return { text, encoding: unicode, isGuess: true };
  if (detected === "utf-8" || isMostlyUtf8(text)) return { text, encoding: "utf-8", isGuess: true };
  const encoding = codePageOf(locale);
  return { text: decodeAs(content, encoding), encoding, isGuess: true };
}

/** Decodes a file before the shop's locale is known; the file's own `locale` field selects the code page. */
export function decodeSettings(bytes: Uint8Array): DecodedText {
  const firstAttempt = decodeText(bytes, "en");
  const [, locale] = (firstAttempt.isGuess && /"locale"\s*:\s*"([\w-]+)"/.exec(firstAttempt.text)) || [];
  return locale === undefined ? firstAttempt : decodeText(bytes, locale);
}

/** Counted from 1. */
export type DamagedPlace = { line: number; column: number };

/** Returns the place of the first undefined byte in a guessed encoding, or null. */
export function damagedPlace({ text, isGuess }: DecodedText): DamagedPlace | null {
  const damageIndex = isGuess ? text.indexOf("\ufffd") : -1;
  if (damageIndex < 0) return null;
  const lines = text.slice(0, damageIndex).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

function codePageOf(locale: string): TextEncoding {
  let fullLocale: Intl.Locale;
  try {
    fullLocale = new Intl.Locale(locale).maximize();
  } catch {
    return "windows-1252";
  }
  const key = fullLocale.script === "Latn" ? fullLocale.language : fullLocale.script;
  return CODE_PAGES.find(({ of }) => key !== undefined && of.includes(key))?.encoding ?? "windows-1252";
}

/** Joined or re-saved files may have several marks. */
const withoutMark = (text: string) => text.replace(/^\ufeff+/, "");

function decodeAs(bytes: Uint8Array, encoding: TextEncoding): string {
  const text = withoutMark(new TextDecoder(encoding).decode(bytes));
  // Undefined bytes of a code page decode to C1 control characters (WHATWG Encoding, 9.1).
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

/** Every file has ASCII line ends, digits and separators, whatever its script. */
const MIN_ASCII_SHARE = 1 / 8;

/** Detects UTF-16 without byte order mark: enough NUL bytes, all on the same side of their pairs. */
function unmarkedUtf16(bytes: Uint8Array): TextEncoding | undefined {
  if (!bytes.includes(0)) return undefined;
  const nuls = [0, 0] as [number, number];
  for (const [index, byte] of bytes.entries()) if (byte === 0) nuls[(index % 2) as 0 | 1] += 1;
  const [first, second] = nuls;
  if (first > 0 === second > 0 || first + second < (bytes.length / 2) * MIN_ASCII_SHARE) return undefined;
  return first > 0 ? "utf-16be" : "utf-16le";
}
