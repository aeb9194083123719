import { z } from "zod";
import { type CommandRow, noInput, shape } from "../calls/command-row.ts";
import type { ShellView } from "./shell.ts";

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
