import { useTranslation } from "react-i18next";
import { customerLocale } from "../../contract/values/customer-language.ts";
import { formatMoney } from "../../contract/values/money.ts";
import { CUSTOMERS, REDRAW_WHEN_LOADED } from "../kit/i18n/customers.ts";
import { customersLanguage } from "../store/select.ts";
import { useTill } from "../store/store.ts";

export function useCustomersTexts() {
  const language = useTill(customersLanguage);
  const { shops, currency } = useTill(({ terminal }) => ({
    shops: terminal?.locale ?? "en",
    currency: terminal?.currency ?? "NOK",
  }));
  const { t } = useTranslation(CUSTOMERS, { ...REDRAW_WHEN_LOADED, lng: language });
  const locale = customerLocale(language, shops);
  return { t, language, locale, money: (amount: number) => formatMoney(amount, currency, locale) };
}
