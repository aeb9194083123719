import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { type CustomerLanguage, customerLocale } from "../../contract/values/customer-language.ts";
import { formatMoney } from "../../contract/values/money.ts";
import { CUSTOMERS, REDRAW_WHEN_LOADED } from "../kit/i18n/customers.ts";
import { customersLanguage } from "../store/select.ts";
import { useTill } from "../store/store.ts";

interface CustomersTexts {
  t: TFunction<typeof CUSTOMERS>;
  language: CustomerLanguage;
  locale: string;
  money(amount: number): string;
}

export function useCustomersTexts(): CustomersTexts {
  const language = useTill(customersLanguage);
  const { shops, currency } = useTill(({ terminal }) => ({
    shops: terminal?.locale ?? "en",
    currency: terminal?.currency ?? "NOK",
  }));
  const { t } = useTranslation(CUSTOMERS, { ...REDRAW_WHEN_LOADED, lng: language });
  const locale = customerLocale(language, shops);
  return { t, language, locale, money: (amount) => formatMoney(amount, currency, locale) };
}
