/** Actions on what is around the till's window: the customer's own screen, and starting with the machine. */
import type { CustomerLanguage } from "../../contract/display.ts";
import type { Result } from "../../contract/errors.ts";
import { openPage } from "../kit/browser.ts";
import { asManager } from "../store/as-manager.ts";
import type { ActionPorts, Caller } from "../store/ports.ts";

/** Long enough to read two sentences; a touch ends it before. */
const KEPT_HERE_MS = 12_000;

export function shellActions({ store, client, now }: ActionPorts, caller: Caller) {
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
    /** Says that a kiosk's window gives nothing away, and where it can be had. */
    sayKeptHere(what: "copy" | "save") {
      const kind = what === "copy" ? "notCopied" : "notSaved";
      store.setState({ notice: { kind, text: "", until: now() + KEPT_HERE_MS } });
    },
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
    /** Takes this window out of kiosk mode for now. @param pin a manager's; null when the signed-in user may do it */
    async leaveKiosk(pin: string | null) {
      store.setState({ managerProblem: null });
      const result = await asManager(caller, pin, { key: "leaveKiosk", command: "shell.leaveKiosk", input: {} });
      // The dialog may be gone, and another person's open: the answer is not for that one.
      const isOpen = store.getState().dialog?.kind === "leaveKiosk";
      if (result?.ok) set({ view: result.value });
      if (result === null || !isOpen) return;
      if (result.ok) store.setState({ dialog: null });
      // No PIN helps against a payment that is open: that is said where the button is.
      else store.setState({ managerProblem: result.error, ...(result.error.code === "conflict" && { dialog: null }) });
    },
    async enterKiosk() {
      store.setState({ managerProblem: null });
      const result = await caller.once("enterKiosk", "shell.enterKiosk", {});
      if (result?.ok) set({ view: result.value });
      // A payment that came in between is told where the button is.
      else if (result)
        store.setState(result.error.code === "conflict" ? { managerProblem: result.error } : { failure: result.error });
    },
    async setAutoStart(enabled: boolean) {
      const view = taken(await caller.once("autoStart", "shell.setAutoStart", { enabled }));
      if (view) set({ view });
    },
  };
}
