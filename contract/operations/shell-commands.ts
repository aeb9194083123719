import { z } from "zod";
import { type CommandRow, noInput } from "../calls/command-row.ts";

export const SHELL_COMMANDS = {
  "shell.get": { input: noInput, whileLocked: "always", automatic: true },
  "shell.setAutoStart": { input: z.strictObject({ enabled: z.boolean() }), needs: "settings" },
  /** Leaves kiosk mode until the till restarts or `shell.enterKiosk` */
  "shell.leaveKiosk": { input: noInput, needs: "kiosk_exit", approvable: true },
  "shell.enterKiosk": { input: noInput },
} as const satisfies Record<string, CommandRow>;
