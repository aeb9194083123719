/**
 * Redacts a support bundle: keys, secrets, PINs and tokens, who a customer is, and who
 * owns the machine. First whatever this till knows to be secret, in every form in which it may have been written; then
 * whatever looks like it. Nothing is taken on trust: everything that goes into a bundle goes through here.
 */
import { homedir, hostname, userInfo } from "node:os";
import { parseJson } from "../../../contract/canonical-json.ts";
import { ID_PATTERN } from "../../../contract/identifiers.ts";
import { REDACTED, redactValue, SECRET_NAME, without } from "../../service/api/redaction.ts";
import { asRead, LONG_NUMBER, SECRETS } from "../../service/redaction.ts";

export interface RedactorOptions {
  /** Secrets that this till has: from its vault, its session, its demo */
  secrets: readonly string[];
  /** Paths that say whose machine it is, with what is written in their place; the longest wins */
  places: readonly (readonly [path: string, name: string])[];
}

export interface Redactor {
  /** A free text. */
  text(text: string): string;
  /** A value that was JSON: fields with telling names go whole, every other text is searched. */
  value(value: unknown): unknown;
  /** A line of a log: JSON if it is, else a text. */
  line(line: string): string;
  /** Whether something that this till knows to be secret is in a text all the same. */
  finds(text: string): boolean;
}

const NUMBER = "[number]";
/** A secret that is shorter stands in too many other words: its field's name has to tell. */
const SHORTEST = 6;
/** A line of a PEM file or a part of a token that is shorter is no use to anybody. */
const SHORTEST_PART = 16;

/** Makes a redactor. */
export function createRedactor({ secrets, places }: RedactorOptions): Redactor {
  const known = anyOf(secrets.flatMap(formsOf));
  const named = [...places].sort(([one], [other]) => other.length - one.length);
  const withoutPlaces = (text: string) =>
    named.reduce((result, [path, name]) => (path.length < 2 ? result : result.replaceAll(path, name)), text);
  const withoutKnown = (text: string) => (known === null ? text : text.replace(known, REDACTED));
  // Once more as it reads: a secret in wide letters is one all the same.
  const technical = (text: string) => without(PATTERNS, withoutPlaces(withoutKnown(asRead(withoutKnown(text)))));
  const text = (value: string) => technical(value).replace(EMAIL, "[e-mail]").replace(LONE_NUMBER, maskNumber);
  const leaf = (content: unknown, name: string): unknown => {
    if (typeof content === "string") return textOf(content, name);
    return typeof content === "number" && isNumberToHide(content, name) ? NUMBER : content;
  };
  const value = (content: unknown) => redactValue(content, { leaf, name: text });
  const textOf = (content: string, name: string): string => {
    if (content === "") return content;
    if (SECRET_NAME.test(name)) return REDACTED;
    if (CUSTOMER_NAME.test(name)) return MASKED.test(content) ? content : REDACTED;
    return IDENTIFIER_NAME.test(name) && ID_PATTERN.test(content) ? technical(content) : text(content);
  };
  return {
    text,
    value,
    line(line) {
      const parsed = parseJson(Buffer.from(line));
      return parsed.ok && typeof parsed.value === "object" ? JSON.stringify(value(parsed.value)) : text(line);
    },
    finds: (content) => known !== null && content.search(known) >= 0,
  };
}

/** The machine's own places: whose home it is, and what it is called. */
export function machinePlaces(dataDir: string): [path: string, name: string][] {
  const own: [string, string][] = [
    [dataDir, "[data]"],
    [homedir(), "[home]"],
  ];
  const host = hostname();
  // A name like "till" stands in too many other words.
  if (host.length >= 6 && host !== "localhost") own.push([host, "[machine]"]);
  const user = userName();
  if (user.length >= 6) own.push([user, "[user]"]);
  return own.flatMap(([path, name]) => [[path, name] as [string, string], [escaped(path), name] as [string, string]]);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}

const CUSTOMER_NAME = /customer|phone|msisdn|mobile|e-?mail|f(?:ø|o)dselsnummer|birth|(?:street|post|home)_?address/i;
/** How customers are shown everywhere: `•••5090`. */
const MASKED = /^•••\d{0,4}$/;
/** Names of what support has to be able to look up, and of figures. */
const IDENTIFIER_NAME = /^(?:pos_?tid|tid|id|\w*_?id|sequence|number|metaId|fingerprint)$/i;
const FIGURE_NAME =
  /bytes|free|total|amount|captured|refunded|at$|^at|time|since|level|ms$|size|count|hz|mem|from$|to$/i;

/** What a telling name hides, and a number that could be a telephone's or a person's, where no figure of that size is due. */
function isNumberToHide(value: number, name: string): boolean {
  if (SECRET_NAME.test(name) || CUSTOMER_NAME.test(name)) return true;
  return Number.isInteger(value) && value >= 1e7 && value < 1e12 && !FIGURE_NAME.test(name);
}

/** Besides what is a secret: whose account it is, in the name of a folder. */
const PATTERNS = [
  ...SECRETS,
  [/((?:^|[^\w.])(?:\/home\/|\/Users\/|[A-Za-z]:\\+Users\\+))[^\s/\\"']{1,64}/g, "$1[user]"] as const,
];

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
/** A long number that is no part of a word: support has to read ids and names of files. */
const LONE_NUMBER = new RegExp(String.raw`(?<![\w.-])${LONG_NUMBER.source}(?![\w-])`, "gu");
const DATE = /^(?:\d{4}-\d\d-\d\d(?: \d\d?)?[\s/]{0,3})+$/;
/** `127.0.0.1` and the like are no telephone. */
const DOTTED = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d\d?)?$/;

function maskNumber(found: string): string {
  return DATE.test(found) || DOTTED.test(found) ? found : NUMBER;
}

/** A secret as it may have been written: as it is, in JSON, in an address, in hexadecimal, in base64, line by line. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const parts = secret.split(/\r?\n/).filter((part) => part.length >= SHORTEST_PART && !part.startsWith("-----"));
  const whole = [
    ...[secret, escaped(secret), encodeURIComponent(secret), bytes.toString("hex"), bytes.toString("base64")],
    ...[bytes.toString("base64url"), ...parts, ...parts.map((part) => encodeURIComponent(part))],
  ];
  return whole.filter((form) => form.length >= SHORTEST);
}

/** As JSON writes it inside quotes. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function anyOf(forms: readonly string[]): RegExp | null {
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return null;
  return new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
}
