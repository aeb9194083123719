import {
  CUSTOMER_LANGUAGES,
  type CustomerLanguage,
  LANGUAGE_NAMES,
} from "../../../contract/values/customer-language.ts";
import { Choice } from "./choice.tsx";

const LANGUAGES = CUSTOMER_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }));

interface LanguageChoiceProps {
  label: string;
  value: CustomerLanguage;
  onChange: (language: CustomerLanguage) => void;
}

export function LanguageChoice(props: LanguageChoiceProps) {
  return <Choice {...props} options={LANGUAGES} />;
}
