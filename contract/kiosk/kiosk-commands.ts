import { z } from "zod";
import { type CommandRow, exactLine, noInput } from "../calls/command-row.ts";
import { kioskParts, timeOfDay } from "./kiosk-settings.ts";

const kioskChoices = z.strictObject({ ...kioskParts, restartAt: timeOfDay.nullable() });

const machineTest = z.strictObject({ dispenser: kioskParts.dispenser, slot: exactLine(20).optional() });

export const KIOSK_COMMANDS = {
  "kiosk.get": { input: noInput, automatic: true },
  /** Replaces all settings immediately. The machine cannot change during a vend */
  "kiosk.set": { input: kioskChoices, needs: "settings" },
  /** Tests a machine, saved or not. With a slot, it drops one item */
  "kiosk.testMachine": { input: machineTest, needs: "settings" },
} as const satisfies Record<string, CommandRow>;
