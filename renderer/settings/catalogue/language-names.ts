import { useState } from "react";
import type { CatalogueContent } from "../../../contract/catalogue/catalogue.ts";
import {
  CUSTOMER_LANGUAGES,
  type CustomerLanguage,
  customerLanguageOf,
} from "../../../contract/values/customer-language.ts";
import { useTill } from "../../store/store.ts";

export type NameLanguages = ReturnType<typeof useNameLanguages>;

export function useNameLanguages({ categories, products }: CatalogueContent) {
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
    add: (language: CustomerLanguage) => setChosen([...chosen, language]),
  };
}

/** Returns a language's name for the operator: `Swedish`, `svensk`. */
export function useLanguageName(): (language: CustomerLanguage) => string {
  const operators = useTill(({ language }) => language);
  const names = new Intl.DisplayNames([operators], { type: "language" });
  // Plain "Norwegian", because only one written form is offered.
  return (language) => names.of(language === "nb" ? "no" : language) ?? language;
}
