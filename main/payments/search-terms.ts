/** Interprets a search query: pure. It is read in every way that makes sense. */
import { maskCustomer, PHONE_PATTERN, SOME_CUSTOMER } from "../../contract/identifiers.ts";
import { MAX_AMOUNT, parseAmountText } from "../../contract/money.ts";
import { cleanName, withoutMarks } from "../../contract/plain-text.ts";
import { spellingsOf } from "../../contract/search-folding.ts";

/** One way to read a query; each is answered from one index. */
export type Term =
  /** Payments whose number begins like this: `from` and `to` are the till's own counter, both included */
  | { kind: "sequences"; from: number; to: number }
  /** The last digits of a number, as people say it: `142` of K7Q2-384142 */
  | { kind: "ending"; value: number; digits: number }
  /** The beginning of one payment's reference */
  | { kind: "beginning"; sequence: number; text: string }
  /** A number, `pos_tid` or `tid`, whole */
  | { kind: "reference"; text: string }
  | { kind: "amount"; amount: number }
  /** Masked */
  | { kind: "customer"; customer: string }
  /** Words of the text, as the full-text index is asked */
  | { kind: "text"; match: string };

/** What the till knows that queries are read by. */
export interface SearchPlace {
  currency: string;
  /** The four characters that its numbers begin with; null before the first payment */
  prefix: string | null;
  /** The newest payment's counter; 0 before the first */
  highest: number;
}

/** Numbers are written with at least four digits. */
const LEAST_DIGITS = 4;
/** Two digits are the end of every hundredth number: no search term. */
const LEAST_ENDING = 3;
const PHONE_ENDING = 4;
const LEAST_PREFIX = 2;
const MOST_WORDS = 10;

/** Every reading of a query, which is not empty. */
export function termsOf(query: string, place: SearchPlace): Term[] {
  const plain = withoutMarks(query).trim();
  const compact = plain.replace(/\s/g, "");
  return [
    { kind: "reference", text: plain },
    ...numberTerms(compact.toUpperCase(), place),
    ...(/^\d{1,9}$/.test(compact) ? digitTerms(compact) : []),
    ...amountTerms(plain, compact, place.currency),
    ...customerTerms(plain),
    ...textTerms(cleanName(query)),
  ];
}

/** `K7Q2`, `K7Q2-01`, `k7q2-0142-AB`: the number's beginning, or that of the whole reference. */
function numberTerms(text: string, { prefix, highest }: SearchPlace): Term[] {
  if (prefix === null || /^\d+$/.test(text)) return [];
  if (text.length >= LEAST_PREFIX && `${prefix}-`.startsWith(text))
    return [{ kind: "sequences", from: 1, to: highest }];
  if (!text.startsWith(prefix)) return [];
  const [, digits = "", rest] = /^-?(\d{1,9})(-.*)?$/.exec(text.slice(prefix.length)) ?? [];
  if (digits === "") return [];
  if (rest === undefined) return beginningWith(digits, highest);
  return [{ kind: "beginning", sequence: Number(digits), text: `${prefix}-${digits}${rest}` }];
}

/** Which numbers begin with these digits: `12` are 12xx, 12xxx, and so on as far as there are any. */
function beginningWith(digits: string, highest: number): Term[] {
  const widest = Math.max(LEAST_DIGITS, String(highest).length);
  const terms: Term[] = [];
  for (let width = Math.max(LEAST_DIGITS, digits.length); width <= widest; width += 1) {
    // Only numbers of four digits are filled up with zeros.
    if (width > LEAST_DIGITS && digits.startsWith("0")) break;
    const rest = 10 ** (width - digits.length);
    terms.push({ kind: "sequences", from: Number(digits) * rest, to: (Number(digits) + 1) * rest - 1 });
  }
  return terms;
}

function digitTerms(digits: string): Term[] {
  const value = Number(digits);
  return [
    { kind: "sequences", from: value, to: value },
    ...(digits.length >= LEAST_ENDING ? [{ kind: "ending" as const, value, digits: digits.length }] : []),
  ];
}

/** `149` is 149,00, as people write it, and also 1,49: the keypad counts in minor units. */
function amountTerms(query: string, compact: string, currency: string): Term[] {
  // Nothing is charged by it, so what may be decimals is read as decimals.
  const read = parseAmountText(query, currency, /[.,]/.exec(query)?.[0]);
  const minor = /^\d{1,8}$/.test(compact) ? [Number(compact)] : [];
  const amounts = new Set([...(read.ok ? [read.amount] : []), ...minor]);
  return [...amounts]
    .filter((amount) => amount > 0 && amount <= MAX_AMOUNT)
    .map((amount) => ({ kind: "amount", amount }));
}

/** The last four digits of a phone number, as the till shows it, or all of it. */
function customerTerms(query: string): Term[] {
  const [, ending] = /^[•.*\s]*(\d{4})$/.exec(query) ?? [];
  if (ending?.length === PHONE_ENDING) return [{ kind: "customer", customer: SOME_CUSTOMER + ending }];
  const digits = query.replace(/[\s().+\u00a0-]/g, "").replace(/^00/, "");
  return PHONE_PATTERN.test(digits) ? [{ kind: "customer", customer: maskCustomer(digits) }] : [];
}

/** All words, the last of them perhaps not written out. */
function textTerms(query: string): Term[] {
  const words = query.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const last = words.at(-1);
  if (last === undefined) return [];
  const wanted = words.slice(0, MOST_WORDS).map((word, at, { length }) => {
    const ending = at === length - 1 && last.length >= LEAST_PREFIX ? "*" : "";
    // The index takes off accents, and has `ø` and `æ` as they were written.
    return `(${spellingsOf(word)
      .map((one) => `"${one}"${ending}`)
      .join(" OR ")})`;
  });
  return [{ kind: "text", match: wanted.join(" AND ") }];
}
