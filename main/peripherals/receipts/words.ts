import type { CustomerLanguage } from "../../../contract/values/customer-language.ts";
import { da } from "./words/da.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fi } from "./words/fi.ts";
import { fr } from "./words/fr.ts";
import { nb } from "./words/nb.ts";
import { pl } from "./words/pl.ts";
import type { ReceiptWords } from "./words/receipt-words.ts";
import { sv } from "./words/sv.ts";
import { uk } from "./words/uk.ts";

export type { ReceiptWords } from "./words/receipt-words.ts";

export const RECEIPT_WORDS: Readonly<Record<CustomerLanguage, ReceiptWords>> = {
  en,
  nb,
  sv,
  da,
  fi,
  de,
  fr,
  es,
  pl,
  uk,
};
