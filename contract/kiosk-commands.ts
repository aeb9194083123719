/** The commands about how a till that sells unattended is set up. */
import { z } from "zod";
import { type CommandRow, exactLine, noInput } from "./command-row.ts";
import { kioskParts, timeOfDay } from "./kiosk-settings.ts";

const kioskChoices = z.strictObject({ ...kioskParts, restartAt: timeOfDay.nullable() });

const machineTest = z.strictObject({ dispenser: kioskParts.dispenser, slot: exactLine(20).optional() });

export const KIOSK_COMMANDS = {
  "kiosk.get": { input: noInput, automatic: true },
  /** Whole. In force at once; refused for the machine while a vend is under way */
  "kiosk.set": { input: kioskChoices, needs: "settings" },
  /** Asks a machine whether it could sell, also one that is not saved yet. With a slot: it drops one item from there */
  "kiosk.testMachine": { input: machineTest, needs: "settings" },
} as const satisfies Record<string, CommandRow>;
