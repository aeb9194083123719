import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../contract/customer-language.ts";
import { Segmented } from "../kit/ui/segmented.tsx";
import { currentPayment, customersLanguage } from "../store/select.ts";
import { useActions, useTill } from "../store/store.tsx";

/** Texts for what customers read on the till, in their own language. @returns the texts, and the language, for `lang` */
export function useCustomersTexts(): { t: TFunction; language: CustomerLanguage } {
  const language = useTill(customersLanguage);
  const { t } = useTranslation("translation", { lng: language });
  return { t, language };
}

/** Languages in their own words: whole where the question beside them could be answered by "NO". */
const LANGUAGE_LABELS: Record<CustomerLanguage, { whole: string; short: string }> = {
  en: { whole: "English", short: "Eng" },
  nb: { whole: "Norsk", short: "Nor" },
};

/**
 * Changes what language the customer at the counter reads, on the till and on their own screen.
 * @param label `short` where there is no room for more
 */
export function CustomersLanguage({ label = "whole" }: { label?: "whole" | "short" }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { language, posTid } = useTill((state) => ({
    language: customersLanguage(state),
    posTid: currentPayment(state)?.posTid ?? null,
  }));
  return (
    <Segmented
      label={t("present.customersLanguage")}
      value={language}
      onChange={(chosen) => void actions.setCustomerLanguage(chosen, posTid)}
      options={CUSTOMER_LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_LABELS[each][label] }))}
    />
  );
}
