/** What customers read, whatever the operator's own language is. Pure. */

export const CUSTOMER_LANGUAGES = ["en", "nb"] as const;
export type CustomerLanguage = (typeof CUSTOMER_LANGUAGES)[number];

/** The language that customers of a shop read, by how it writes its amounts. */
export function languageOf(locale: string): CustomerLanguage {
  return /^(nb|nn|no)\b/i.test(locale) ? "nb" : "en";
}
