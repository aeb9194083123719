import { useTranslation } from "react-i18next";
import { SelectField } from "../../kit/ui/select-field.tsx";
import { type NameLanguages, useLanguageName } from "./language-names.ts";

export function AddLanguage({ others, add }: Pick<NameLanguages, "others" | "add">) {
  const { t } = useTranslation();
  const nameOf = useLanguageName();
  if (others.length === 0) return null;
  const choose = (value: string) => {
    const language = others.find((each) => each === value);
    if (language) add(language);
  };
  return (
    <SelectField label={t("catalogue.addLanguage")} value="" onChange={choose}>
      <option value="">{t("catalogue.noLanguage")}</option>
      {others.map((language) => (
        <option key={language} value={language}>
          {nameOf(language)}
        </option>
      ))}
    </SelectField>
  );
}
