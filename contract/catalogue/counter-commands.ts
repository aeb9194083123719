import { type CommandRow, noInput, shape } from "../calls/command-row.ts";
import { completeSchemaOf, schemaOf } from "../calls/setting-schema.ts";
import type { CounterSettings } from "./counter.ts";
import { COUNTER_ROWS, PORTABLE_COUNTER_ROWS } from "./counter.ts";

/** The counter in a provisioning file and in an exported configuration. */
export const provisionedCounter = schemaOf(PORTABLE_COUNTER_ROWS);

export const COUNTER_COMMANDS = {
  "counter.get": { input: noInput, whileLocked: "always", automatic: true, returns: shape<CounterSettings>() },
  /** Replaces all settings */
  "counter.set": { input: completeSchemaOf(COUNTER_ROWS), needs: "settings", returns: shape<CounterSettings>() },
} as const satisfies Record<string, CommandRow>;
