import type { CommandInput, CommandName, CommandValues } from "../../contract/bridge/commands.ts";
import type { ActionPorts, Caller } from "../store/ports.ts";
import type { SetupState } from "../store/setup-state.ts";

export type Wizard = ReturnType<typeof createWizard>;

export function createWizard({ store }: ActionPorts, caller: Caller) {
  const change = (changes: Partial<SetupState>) => store.setState(({ setup }) => ({ setup: { ...setup, ...changes } }));
  return {
    state: () => store.getState().setup,
    change,
    /**
     * Calls a command; errors are shown in the wizard.
     * @returns the value, or null
     */
    async ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandValues[N] | null> {
      change({ problem: null, problemOf: null });
      const result = await caller.callExclusive(name, name, input);
      if (result?.ok) return result.value;
      if (result !== null) change({ problem: result.error, problemOf: name });
      return null;
    },
  };
}
