import { z } from "zod";
import { type CommandRow, exactLine, noInput, shape } from "../calls/command-row.ts";
import type { Reason } from "../reasons/reasons.ts";
import { type KioskView, kioskParts, timeOfDay } from "./kiosk-settings.ts";

const kioskChoices = z.strictObject({ ...kioskParts, restartAt: timeOfDay.nullable() });

const machineTest = z.strictObject({ dispenser: kioskParts.dispenser, slot: exactLine(20).optional() });

export const KIOSK_COMMANDS = {
  "kiosk.get": { input: noInput, automatic: true, returns: shape<KioskView>() },
  /** Replaces all settings immediately. The machine cannot change during a vend */
  "kiosk.set": { input: kioskChoices, needs: "settings", returns: shape<KioskView>() },
  /** Tests a machine, saved or not. With a slot, it drops one item */
  "kiosk.testMachine": {
    input: machineTest,
    needs: "settings",
    /** Why the machine cannot sell, or why the test vend failed; null: success */
    returns: shape<{ problem: Reason | null }>(),
  },
} as const satisfies Record<string, CommandRow>;
