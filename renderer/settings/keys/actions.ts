import type { CommandInput, CommandName, CommandValues } from "../../../contract/bridge/commands.ts";
import type { Result } from "../../../contract/calls/errors.ts";
import type { KeysView } from "../../../contract/configuration/keys.ts";
import type { RefundKeyView } from "../../../contract/configuration/refund-key.ts";
import { type ActionPorts, type Caller, changer } from "../../store/ports.ts";
import { KEYS_UNREAD } from "../../store/settings-state.ts";

type RefundKeyChange = Exclude<Extract<CommandName, `refundKey.${string}`>, "refundKey.get">;
type KeysCommand = Extract<CommandName, `keys.${string}` | `vault.${string}`>;

function keysCaller(store: ActionPorts["store"], caller: Caller) {
  const change = changer(store, "keys");
  /** @returns null when refused; a field shows its own error, others are shown as a failure */
  const ask = async <N extends KeysCommand>(name: N, input: CommandInput<N>): Promise<CommandValues[N] | null> => {
    change({ problem: null });
    const result = await caller.callExclusive(name, name, input);
    if (result === null) return null;
    if (result.ok) return result.value;
    if (result.error.code === "invalid_input") change({ problem: result.error });
    else store.setState({ failure: result.error });
    return null;
  };
  return { change, ask };
}

export function keysActions({ store, client }: ActionPorts, caller: Caller) {
  const { change, ask } = keysCaller(store, caller);
  const step = async (asked: Promise<KeysView | null>): Promise<boolean> => {
    const view = await asked;
    if (view !== null) change({ view, findings: [], registering: [] });
    return view !== null;
  };
  const readUser = async () => {
    const user = await client.call("keys.user", {});
    if (user.ok && store.getState().keys.view !== null) change({ user: user.value });
  };
  return {
    async readKeys() {
      const [keys, vault, refundKey] = await Promise.all([
        client.call("keys.get", {}),
        client.call("vault.get", {}),
        client.call("refundKey.get", {}),
      ]);
      if (keys.ok && vault.ok && refundKey.ok) {
        change({ view: keys.value, vault: vault.value, refundKey: refundKey.value });
      }
    },
    /** Separate, because the service is called and may be slow. */
    readKeysUser: readUser,
    async registerKey() {
      change({ findings: [], registering: [] });
      const registered = await ask("keys.register", {});
      if (registered === null) return;
      change({ view: registered.keys, registering: registered.findings });
      await readUser();
    },
    prepareKey: (input: CommandInput<"keys.prepare">) => step(ask("keys.prepare", input)),
    discardKey: () => step(ask("keys.discard", {})),
    retireKey: () => step(ask("keys.retire", {})),
    /** @param reason required to activate an untested key */
    activateKey: (reason?: string) => step(ask("keys.activate", reason === undefined ? {} : { force: true, reason })),
    async testKey() {
      change({ findings: [], registering: [] });
      const tested = await ask("keys.test", {});
      if (tested !== null) change({ view: tested.keys, findings: tested.findings });
    },
    async acceptWeakVault(sentence: CommandInput<"vault.acceptWeak">["sentence"]) {
      const vault = await ask("vault.acceptWeak", { sentence });
      if (vault !== null) change({ vault });
    },
    ...refundKeyActions(store, caller),
    forgetKeysProblem() {
      change({ problem: null });
      store.setState({ managerProblem: null });
    },
    forgetKeys: () => change(KEYS_UNREAD),
  };
}

function refundKeyActions(store: ActionPorts["store"], caller: Caller) {
  return {
    /** @returns true when done; otherwise the PIN field shows the error */
    changeRefundKey: async <N extends RefundKeyChange>(name: N, input: CommandInput<N>): Promise<boolean> => {
      store.setState({ managerProblem: null });
      const result: Result<RefundKeyView> | null = await caller.callExclusive("refundKey", name, input);
      if (result?.ok) store.setState(({ keys }) => ({ keys: { ...keys, refundKey: result.value } }));
      else if (result) store.setState({ managerProblem: result.error });
      return result?.ok === true;
    },
  };
}
