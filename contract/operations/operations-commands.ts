import { z } from "zod";
import { type CommandRow, noInput, shape } from "../calls/command-row.ts";
import { timeOfDay } from "../kiosk/kiosk-settings.ts";
import type { UpdateView } from "../values/updates.ts";
import type { ShellView } from "./shell.ts";

export const updatesSet = z.strictObject({
  enabled: z.boolean(),
  quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }),
});

export const UPDATE_COMMANDS = {
  "updates.get": { input: noInput, whileLocked: "till", automatic: true, returns: shape<UpdateView>() },
  "updates.check": { input: noInput, needs: "settings", returns: shape<UpdateView>() },
  "updates.set": { input: updatesSet, needs: "settings", returns: shape<UpdateView>() },
  "updates.installNow": {
    input: noInput,
    needs: "settings",
    /** The till stops and restarts with the new version */
    returns: shape<{ installing: string }>(),
  },
} as const satisfies Record<string, CommandRow>;

export const SHELL_COMMANDS = {
  "shell.get": { input: noInput, whileLocked: "always", automatic: true, returns: shape<ShellView>() },
  "shell.setAutoStart": {
    input: z.strictObject({ enabled: z.boolean() }),
    needs: "settings",
    returns: shape<ShellView>(),
  },
  /** Leaves kiosk mode until the till restarts or `shell.enterKiosk` */
  "shell.leaveKiosk": { input: noInput, needs: "kiosk_exit", approvable: true, returns: shape<ShellView>() },
  "shell.enterKiosk": { input: noInput, returns: shape<ShellView>() },
} as const satisfies Record<string, CommandRow>;
