/** The schemas of the commands about the till's shell. */
import { z } from "zod";

export const SHELL_INPUTS = {
  "shell.get": z.strictObject({}),
  "shell.setAutoStart": z.strictObject({ enabled: z.boolean() }),
  /** Until the till starts again, or until `shell.enterKiosk` */
  "shell.leaveKiosk": z.strictObject({}),
  "shell.enterKiosk": z.strictObject({}),
} as const satisfies Record<string, z.ZodType>;
