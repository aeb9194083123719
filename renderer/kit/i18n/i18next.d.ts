import "i18next";
import type { enCustomers } from "./customer/en.ts";
import type { enCustomerData } from "./en/customer-data.ts";
import type { en } from "./en/index.ts";
import type { enKiosk } from "./kiosk/en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: {
      translation: typeof en;
      customer: typeof enCustomers;
      kiosk: typeof enKiosk;
      customerData: typeof enCustomerData;
    };
  }
}
