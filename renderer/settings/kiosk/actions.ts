/** Actions on how the till sells unattended: its machine, the rules for it, the planned restart. */
import type { TillError } from "../../../contract/errors.ts";
import type { KioskChoices, KioskView } from "../../../contract/kiosk.ts";
import type { DispenserSettings } from "../../../contract/kiosk-settings.ts";
import type { Reason } from "../../../contract/reasons.ts";
import type { ActionPorts, Caller } from "../../store/ports.ts";

/** What a test of a machine came to: fit to sell, why it is not, or why it was not tested. */
export type MachineTest = { problem: Reason | null } | { error: TillError };

export function kioskActions({ store, client }: ActionPorts, caller: Caller) {
  return {
    async readKiosk(): Promise<KioskView | null> {
      const result = await client.call("kiosk.get", {});
      return result.ok ? result.value : null;
    },
    /** @returns null: it is in force; else why not: wrong fields for the form to show, or what was shown already */
    async saveKiosk(choices: KioskChoices): Promise<TillError | null> {
      const result = await caller.once("kiosk", "kiosk.set", choices);
      if (result === null || result.ok) return null;
      if (result.error.code !== "invalid_input") store.setState({ failure: result.error });
      return result.error;
    },
    /**
     * Asks a machine whether it could sell. @returns null when one is being asked already
     * @param slot drops one item from there; null: nothing is ordered
     */
    async testMachine(dispenser: DispenserSettings, slot: string | null): Promise<MachineTest | null> {
      const input = slot === null ? { dispenser } : { dispenser, slot };
      const result = await caller.once("testMachine", "kiosk.testMachine", input);
      if (result === null) return null;
      return result.ok ? result.value : { error: result.error };
    },
  };
}
