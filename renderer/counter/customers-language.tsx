import { useTranslation } from "react-i18next";
import { LanguageChoice } from "../kit/ui/language-choice.tsx";
import { currentPayment, customersLanguage } from "../store/select.ts";
import { useActions, useTill } from "../store/store.ts";

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
