/** What language customers read: the shop's, or the one that a customer was given at the counter. */
import { CUSTOMER_LANGUAGES, type CustomerLanguage, languageOf } from "../../../contract/customer-language.ts";
import type { SettingStore } from "../../storage/database/settings.ts";

const KEY = "display.language";

export interface CustomerLanguages {
  /** What was chosen for the shop, else the language of its locale, else English */
  usual(): CustomerLanguage;
  /** Inside a transaction: chooses the shop's */
  keep(language: CustomerLanguage): void;
  /** What this customer was given at the counter; null: no other than usual, or it was forgotten */
  chosen(posTid: string): CustomerLanguage | null;
  /** @param posTid null: of the customer who is asked before their payment begins */
  of(posTid: string | null): CustomerLanguage;
  /** For this one customer; a restart forgets it. @param posTid as in `of` */
  choose(posTid: string | null, language: CustomerLanguage): void;
  /** The question before a payment is over, or another begins: who is asked next is another. */
  left(): void;
  /** Forgets those whose payments are no longer kept. */
  forget(isKept: (posTid: string) => boolean): void;
}

/** Makes them. @param settings the till's. @param locale the shop's: `nb-NO` */
export function customerLanguages(settings: Pick<SettingStore, "get" | "set">, locale: string): CustomerLanguages {
  const chosen = new Map<string | null, CustomerLanguage>();
  const usual = () => {
    const kept = settings.get(KEY);
    return CUSTOMER_LANGUAGES.find((language) => language === kept) ?? languageOf(locale);
  };
  return {
    usual,
    keep: (language) => settings.set(KEY, language),
    chosen: (posTid) => chosen.get(posTid) ?? null,
    of: (posTid) => chosen.get(posTid) ?? usual(),
    choose: (posTid, language) => void chosen.set(posTid, language),
    left: () => void chosen.delete(null),
    forget(isKept) {
      for (const posTid of chosen.keys()) if (posTid !== null && !isKept(posTid)) chosen.delete(posTid);
    },
  };
}
