import { type CommandRow, noInput } from "../calls/command-row.ts";

export const CENTRE_COMMANDS = {
  "centre.get": { input: noInput, automatic: true },
} as const satisfies Record<string, CommandRow>;
