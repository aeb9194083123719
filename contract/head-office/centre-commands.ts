import { type CommandRow, noInput, shape } from "../calls/command-row.ts";
import type { CentreView } from "./centre.ts";

export const CENTRE_COMMANDS = {
  "centre.get": { input: noInput, automatic: true, returns: shape<CentreView>() },
} as const satisfies Record<string, CommandRow>;
