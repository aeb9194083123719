import "../kit/tokens.css";
import "../kit/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { customerLanguageOf } from "../../contract/values/customer-language.ts";
import { changeCustomerLanguage, initCustomersTexts, loadCustomersTexts } from "../kit/i18n/customers.ts";
import { customerClient } from "./client.ts";
import { CustomerScreen } from "./screen.tsx";
import { bindCustomer, createCustomerStore } from "./store.ts";

/** Renders the customer page, in the machine's language until the till reports one. */
export async function mountCustomer(root: HTMLElement): Promise<void> {
  initCustomersTexts();
  const language = customerLanguageOf(navigator.language);
  await loadCustomersTexts(language);
  changeCustomerLanguage(language);
  const store = createCustomerStore(Date.now());
  const client = customerClient();
  bindCustomer(store, client);
  createRoot(root).render(
    <StrictMode>
      <CustomerScreen store={store} client={client} />
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root) void mountCustomer(root);
