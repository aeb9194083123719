/** Actions on what is around the till's window: the customer's own screen, and starting with the machine. */
import type { CustomerLanguage } from "../../contract/display.ts";
import type { Result } from "../../contract/errors.ts";
import { openPage } from "./open-page.ts";
import type { ActionPorts, Caller } from "./ports.ts";

export function shellActions({ store, client }: ActionPorts, caller: Caller) {
  const set = (changes: Partial<ReturnType<typeof store.getState>["shell"]>) =>
    store.setState(({ shell }) => ({ shell: { ...shell, ...changes } }));
  /** @returns what came of it, or null when nothing did: what went wrong is shown */
  const taken = <T>(result: Result<T> | null): T | null => {
    if (result?.ok) return result.value;
    if (result) store.setState({ failure: result.error });
    return null;
  };
  const readShell = async () => {
    const [view, display] = await Promise.all([client.call("shell.get", {}), client.call("display.get", {})]);
    if (view.ok) set({ view: view.value });
    if (display.ok) set({ language: display.value.language });
  };
  return {
    readShell,
    async openCustomerScreen() {
      const opened = taken(await caller.once("customerScreen", "display.open", {}));
      if (opened === null) return;
      set({ wasBlocked: opened.way === "page" && !openPage(opened.url) });
      await readShell();
    },
    async closeCustomerScreen() {
      if (taken(await caller.once("customerScreen", "display.close", {}))) await readShell();
    },
    async setCustomerLanguage(language: CustomerLanguage) {
      const display = taken(await caller.once("customerLanguage", "display.setLanguage", { language }));
      if (display) set({ language: display.language });
    },
    async setAutoStart(enabled: boolean) {
      const view = taken(await caller.once("autoStart", "shell.setAutoStart", { enabled }));
      if (view) set({ view });
    },
  };
}
