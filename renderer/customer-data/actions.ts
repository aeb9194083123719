import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { Result } from "../../contract/calls/errors.ts";
import type { Permission, PermissionPreset, ShippingLabel } from "../../contract/customers/permissions.ts";
import type { CommandApproval } from "../kit/context.ts";
import { asManager } from "../store/as-manager.ts";
import type { CustomerDataShown, CustomerDataState } from "../store/customer-data-state.ts";
import { type ActionPorts, type Caller, changer, mergeNewest, navigateAway } from "../store/ports.ts";

const PAGE = 50;

export function customerDataActions(ports: ActionPorts, caller: Caller) {
  const { store, client } = ports;
  const change = changer(store, "customerData");
  const keep = (permissions: readonly Permission[]) =>
    change({ permissions: mergeNewest(store.getState().customerData.permissions, permissions) });
  const show = (shown: CustomerDataShown, fromCounter: boolean) =>
    navigateAway(ports, () => {
      store.setState({ route: "customers", notice: null, dialog: null });
      change({ shown, fromCounter, problem: null });
    });
  const readPermission = async (posTid: string) => {
    const result = await client.call("permission.get", { posTid });
    if (result.ok) keep([result.value]);
    else change({ problem: result.error });
  };
  return {
    ...presetActions(ports, caller, change),
    ...approvedActions(ports, caller),
    ...requestActions(ports, caller, { change, keep }),
    keepPermissions: keep,
    askCustomer(preset: string | null = null) {
      const { route, customerData } = store.getState();
      show({ kind: "ask", preset }, route === "charge" || (route === "customers" && customerData.fromCounter));
    },
    async openPermission(posTid: string) {
      show({ kind: "one", posTid }, store.getState().route === "charge");
      await readPermission(posTid);
    },
    readPermission,
    showPermissions: () => show({ kind: "list" }, false),
    leavePermission() {
      if (store.getState().customerData.fromCounter) navigateAway(ports, () => store.setState({ route: "charge" }));
      else show({ kind: "list" }, false);
    },
    async readPermissions(more = false) {
      const { next, status } = store.getState().customerData;
      if (status === "loading" || status === "more" || (more && next === null)) return;
      change({ status: more ? "more" : "loading" });
      const cursor = more && next !== null ? next : undefined;
      const result = await client.call("permission.list", { cursor, limit: PAGE });
      if (!result.ok) return change({ status: "failed" });
      const read = result.value.items.map(({ posTid }) => posTid);
      keep(result.value.items);
      const before = more ? store.getState().customerData.ids : [];
      change({ status: "idle", read: true, next: result.value.next, ids: [...new Set([...before, ...read])] });
    },
  };
}

interface Changing {
  change: (changed: Partial<CustomerDataState>) => void;
  keep: (permissions: readonly Permission[]) => void;
}

function requestActions({ client }: ActionPorts, caller: Caller, { change, keep }: Changing) {
  const request = async (input: CommandInput<"permission.request">) => {
    change({ problem: null });
    const asked = await caller.callExclusive("permission", "permission.request", input);
    if (asked?.ok === false) change({ problem: asked.error });
    if (!asked?.ok) return;
    keep([asked.value]);
    change({ shown: { kind: "one", posTid: asked.value.posTid } });
  };
  const abort = async (posTid: string): Promise<boolean> => {
    const aborted = await caller.callOrShowFailure(`permission ${posTid}`, "permission.abort", { posTid });
    if (aborted !== null) keep([aborted]);
    return aborted !== null;
  };
  return {
    async readPaymentOf(posTid: string) {
      const payment = await client.call("payment.get", { posTid });
      if (payment.ok) caller.storePayment(payment.value);
    },
    requestPermission: request,
    abortPermission: abort,
    /** Requests the same data with a new code. An expired request is aborted first. */
    async requestAgain({ posTid, steps, preset, scope, text, purpose, keepDays, termsUrl }: Permission) {
      if (steps.includes("abort") && !(await abort(posTid))) return;
      const own = { text: text ?? undefined, termsUrl: termsUrl ?? undefined };
      const asked = { ...own, scope, purpose: purpose || undefined, keepDays };
      await request(preset === null ? asked : { preset, text: asked.text });
    },
  };
}

function approvedActions({ store }: ActionPorts, caller: Caller) {
  const valueOrProblem = <T>(result: Result<T> | null): T | null => {
    if (result?.ok === false) store.setState({ managerProblem: result.error });
    return result?.ok ? result.value : null;
  };
  return {
    /** Returns one claim in full. The value never enters the store. */
    async revealClaim(posTid: string, claim: string, approval: CommandApproval): Promise<string | null> {
      store.setState({ managerProblem: null });
      const input = { posTid, claim };
      return (
        valueOrProblem(await asManager(caller, approval, { key: "customers", command: "permission.reveal", input }))
          ?.value ?? null
      );
    },
    /**
     * Creates a shipping label; this window prints an HTML label. Errors that an approval may solve are shown in the
     * dialog.
     * @returns null when in progress or when an approval is required
     */
    async makeLabel(
      posTid: string,
      as: "print" | "pdf",
      approval: CommandApproval,
    ): Promise<Result<ShippingLabel> | null> {
      store.setState({ managerProblem: null });
      const printed = await asManager(caller, approval, {
        key: "customers",
        command: "customer.label",
        input: { posTid, as },
      });
      if (printed?.ok === false && printed.error.code !== "illegal_state") return valueOrProblem(printed);
      if (printed?.ok && printed.value.as === "pdf") {
        const { html } = printed.value;
        store.setState(({ receipts }) => ({
          receipts: { ...receipts, page: { html, number: (receipts.page?.number ?? 0) + 1 } },
        }));
      }
      return printed;
    },
    async forgetCustomer(posTid: string, approval: CommandApproval): Promise<string[] | null> {
      store.setState({ managerProblem: null });
      const forgotten = await asManager(caller, approval, {
        key: "customers",
        command: "customer.forget",
        input: { posTid },
      });
      return valueOrProblem(forgotten)?.erased ?? null;
    },
  };
}

function presetActions({ client }: ActionPorts, caller: Caller, change: (changed: Partial<CustomerDataState>) => void) {
  return {
    async readPresets() {
      const presets = await client.call("permission.presets.get", {});
      if (presets.ok) change({ presets: presets.value.items, problem: null });
      else change({ problem: presets.error });
    },
    async savePresets(items: PermissionPreset[]): Promise<boolean> {
      change({ problem: null });
      const saved = await caller.callExclusive("presets", "permission.presets.set", { items });
      if (saved?.ok) change({ presets: saved.value.items });
      if (saved?.ok === false) change({ problem: saved.error });
      return saved?.ok === true;
    },
    forgetPresetProblem: () => change({ problem: null }),
  };
}
