/** Main's sentences in a language of the screens: see `contract/reasons.ts`. Pure. */

import type { ErrorCode } from "../../../contract/errors.ts";
import { type Reason, spoken, type Tongue } from "../../../contract/reasons.ts";
import type { OwnError } from "../client/own-failure.ts";
import { type Language, reasonTexts } from "../i18n/index.ts";

/** Says a reason in the operator's language; `english` stands for one that is missing, or that this window does not know. */
export type Say = <E extends string | null | undefined>(reason: Reason | null | undefined, english: E) => string | E;

/** Makes the function. @param format how the shop writes money and the operator reads times */
export function sayIn(language: Language, format: Omit<Tongue, "templates">): Say {
  const templates = reasonTexts(language);
  if (templates === undefined) return (_reason, english) => english;
  const tongue: Tongue = { templates, money: format.money, time: format.time };
  return (reason, english) => (reason && Object.hasOwn(templates, reason.code) ? spoken(reason, tongue) : english);
}

type Words = `error.${ErrorCode}` | `needs.${"cashier" | "owner"}` | NonNullable<OwnError["texts"]>;

/** Where the sentences of an error are: its own texts, whose right it needs where main says that, else its code. */
export function wordsOf({ code, details, texts }: OwnError): Words {
  if (texts !== undefined) return texts;
  // A manager's is what the code itself says.
  if (code !== "not_allowed" || details.needs === undefined || details.needs === "manager") return `error.${code}`;
  return `needs.${details.needs}`;
}
