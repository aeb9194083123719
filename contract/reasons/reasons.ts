/**
 * Messages of the main process, as codes with values. To add one:
 * 1. Add its code and English text to its area's table, `contract/reasons-<area>.ts`: `too_late: "It is {{at}}."`
 * 2. Add the same code to `renderer/kit/i18n/nb/reasons-<area>.ts`. The compiler requires it, and a test compares
 * values.
 * 3. Use it: `failed("conflict", { because: reasonFor("too_late", { at: { at: now } }) })`. `details.reason` is filled
 * in automatically with the English text. For a field: `invalidField("pin", reasonFor("pin_digits"))`.
 * 4. Pass raw values: `{ amount, currency }` in minor units, `{ at }` in ms, another reason or a list of reasons, and
 * `{ quoted }` for text of the service or a person. Never pass part of an English sentence.
 * 5. Store it as `packReason(reason)` in a text column or the journal's data. `unpackReason(text)` reads it; plain text
 * of earlier versions is returned unchanged. Views carry English and the reason: `attention`, `attentionReason`.
 * 6. On a screen: `const reasonText = useReasonText()`, then `reasonText(reason, english)`. In a log: `inEnglish(reason)`.
 */
import { formatMoney } from "../values/money.ts";
import { FIELD_REASONS } from "./fields.ts";
import { KEY_REASONS } from "./keys.ts";
import { MAIL_REASONS } from "./mail.ts";
import { PAYMENT_REASONS } from "./payments.ts";
import { PERMISSION_REASONS } from "./permissions.ts";
import { QUEUE_REASONS } from "./queue.ts";
import { REGISTER_REASONS } from "./registers.ts";
import { REPORT_REASONS } from "./reports.ts";
import { SERVICE_REASONS } from "./service.ts";
import { SETUP_REASONS } from "./setup.ts";
import { STAFF_REASONS } from "./staff.ts";
import { STICKER_REASONS } from "./stickers.ts";
import { TILL_REASONS } from "./till.ts";
import { UPDATE_API_REASONS } from "./updates.ts";
import { VEND_REASONS } from "./vends.ts";

export const REASONS = {
  /** Text stored by an earlier version or produced by a library */
  as_stored: "{{text}}",
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
  ...UPDATE_API_REASONS,
  ...VEND_REASONS,
  ...STICKER_REASONS,
  ...PERMISSION_REASONS,
  ...MAIL_REASONS,
} as const satisfies Record<string, string>;

export type ReasonCode = keyof typeof REASONS;

/** A message code with its values: plain data, the same in views, columns and the journal. */
export interface Reason {
  code: ReasonCode;
  values: Readonly<Record<string, ReasonValue>>;
}

export type ReasonValue =
  | string
  | number
  /** Minor units */
  | { amount: number; currency: string }
  /** Milliseconds since the epoch */
  | { at: number }
  /** Text of the service or a person, shown untranslated */
  | { quoted: string }
  | Reason
  | readonly Reason[];

type Placeholder<T extends string> = T extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type PlainCode = {
  [C in ReasonCode]: [Placeholder<(typeof REASONS)[C]>] extends [never] ? C : never;
}[ReasonCode];

type ValuesFor<C extends ReasonCode> = Readonly<Record<Placeholder<(typeof REASONS)[C]>, ReasonValue>>;

/** Creates a reason; the compiler checks its values against the placeholders of its text. */
export function reasonFor<C extends ReasonCode>(
  code: C,
  ...[values]: [Placeholder<(typeof REASONS)[C]>] extends [never] ? [] : [values: ValuesFor<C>]
): Reason {
  return { code, values: values ?? {} };
}

export interface ReasonLanguage {
  templates: Readonly<Record<ReasonCode, string>>;
  money(amount: number, currency: string): string;
  time(at: number): string;
}

export function renderReason({ code, values }: Reason, tongue: ReasonLanguage): string {
  return tongue.templates[code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => renderValue(values[name] ?? "", tongue));
}

function renderValue(value: ReasonValue, tongue: ReasonLanguage): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (isList(value)) return value.map((item) => renderReason(item, tongue)).join(" ");
  if ("amount" in value) return tongue.money(value.amount, value.currency);
  if ("at" in value) return tongue.time(value.at);
  if ("quoted" in value) return renderReason({ code: "quoted_words", values: { words: value.quoted } }, tongue);
  return renderReason(value, tongue);
}

function isList(value: object): value is readonly Reason[] {
  return Array.isArray(value);
}

const ENGLISH: ReasonLanguage = {
  templates: REASONS,
  money: (amount, currency) => formatMoney(amount, currency, "en"),
  time: (at) => new Date(at).toISOString(),
};

export function inEnglish(reason: Reason): string {
  return renderReason(reason, ENGLISH);
}

/** Serialises a reason for a column or the journal. Equal reasons give equal text. */
export function packReason({ code, values }: Reason): string {
  return JSON.stringify({ code, values });
}

/** Returns a reason as the message of a schema: the expected value of a field. */
export function expectedReason(code: PlainCode): string {
  return packReason(reasonFor<PlainCode>(code));
}

/** Parses the output of {@link packReason}. Any other text becomes the reason `as_stored`. */
export function unpackReason(text: string): Reason {
  return parseStored(text) ?? { code: "as_stored", values: { text } };
}

function parseStored(text: string): Reason | null {
  if (!text.startsWith('{"code":')) return null;
  try {
    const { code, values } = JSON.parse(text) as Partial<Reason>;
    const isKnown = typeof code === "string" && Object.hasOwn(REASONS, code);
    return isKnown && values !== null && typeof values === "object" ? { code, values } : null;
  } catch {
    return null;
  }
}

export function inEnglishOrNull(reason: Reason | null): string | null {
  return reason && inEnglish(reason);
}
