/**
 * Redacts a support bundle: credentials, PINs, tokens, customer data and the machine owner's identity. Replaces known
 * secrets in every encoding first, then text that matches a pattern. Everything in a bundle passes through here.
 */
import { homedir, hostname, userInfo } from "node:os";
import { parseJson } from "../../../contract/values/canonical-json.ts";
import { ID_PATTERN } from "../../../contract/values/identifiers.ts";
import { REDACTED, redactText, redactValue, SECRET_NAME } from "../../service/api/redaction.ts";
import { normalizedText, PHONE_LIKE_NUMBER, SECRETS } from "../../service/redaction.ts";

export interface RedactorOptions {
  secrets: readonly string[];
  /** Identifying paths and their replacements; the longest match wins */
  places: readonly (readonly [path: string, name: string])[];
}

export type Redactor = ReturnType<typeof createRedactor>;

const NUMBER = "[number]";
/** Shortest secret to search for. Shorter ones occur in ordinary words, so only the field's name can hide them. */
const SHORTEST = 6;
/** Shortest part of a PEM file or token to hide; shorter parts are useless to an attacker. */
const SHORTEST_PART = 16;

export function createRedactor({ secrets, places }: RedactorOptions) {
  const secretPattern = anyOf(secrets.flatMap(formsOf));
  const named = [...places].sort(([left], [right]) => right.length - left.length);
  const withoutPlaces = (text: string) =>
    named.reduce((result, [path, name]) => (path.length < 2 ? result : result.replaceAll(path, name)), text);
  const withoutKnown = (text: string) => (secretPattern === null ? text : text.replace(secretPattern, REDACTED));
  // Also searches the normalised text: full-width letters can spell a secret.
  const technical = (text: string) =>
    redactText(PATTERNS, withoutPlaces(withoutKnown(normalizedText(withoutKnown(text)))));
  const text = (value: string) => technical(value).replace(EMAIL, "[e-mail]").replace(LONE_NUMBER, maskNumber);
  const redactLeaf = (content: unknown, name: string): unknown => {
    if (typeof content === "string") return textOf(content, name);
    return typeof content === "number" && isNumberToHide(content, name) ? NUMBER : content;
  };
  const value = (content: unknown) => redactValue(content, { redactLeaf, redactName: text });
  const textOf = (content: string, name: string): string => {
    if (content === "") return content;
    if (SECRET_NAME.test(name)) return REDACTED;
    if (CUSTOMER_NAME.test(name)) return MASKED.test(content) ? content : REDACTED;
    return IDENTIFIER_NAME.test(name) && ID_PATTERN.test(content) ? technical(content) : text(content);
  };
  return {
    text,
    /** Redacts a JSON value: hides fields with sensitive names entirely and searches all other text. */
    value,
    line(line: string) {
      const parsed = parseJson(Buffer.from(line));
      return parsed.ok && typeof parsed.value === "object" ? JSON.stringify(value(parsed.value)) : text(line);
    },
    finds: (content: string) => secretPattern !== null && content.search(secretPattern) >= 0,
  };
}

export function machinePlaces(dataDir: string): [path: string, name: string][] {
  const own: [string, string][] = [
    [dataDir, "[data]"],
    [homedir(), "[home]"],
  ];
  const host = hostname();
  // A short name such as "till" occurs in ordinary words.
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
/** The masked telephone number of a customer: `•••5090`. */
const MASKED = /^•••\d{0,4}$/;
const IDENTIFIER_NAME = /^(?:pos_?tid|tid|id|\w*_?id|sequence|number|metaId|fingerprint)$/i;
const FIGURE_NAME =
  /bytes|free|total|amount|captured|refunded|at$|^at|time|since|level|ms$|size|count|hz|mem|from$|to$/i;

/** Returns whether to hide a number: its field's name is sensitive, or it could be a telephone or identity number. */
function isNumberToHide(value: number, name: string): boolean {
  if (SECRET_NAME.test(name) || CUSTOMER_NAME.test(name)) return true;
  return Number.isInteger(value) && value >= 1e7 && value < 1e12 && !FIGURE_NAME.test(name);
}

/** Secrets by pattern, and account names in folder paths. */
const PATTERNS = [
  ...SECRETS,
  [/((?:^|[^\w.])(?:\/home\/|\/Users\/|[A-Za-z]:\\+Users\\+))[^\s/\\"']{1,64}/g, "$1[user]"] as const,
];

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
/** Long numbers outside of words; support needs ids and file names. */
const LONE_NUMBER = new RegExp(String.raw`(?<![\w.-])${PHONE_LIKE_NUMBER.source}(?![\w-])`, "gu");
const DATE = /^(?:\d{4}-\d\d-\d\d(?: \d\d?)?[\s/]{0,3})+$/;
/** IPv4 addresses are not telephone numbers. */
const DOTTED = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d\d?)?$/;

function maskNumber(found: string): string {
  return DATE.test(found) || DOTTED.test(found) ? found : NUMBER;
}

/** Returns every form of a secret in a file: raw, JSON, URL-encoded, hexadecimal, base64 and single lines. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const parts = secret.split(/\r?\n/).filter((part) => part.length >= SHORTEST_PART && !part.startsWith("-----"));
  const patterns = [
    ...[secret, escaped(secret), encodeURIComponent(secret), bytes.toString("hex"), bytes.toString("base64")],
    ...[bytes.toString("base64url"), ...parts, ...parts.map((part) => encodeURIComponent(part))],
  ];
  return patterns.filter((form) => form.length >= SHORTEST);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function anyOf(forms: readonly string[]): RegExp | null {
  const longestFirst = [...new Set(forms)].sort((left, right) => right.length - left.length);
  if (longestFirst.length === 0) return null;
  return new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
}
