/** The commands about how the counter is set up, and the schema of what a provisioning file says of it. */
import { z } from "zod";
import { colour, pictureId, vatRate } from "./catalogue-commands.ts";
import { type CommandRow, exactName, noInput } from "./command-row.ts";
import type { CounterSettings } from "./counter.ts";
import { MAX_AMOUNT } from "./money.ts";
import { expects } from "./reasons.ts";

const where = z.enum(["screen", "phone"]);

/** One to four that rise. */
const presets = (most: number) =>
  z
    .array(z.int().min(1).max(most))
    .min(1)
    .max(4)
    .refine(
      (values) => values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0)),
      expects("field_ascending"),
    );

const tips = z.discriminatedUnion("kind", [
  // A whole sale once more is the most that is suggested.
  z.strictObject({ kind: z.literal("percent"), presets: presets(10_000), where }),
  z.strictObject({ kind: z.literal("amount"), presets: presets(MAX_AMOUNT), where }),
]);

const parts = {
  first: z.enum(["pad", "products"]),
  keyedVatRate: vatRate.nullable(),
  tips: tips.nullable(),
  appName: exactName(40).nullable(),
  accent: colour.nullable(),
  logo: pictureId.nullable(),
};

const counterSettings: z.ZodType<CounterSettings> = z.strictObject(parts);

/** In a provisioning file: what is left out has its default. Its logo is chosen at the till. */
export const provisionedCounter = z.strictObject({
  first: parts.first.default("pad"),
  keyedVatRate: parts.keyedVatRate.default(null),
  tips: parts.tips.default(null),
  appName: parts.appName.default(null),
  accent: parts.accent.default(null),
});

export const COUNTER_COMMANDS = {
  "counter.get": { input: noInput, whileLocked: "always", automatic: true },
  /** Whole */
  "counter.set": { input: counterSettings, needs: "settings" },
} as const satisfies Record<string, CommandRow>;
