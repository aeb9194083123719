import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CatalogueContent } from "../../../contract/catalogue/catalogue.ts";
import {
  CUSTOMER_LANGUAGES,
  type CustomerLanguage,
  customerLanguageOf,
} from "../../../contract/values/customer-language.ts";
import { SelectField } from "../../kit/ui/select-field.tsx";
import { useTill } from "../../store/store.tsx";

export interface NameLanguages {
  shown: readonly CustomerLanguage[];
  others: readonly CustomerLanguage[];
  added: CustomerLanguage | null;
  add(language: CustomerLanguage): void;
}

export function useNameLanguages({ categories, products }: CatalogueContent): NameLanguages {
  const shops = useTill(({ terminal }) => customerLanguageOf(terminal?.locale ?? "en"));
  const [chosen, setChosen] = useState<readonly CustomerLanguage[]>([]);
  const used = new Set([
    "en",
    ...chosen,
    ...[...categories, ...products].flatMap(({ names = {} }) => Object.keys(names)),
  ]);
  const all = CUSTOMER_LANGUAGES.filter((language) => language !== shops);
  return {
    shown: all.filter((language) => used.has(language)),
    others: all.filter((language) => !used.has(language)),
    added: chosen.at(-1) ?? null,
    add: (language) => setChosen([...chosen, language]),
  };
}

/** Returns a language's name for the operator: `Swedish`, `svensk`. */
export function useLanguageName(): (language: CustomerLanguage) => string {
  const operators = useTill(({ language }) => language);
  const names = new Intl.DisplayNames([operators], { type: "language" });
  // Plain "Norwegian", because only one written form is offered.
  return (language) => names.of(language === "nb" ? "no" : language) ?? language;
}

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
