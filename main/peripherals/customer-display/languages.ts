/** Languages of the customer display: the shop's, and one chosen for a single customer. */
import {
  CUSTOMER_LANGUAGES,
  type CustomerLanguage,
  customerLanguageOf,
} from "../../../contract/values/customer-language.ts";
import type { SettingStore } from "../../storage/database/settings.ts";

const KEY = "display.language";

export type CustomerLanguages = ReturnType<typeof customerLanguages>;

export function customerLanguages(settings: Pick<SettingStore, "get" | "set">, locale: string) {
  const chosen = new Map<string | null, CustomerLanguage>();
  const usual = () => {
    const stored = settings.get(KEY);
    return CUSTOMER_LANGUAGES.find((language) => language === stored) ?? customerLanguageOf(locale);
  };
  return {
    usual,
    saveUsual: (language: CustomerLanguage): void => settings.set(KEY, language),
    /** The language chosen for this customer, or null */
    chosen: (posTid: string): CustomerLanguage | null => chosen.get(posTid) ?? null,
    /** `posTid` null: the customer who is asked before a payment */
    of: (posTid: string | null): CustomerLanguage => chosen.get(posTid) ?? usual(),
    choose: (posTid: string | null, language: CustomerLanguage): void => void chosen.set(posTid, language),
    /** Forgets the language chosen before a payment, because the next customer is another one */
    onCustomerLeft: (): void => void chosen.delete(null),
    forget(isKept: (posTid: string) => boolean) {
      for (const posTid of chosen.keys()) if (posTid !== null && !isKept(posTid)) chosen.delete(posTid);
    },
  };
}
