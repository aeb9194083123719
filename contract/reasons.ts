/**
 * The sentences that main says to people, as codes with values. How to add one:
 * 1. Put its code and English words into the table of its area, `contract/reasons-<area>.ts`: `too_late: "It is {{at}}."`
 * 2. Put the same code into `renderer/kit/i18n/nb/reasons-<area>.ts`: it does not compile without, and a test compares values.
 * 3. Say it: `failed("conflict", { because: reasonFor("too_late", { at: { at: now } }) })`; the English text, as
 *    `details.reason`, comes by itself. A wrong field: `wrongField("pin", reasonFor("pin_digits"))`.
 * 4. Values are raw: `{ amount, currency }` in minor units, `{ at }` in ms, another reason (words such as a kind, too) or
 *    a list of them, and `{ quoted }` for what the service or a person wrote. Never a piece of an English sentence.
 * 5. Stored, it is `packed(reason)`, in a text column or the journal's data; `unpacked(text)` reads that, and plain
 *    text of earlier versions as it is. Views carry English and the reason side by side: `attention`, `attentionReason`.
 * 6. On a screen: `const say = useSay()`, then `say(reason, english)`. In a log: `inEnglish(reason)`.
 */
import { formatMoney } from "./money.ts";
import { FIELD_REASONS } from "./reasons-fields.ts";
import { KEY_REASONS } from "./reasons-keys.ts";
import { MAIL_REASONS } from "./reasons-mail.ts";
import { PAYMENT_REASONS } from "./reasons-payments.ts";
import { PERMISSION_REASONS } from "./reasons-permissions.ts";
import { QUEUE_REASONS } from "./reasons-queue.ts";
import { REGISTER_REASONS } from "./reasons-registers.ts";
import { REPORT_REASONS } from "./reasons-reports.ts";
import { SERVICE_REASONS } from "./reasons-service.ts";
import { SETUP_REASONS } from "./reasons-setup.ts";
import { STAFF_REASONS } from "./reasons-staff.ts";
import { STICKER_REASONS } from "./reasons-stickers.ts";
import { TILL_REASONS } from "./reasons-till.ts";
import { UPDATE_ANSWERS } from "./reasons-updates.ts";
import { VEND_REASONS } from "./reasons-vends.ts";

export const REASONS = {
  /** Text that an earlier version stored, or that a library says: shown as it is */
  as_stored: "{{text}}",
  /** Words of the service or of a person, within a sentence */
  quoted_words: "“{{words}}”",
  ...FIELD_REASONS,
  ...SERVICE_REASONS,
  ...QUEUE_REASONS,
  ...PAYMENT_REASONS,
  ...REPORT_REASONS,
  ...REGISTER_REASONS,
  ...KEY_REASONS,
  ...SETUP_REASONS,
  ...STAFF_REASONS,
  ...TILL_REASONS,
  ...UPDATE_ANSWERS,
  ...VEND_REASONS,
  ...STICKER_REASONS,
  ...PERMISSION_REASONS,
  ...MAIL_REASONS,
} as const satisfies Record<string, string>;

export type ReasonCode = keyof typeof REASONS;

/** What a sentence of main is: plain data, the same in a view, a column and the journal. */
export interface Reason {
  code: ReasonCode;
  values: Readonly<Record<string, ReasonValue>>;
}

export type ReasonValue =
  | string
  | number
  /** Minor units */
  | { amount: number; currency: string }
  /** ms since the epoch */
  | { at: number }
  /** Words of the service or of a person: shown as theirs, in their language */
  | { quoted: string }
  | Reason
  /** Sentences, or words, one after the other */
  | readonly Reason[];

type Placeholder<T extends string> = T extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** Codes whose words need no values. */
type PlainCode = {
  [C in ReasonCode]: [Placeholder<(typeof REASONS)[C]>] extends [never] ? C : never;
}[ReasonCode];

type ValuesFor<C extends ReasonCode> = Readonly<Record<Placeholder<(typeof REASONS)[C]>, ReasonValue>>;

/** Makes a reason; the compiler asks for exactly the values that its English words name. */
export function reasonFor<C extends ReasonCode>(
  code: C,
  ...[values]: [Placeholder<(typeof REASONS)[C]>] extends [never] ? [] : [values: ValuesFor<C>]
): Reason {
  return { code, values: values ?? {} };
}

/** How a language says what is in a reason. */
export interface Tongue {
  templates: Readonly<Record<ReasonCode, string>>;
  money(amount: number, currency: string): string;
  time(at: number): string;
}

/** A reason as a sentence, with all that is nested in it. */
export function spoken({ code, values }: Reason, tongue: Tongue): string {
  return tongue.templates[code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => wordsOf(values[name] ?? "", tongue));
}

function wordsOf(value: ReasonValue, tongue: Tongue): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (isList(value)) return value.map((one) => spoken(one, tongue)).join(" ");
  if ("amount" in value) return tongue.money(value.amount, value.currency);
  if ("at" in value) return tongue.time(value.at);
  if ("quoted" in value) return spoken({ code: "quoted_words", values: { words: value.quoted } }, tongue);
  return spoken(value, tongue);
}

function isList(value: object): value is readonly Reason[] {
  return Array.isArray(value);
}

const ENGLISH: Tongue = {
  templates: REASONS,
  money: (amount, currency) => formatMoney(amount, currency, "en"),
  time: (at) => new Date(at).toISOString(),
};

/** A reason in English: for local programs, logs and files. */
export function inEnglish(reason: Reason): string {
  return spoken(reason, ENGLISH);
}

/** A reason as text, for a column or a value of the journal; the same reason is the same text. */
export function packed({ code, values }: Reason): string {
  return JSON.stringify({ code, values });
}

/** A schema's own words about a field, as its message: main says them by their code. */
export function expects(code: PlainCode): string {
  return packed(reasonFor<PlainCode>(code));
}

/** Reads what {@link packed} wrote; any other text is said as it is. */
export function unpacked(text: string): Reason {
  return parsed(text) ?? { code: "as_stored", values: { text } };
}

function parsed(text: string): Reason | null {
  if (!text.startsWith('{"code":')) return null;
  try {
    const { code, values } = JSON.parse(text) as Partial<Reason>;
    const isKnown = typeof code === "string" && Object.hasOwn(REASONS, code);
    return isKnown && values !== null && typeof values === "object" ? { code, values } : null;
  } catch {
    return null;
  }
}

/** {@link inEnglish} of what may be missing. */
export function inEnglishOrNull(reason: Reason | null): string | null {
  return reason && inEnglish(reason);
}
