/** The commands about the customer's screen. */
import { z } from "zod";
import { type CommandRow, noInput, posTid } from "./command-row.ts";
import { CUSTOMER_LANGUAGES } from "./display.ts";

const displayShow = z.strictObject({ posTid: posTid.nullable(), instead: posTid.optional() });

export const DISPLAY_COMMANDS = {
  "display.get": { input: noInput, whileLocked: "always", automatic: true },
  /** Which payment the counter presents now; null: none. `instead`: the one that it presented until now */
  "display.show": { input: displayShow, whileLocked: "always", automatic: true },
  "display.setLanguage": { input: z.strictObject({ language: z.enum(CUSTOMER_LANGUAGES) }), needs: "sale" },
  "display.open": { input: noInput, needs: "sale" },
  "display.close": { input: noInput, needs: "sale" },
} as const satisfies Record<string, CommandRow>;
