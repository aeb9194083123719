import type { TillClient } from "../../contract/bridge/events.ts";
import { loadCustomersTexts } from "../kit/i18n/customers.ts";
import { releaseAll } from "../kit/release-all.ts";
import { customersLanguage } from "../store/select.ts";
import type { Actions, TillStore } from "../store/store.ts";

export function followShell(store: TillStore, client: TillClient, actions: Actions): () => void {
  return releaseAll([
    followPresentation(store, client),
    followLanguage(store),
    client.on((event) => {
      if (event.type === "shell.changed") store.setState(({ shell }) => ({ shell: { ...shell, view: event.shell } }));
      if (event.type === "shell.refused") actions.sayKeptHere(event.what);
      if (event.type === "display.changed") {
        const { language, usualLanguage } = event.display;
        store.setState(({ shell }) =>
          shell.language === language && shell.usualLanguage === usualLanguage
            ? {}
            : { shell: { ...shell, language, usualLanguage } },
        );
      }
    }),
    store.subscribe(({ connection, route }, before) => {
      const isConnected = connection === "ready" && before.connection !== "ready";
      if (isConnected || (route === "settings" && before.route !== "settings")) void actions.readShell();
    }),
  ]);
}

function followLanguage(store: TillStore): () => void {
  const load = () => void loadCustomersTexts(customersLanguage(store.getState()));
  load();
  return store.subscribe((state, before) => {
    if (customersLanguage(state) !== customersLanguage(before)) load();
  });
}

/** Notifies the main process of the payment shown here, for the customer display. */
function followPresentation(store: TillStore, client: TillClient): () => void {
  return store.subscribe(({ currentId }, before) => {
    if (currentId === before.currentId) return;
    // Names the previous payment, so that a payment presented by a program stays.
    const replacedPayment = before.currentId === null ? {} : { instead: before.currentId };
    void client.call("display.show", { posTid: currentId, ...replacedPayment });
  });
}
