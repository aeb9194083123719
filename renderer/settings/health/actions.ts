import type { UpdateSettings, UpdateView } from "../../../contract/values/updates.ts";
import { saveFile } from "../../kit/browser.ts";
import { asManager } from "../../store/as-manager.ts";
import { type ActionPorts, type Caller, changer } from "../../store/ports.ts";
import { displayFacts } from "./display-facts.ts";
import { vendActions } from "./vends/actions.ts";

export function diagnosticsActions(ports: ActionPorts, caller: Caller) {
  return { ...healthActions(ports, caller), ...bundleActions(ports, caller), ...updateActions(ports, caller) };
}

function healthActions(ports: ActionPorts, caller: Caller) {
  const change = changer(ports.store, "diagnostics");
  const vends = vendActions(ports, caller);
  return {
    ...vends,
    async readHealth() {
      change({ healthStatus: "loading" });
      const display = await displayFacts();
      const result = await caller.callExclusive("readHealth", "diagnostics.health", { display });
      if (result === null) return;
      if (!result.ok) return change({ healthStatus: "failed" });
      change({ health: result.value, healthStatus: "idle" });
      const { driver, toLookAt } = result.value.dispenser;
      if (driver !== "none" || toLookAt > 0) await vends.readVends();
    },
  };
}

function bundleActions(ports: ActionPorts, caller: Caller) {
  const { store, client } = ports;
  const change = changer(store, "diagnostics");
  return {
    /**
     * Creates a support bundle.
     * @param pin a manager's; null when the signed-in user has the permission
     */
    async makeBundle(pin: string | null) {
      store.setState({ managerProblem: null });
      change({ bundle: null });
      const input = { display: await displayFacts() };
      const result = await asManager(caller, pin, { key: "makeBundle", command: "diagnostics.bundle", input });
      if (result === null) return;
      if (result.ok) change({ bundle: result.value });
      else store.setState(pin === null ? { failure: result.error } : { managerProblem: result.error });
    },
    async showBundle(ticket: string) {
      await caller.callOrShowFailure("showBundle", "diagnostics.showBundle", { ticket });
    },
    async downloadBundle(ticket: string, name: string) {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for (let from: number | null = 0; from !== null; ) {
        const result: Awaited<ReturnType<typeof piece>> = await piece(ticket, from);
        if (!result.ok) return store.setState({ failure: result.error });
        pieces.push(Uint8Array.from(atob(result.value.base64), (character) => character.charCodeAt(0)));
        from = result.value.next;
      }
      saveFile(name, pieces, "application/zip");
    },
  };
  function piece(ticket: string, from: number) {
    return client.call("diagnostics.download", { ticket, from });
  }
}

function updateActions(ports: ActionPorts, caller: Caller) {
  const { store } = ports;
  const change = changer(store, "diagnostics");
  const show = (updates: UpdateView | null) => {
    if (updates !== null) change({ updates });
  };
  return {
    async readUpdates() {
      show(await caller.callOrShowFailure("readUpdates", "updates.get", {}));
    },
    async checkUpdates() {
      show(await caller.callOrShowFailure("checkUpdates", "updates.check", {}));
    },
    async setUpdates(settings: UpdateSettings) {
      show(await caller.callOrShowFailure("setUpdates", "updates.set", settings));
    },
    /** Stops the till to install the downloaded update; it restarts afterwards. */
    async installUpdate() {
      const result = await caller.callExclusive("installUpdate", "updates.installNow", {});
      if (result === null) return;
      store.setState({ dialog: null });
      if (result.ok) change({ installing: result.value.installing });
      else store.setState({ failure: result.error });
    },
  };
}
