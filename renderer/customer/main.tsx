/** Entry of the customer's page. */
import "../kit/tokens.css";
import "../kit/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { languageFor, startTexts } from "../kit/i18n/index.ts";
import { customerClient } from "./client.ts";
import { CustomerScreen } from "./screen.tsx";
import { bindCustomer, createCustomerStore } from "./store.ts";

/** Shows the customer's screen in an element. */
export function mountCustomer(root: HTMLElement): void {
  startTexts(languageFor(navigator.languages));
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
if (root) mountCustomer(root);
