/** The texts of customers' data for operators: a namespace of its own, fetched with the screens that say them. */
import i18next from "i18next";
import { enCustomerData } from "./en/customer-data.ts";
import { nbCustomerData } from "./nb/customer-data.ts";

/** The namespace, for `useTranslation`. */
export const CUSTOMER_DATA = "customerData";

/** Has the texts ready in both languages: before a screen that says them is shown. */
export function startCustomerDataTexts(): void {
  if (i18next.hasResourceBundle("en", CUSTOMER_DATA)) return;
  i18next.addResourceBundle("en", CUSTOMER_DATA, enCustomerData);
  i18next.addResourceBundle("nb", CUSTOMER_DATA, nbCustomerData);
}
