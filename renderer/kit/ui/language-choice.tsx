import { CUSTOMER_LANGUAGES, type CustomerLanguage, LANGUAGE_NAMES } from "../../../contract/customer-language.ts";
import { Choice } from "./choice.tsx";

/** Each in its own words, for those who read no other. */
const LANGUAGES = CUSTOMER_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }));

interface LanguageChoiceProps {
  label: string;
  value: CustomerLanguage;
  onChange: (language: CustomerLanguage) => void;
}

/** Chooses a language that customers read. */
export function LanguageChoice(props: LanguageChoiceProps) {
  return <Choice {...props} options={LANGUAGES} />;
}
