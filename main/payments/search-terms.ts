/** Interprets a search text in every way that makes sense: pure. */
import { MASKED_CUSTOMER, maskCustomer, PHONE_PATTERN } from "../../contract/values/identifiers.ts";
import { MAX_AMOUNT, parseAmountText } from "../../contract/values/money.ts";
import { cleanName, stripInvisible } from "../../contract/values/plain-text.ts";
import { spellingsOf } from "../../contract/values/search-folding.ts";

export type Term =
  /** Beginning of a payment number. `from` and `to` are sequences, both inclusive */
  | { kind: "sequences"; from: number; to: number }
  /** Last digits of a payment number: `142` of K7Q2-384142 */
  | { kind: "ending"; value: number; digits: number }
  | { kind: "beginning"; sequence: number; text: string }
  | { kind: "reference"; text: string }
  | { kind: "amount"; amount: number }
  | { kind: "customer"; customer: string }
  /** Words in the syntax of the full-text index */
  | { kind: "text"; match: string };

export interface SearchContext {
  currency: string;
  /** The four-character prefix of the till's numbers; null before the first payment */
  prefix: string | null;
  highest: number;
}

/** Numbers are padded to four digits. */
const MIN_DIGITS = 4;
/** Two digits would match every hundredth number. */
const MIN_ENDING_DIGITS = 3;
const PHONE_ENDING_DIGITS = 4;
const MIN_PREFIX_CHARS = 2;
const MAX_WORDS = 10;

/** Returns every possible reading of a search text. */
export function termsOf(query: string, context: SearchContext): Term[] {
  const plain = stripInvisible(query).trim();
  const compact = plain.replace(/\s/g, "");
  return [
    { kind: "reference", text: plain },
    ...numberTerms(compact.toUpperCase(), context),
    ...(/^\d{1,9}$/.test(compact) ? digitTerms(compact) : []),
    ...amountTerms(plain, compact, context.currency),
    ...customerTerms(plain),
    ...textTerms(cleanName(query)),
  ];
}

/** Reads `K7Q2`, `K7Q2-01` or `k7q2-0142-AB`: the beginning of a number or of a whole reference. */
function numberTerms(text: string, { prefix, highest }: SearchContext): Term[] {
  if (prefix === null || /^\d+$/.test(text)) return [];
  if (text.length >= MIN_PREFIX_CHARS && `${prefix}-`.startsWith(text))
    return [{ kind: "sequences", from: 1, to: highest }];
  if (!text.startsWith(prefix)) return [];
  const [, digits = "", rest] = /^-?(\d{1,9})(-.*)?$/.exec(text.slice(prefix.length)) ?? [];
  if (digits === "") return [];
  if (rest === undefined) return beginningWith(digits, highest);
  return [{ kind: "beginning", sequence: Number(digits), text: `${prefix}-${digits}${rest}` }];
}

/** Returns the numbers that begin with these digits: for `12` these are 12xx, 12xxx and so on. */
function beginningWith(digits: string, highest: number): Term[] {
  const widest = Math.max(MIN_DIGITS, String(highest).length);
  const terms: Term[] = [];
  for (let width = Math.max(MIN_DIGITS, digits.length); width <= widest; width += 1) {
    if (width > MIN_DIGITS && digits.startsWith("0")) break;
    const rest = 10 ** (width - digits.length);
    terms.push({ kind: "sequences", from: Number(digits) * rest, to: (Number(digits) + 1) * rest - 1 });
  }
  return terms;
}

function digitTerms(digits: string): Term[] {
  const value = Number(digits);
  return [
    { kind: "sequences", from: value, to: value },
    ...(digits.length >= MIN_ENDING_DIGITS ? [{ kind: "ending" as const, value, digits: digits.length }] : []),
  ];
}

/** Reads `149` as 149.00 and as 1.49, because the keypad counts in minor units. */
function amountTerms(query: string, compact: string, currency: string): Term[] {
  // A search charges nothing, so an ambiguous separator may be read as the decimal one.
  const parsed = parseAmountText(query, currency, /[.,]/.exec(query)?.[0]);
  const minor = /^\d{1,8}$/.test(compact) ? [Number(compact)] : [];
  const amounts = new Set([...(parsed.ok ? [parsed.amount] : []), ...minor]);
  return [...amounts]
    .filter((amount) => amount > 0 && amount <= MAX_AMOUNT)
    .map((amount) => ({ kind: "amount", amount }));
}

function customerTerms(query: string): Term[] {
  const [, ending] = /^[•.*\s]*(\d{4})$/.exec(query) ?? [];
  if (ending?.length === PHONE_ENDING_DIGITS) return [{ kind: "customer", customer: MASKED_CUSTOMER + ending }];
  const digits = query.replace(/[\s().+\u00a0-]/g, "").replace(/^00/, "");
  return PHONE_PATTERN.test(digits) ? [{ kind: "customer", customer: maskCustomer(digits) }] : [];
}

function textTerms(query: string): Term[] {
  const words = query.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const last = words.at(-1);
  if (last === undefined) return [];
  const patterns = words.slice(0, MAX_WORDS).map((word, index, { length }) => {
    const ending = index === length - 1 && last.length >= MIN_PREFIX_CHARS ? "*" : "";
    // The index removes accents, but keeps `ø` and `æ`.
    return `(${spellingsOf(word)
      .map((spelling) => `"${spelling}"${ending}`)
      .join(" OR ")})`;
  });
  return [{ kind: "text", match: patterns.join(" AND ") }];
}
