import { z } from "zod";
import { type CommandRow, noInput } from "../calls/command-row.ts";
import { timeOfDay } from "../kiosk/kiosk-settings.ts";

export const updatesSet = z.strictObject({
  enabled: z.boolean(),
  quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }),
});

export const UPDATE_COMMANDS = {
  "updates.get": { input: noInput, whileLocked: "till", automatic: true },
  "updates.check": { input: noInput, needs: "settings" },
  "updates.set": { input: updatesSet, needs: "settings" },
  "updates.installNow": { input: noInput, needs: "settings" },
} as const satisfies Record<string, CommandRow>;
