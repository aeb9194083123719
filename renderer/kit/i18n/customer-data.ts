/** Operators' texts about customer data: a separate namespace, loaded with its screens. */
import i18next from "i18next";
import { enCustomerData } from "./en/customer-data.ts";
import { nbCustomerData } from "./nb/customer-data.ts";

/** The namespace, for `useTranslation`. */
export const CUSTOMER_DATA = "customerData";

/** Registers the texts in both languages. Call before a screen that uses them is shown. */
export function registerCustomerDataTexts(): void {
  if (i18next.hasResourceBundle("en", CUSTOMER_DATA)) return;
  i18next.addResourceBundle("en", CUSTOMER_DATA, enCustomerData);
  i18next.addResourceBundle("nb", CUSTOMER_DATA, nbCustomerData);
}
