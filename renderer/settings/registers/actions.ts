import type { CommandInput, CommandName, CommandValues } from "../../../contract/bridge/commands.ts";
import { type ActionPorts, type Caller, changer } from "../../store/ports.ts";

type RegisterCommand =
  | "register.add"
  | "register.change"
  | "register.revoke"
  | "register.addWebhook"
  | "register.renewWebhook"
  | "register.removeWebhook"
  | "register.testWebhook";

export function registerActions({ store, client }: ActionPorts, caller: Caller) {
  const change = changer(store, "registers");
  const readRegisters = async () => {
    const listed = await client.call("register.list", {});
    if (listed.ok) change(listed.value);
  };
  /** @returns null: the problem is in the state */
  const ask = async <N extends RegisterCommand & CommandName>(
    name: N,
    input: CommandInput<N>,
  ): Promise<CommandValues[N] | null> => {
    change({ problem: null });
    const result = await caller.callExclusive("registers", name, input);
    if (result?.ok === false) change({ problem: result.error });
    if (!result?.ok) return null;
    await readRegisters();
    return result.value;
  };
  return {
    readRegisters,
    /** The key is returned once and never stored in the state. */
    addRegister: (input: CommandInput<"register.add">) => ask("register.add", input),
    changeRegister: (input: CommandInput<"register.change">) => ask("register.change", input),
    revokeRegister: (id: string) => ask("register.revoke", { id }),
    /** The secret is not stored in the state, either. */
    addWebhook: (input: CommandInput<"register.addWebhook">) => ask("register.addWebhook", input),
    renewWebhook: (id: string) => ask("register.renewWebhook", { id }),
    removeWebhook: (id: string) => ask("register.removeWebhook", { id }),
    testWebhook: (id: string) => ask("register.testWebhook", { id }),
    forgetRegisterProblem: () => change({ problem: null }),
  };
}
