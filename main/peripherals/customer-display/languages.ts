/** Languages of the customer display: the shop's, and one chosen for a single customer. */
import {
  CUSTOMER_LANGUAGES,
  type CustomerLanguage,
  customerLanguageOf,
} from "../../../contract/values/customer-language.ts";
import type { SettingStore } from "../../storage/database/settings.ts";

const KEY = "display.language";

export interface CustomerLanguages {
  usual(): CustomerLanguage;
  saveUsual(language: CustomerLanguage): void;
  /** The language chosen for this customer, or null */
  chosen(posTid: string): CustomerLanguage | null;
  /** `posTid` null: the customer who is asked before a payment */
  of(posTid: string | null): CustomerLanguage;
  choose(posTid: string | null, language: CustomerLanguage): void;
  /** Forgets the language chosen before a payment, because the next customer is another one */
  onCustomerLeft(): void;
  forget(isKept: (posTid: string) => boolean): void;
}

export function customerLanguages(settings: Pick<SettingStore, "get" | "set">, locale: string): CustomerLanguages {
  const chosen = new Map<string | null, CustomerLanguage>();
  const usual = () => {
    const stored = settings.get(KEY);
    return CUSTOMER_LANGUAGES.find((language) => language === stored) ?? customerLanguageOf(locale);
  };
  return {
    usual,
    saveUsual: (language) => settings.set(KEY, language),
    chosen: (posTid) => chosen.get(posTid) ?? null,
    of: (posTid) => chosen.get(posTid) ?? usual(),
    choose: (posTid, language) => void chosen.set(posTid, language),
    onCustomerLeft: () => void chosen.delete(null),
    forget(isKept) {
      for (const posTid of chosen.keys()) if (posTid !== null && !isKept(posTid)) chosen.delete(posTid);
    },
  };
}
