import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { type CustomerLanguage, customerLocale } from "../../contract/values/customer-language.ts";
import { formatMoney } from "../../contract/values/money.ts";
import { CUSTOMERS, REDRAW_WHEN_LOADED } from "../kit/i18n/customers.ts";
import { LanguageChoice } from "../kit/ui/language-choice.tsx";
import { currentPayment, customersLanguage } from "../store/select.ts";
import { useActions, useTill } from "../store/store.tsx";

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

export function CustomersLanguage() {
  const { t } = useTranslation();
  const actions = useActions();
  const { language, posTid } = useTill((state) => ({
    language: customersLanguage(state),
    posTid: currentPayment(state)?.posTid ?? null,
  }));
  return (
    <LanguageChoice
      label={t("present.customersLanguage")}
      value={language}
      onChange={(chosen) => void actions.setCustomerLanguage(chosen, posTid)}
    />
  );
}
