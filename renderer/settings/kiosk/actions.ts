import type { TillError } from "../../../contract/calls/errors.ts";
import type { DispenserSettings, KioskChoices, KioskView } from "../../../contract/kiosk/kiosk-settings.ts";
import type { Reason } from "../../../contract/reasons/reasons.ts";
import type { ActionPorts, Caller } from "../../store/ports.ts";

export type MachineTest = { problem: Reason | null } | { error: TillError };

export function kioskActions({ store, client }: ActionPorts, caller: Caller) {
  return {
    async readKiosk(): Promise<KioskView | null> {
      const result = await client.call("kiosk.get", {});
      return result.ok ? result.value : null;
    },
    /** @returns null when saved; otherwise field errors, or an error that was already shown */
    async saveKiosk(choices: KioskChoices): Promise<TillError | null> {
      const result = await caller.callExclusive("kiosk", "kiosk.set", choices);
      if (result === null || result.ok) return null;
      if (result.error.code !== "invalid_input") store.setState({ failure: result.error });
      return result.error;
    },
    /**
     * Tests whether a machine can sell.
     * @param slot drops one item from it; null: no order
     * @returns null when a test is already in progress
     */
    async testMachine(dispenser: DispenserSettings, slot: string | null): Promise<MachineTest | null> {
      const input = slot === null ? { dispenser } : { dispenser, slot };
      const result = await caller.callExclusive("testMachine", "kiosk.testMachine", input);
      if (result === null) return null;
      return result.ok ? result.value : { error: result.error };
    },
  };
}
