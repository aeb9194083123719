import type { DisplayView } from "../../contract/receipts/display.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import { openPage } from "../kit/browser.ts";
import type { CommandApproval } from "../kit/context.ts";
import { loadCustomersTexts } from "../kit/i18n/customers.ts";
import { asManager } from "../store/as-manager.ts";
import { type ActionPorts, type Caller, changer } from "../store/ports.ts";
import type { TillState } from "../store/state.ts";

const KEPT_HERE_MS = 12_000;

/** The sale remembers the language, also when it is charged again. */
function withLanguage({ draft, draftsByPosTid }: TillState, posTid: string | null, language: CustomerLanguage) {
  if (posTid === null) return { draft: { ...draft, language } };
  const known = draftsByPosTid[posTid];
  return known === undefined ? {} : { draftsByPosTid: { ...draftsByPosTid, [posTid]: { ...known, language } } };
}

export function shellActions(ports: ActionPorts, caller: Caller) {
  const { store, now } = ports;
  const looks = shellLooks(ports);
  return {
    ...customerScreenActions(ports, caller, looks),
    ...kioskModeActions(ports, caller, looks),
    readShell: looks.readShell,
    /** Explains that a kiosk copies and saves nothing, and the alternative. */
    sayKeptHere(what: "copy" | "save") {
      const kind = what === "copy" ? "notCopied" : "notSaved";
      store.setState({ notice: { kind, text: "", until: now() + KEPT_HERE_MS } });
    },
    async setAutoStart(enabled: boolean) {
      const view = await caller.callOrShowFailure("autoStart", "shell.setAutoStart", { enabled });
      if (view) looks.set({ view });
    },
  };
}

type ShellLooks = ReturnType<typeof shellLooks>;

function shellLooks({ store, client }: ActionPorts) {
  const set = changer(store, "shell");
  const follow = (display: DisplayView | null) => {
    if (display) set({ language: display.language, usualLanguage: display.usualLanguage });
  };
  const readShell = async () => {
    const [view, display] = await Promise.all([client.call("shell.get", {}), client.call("display.get", {})]);
    if (view.ok) set({ view: view.value });
    follow(display.ok ? display.value : null);
  };
  return { set, follow, readShell };
}

function customerScreenActions({ store }: ActionPorts, caller: Caller, { set, follow, readShell }: ShellLooks) {
  return {
    async openCustomerScreen() {
      const opened = await caller.callOrShowFailure("customerScreen", "display.open", {});
      if (opened === null) return;
      set({ wasBlocked: opened.way === "page" && !openPage(opened.url) });
      await readShell();
    },
    async closeCustomerScreen() {
      if (await caller.callOrShowFailure("customerScreen", "display.close", {})) await readShell();
    },
    /**
     * Sets the language of one customer.
     * @param posTid of the payment; null: before the payment
     */
    async setCustomerLanguage(language: CustomerLanguage, posTid: string | null) {
      await loadCustomersTexts(language);
      const display = await caller.callOrShowFailure("customerLanguage", "display.setLanguage", {
        language,
        posTid,
      });
      follow(display);
      if (display) store.setState((state) => withLanguage(state, posTid, language));
    },
    async setUsualLanguage(language: CustomerLanguage) {
      follow(await caller.callOrShowFailure("customerLanguage", "display.setUsualLanguage", { language }));
    },
  };
}

function kioskModeActions({ store }: ActionPorts, caller: Caller, { set }: ShellLooks) {
  return {
    /**
     * Leaves kiosk mode temporarily.
     * @param approval the approval; null when the signed-in user has the permission
     */
    async leaveKiosk(approval: CommandApproval) {
      store.setState({ managerProblem: null });
      const result = await asManager(caller, approval, { key: "leaveKiosk", command: "shell.leaveKiosk", input: {} });
      // The dialog may have been replaced: the response does not belong to the new one.
      const isOpen = store.getState().dialog?.kind === "leaveKiosk";
      if (result?.ok) set({ view: result.value });
      if (result === null || !isOpen) return;
      if (result.ok) store.setState({ dialog: null });
      // A PIN does not help while a payment is open: shown next to the button.
      else store.setState({ managerProblem: result.error, ...(result.error.code === "conflict" && { dialog: null }) });
    },
    async enterKiosk() {
      store.setState({ managerProblem: null });
      const result = await caller.callExclusive("enterKiosk", "shell.enterKiosk", {});
      if (result?.ok) set({ view: result.value });
      // A payment started in the meantime is reported next to the button.
      else if (result)
        store.setState(result.error.code === "conflict" ? { managerProblem: result.error } : { failure: result.error });
    },
  };
}
