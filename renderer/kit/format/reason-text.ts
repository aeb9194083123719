import type { ErrorCode } from "../../../contract/calls/errors.ts";
import { type Reason, type ReasonLanguage, renderReason } from "../../../contract/reasons/reasons.ts";
import type { OwnError } from "../client/own-failure.ts";
import { type Language, reasonTexts } from "../i18n/index.ts";

/** Translates a reason. Falls back to `english` when the reason is missing or unknown. */
export type ReasonFormatter = <E extends string | null | undefined>(
  reason: Reason | null | undefined,
  english: E,
) => string | E;

/**
 * Creates the translator.
 * @param format the shop's money format and the operator's time format
 */
export function createReasonFormatter(language: Language, format: Omit<ReasonLanguage, "templates">): ReasonFormatter {
  const templates = reasonTexts(language);
  if (templates === undefined) return (_reason, english) => english;
  const reasonLanguage: ReasonLanguage = { templates, money: format.money, time: format.time };
  return (reason, english) =>
    reason && Object.hasOwn(templates, reason.code) ? renderReason(reason, reasonLanguage) : english;
}

type Words = `error.${ErrorCode}` | `needs.${"cashier" | "owner"}` | NonNullable<OwnError["texts"]>;

/** Returns the key of an error's texts: its own, those of the missing permission, or those of its code. */
export function errorTextKeys({ code, details, texts }: OwnError): Words {
  if (texts !== undefined) return texts;
  // The code's own text names the manager.
  if (code !== "not_allowed" || details.needs === undefined || details.needs === "manager") return `error.${code}`;
  return `needs.${details.needs}`;
}
