import { z } from "zod";
import { type CommandRow, exactName, noInput, shape } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { MAX_AMOUNT } from "../values/money.ts";
import { colour, pictureId, vatRate } from "./catalogue-commands.ts";
import type { CounterSettings } from "./counter.ts";

const where = z.enum(["screen", "phone"]);

/** One to four, ascending. */
const presets = (maxAmount: number) =>
  z
    .array(z.int().min(1).max(maxAmount))
    .min(1)
    .max(4)
    .refine(
      (values) => values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0)),
      expectedReason("field_ascending"),
    );

const tips = z.discriminatedUnion("kind", [
  // At most 100 %.
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

/** The counter in a provisioning file; absent fields have defaults. The logo is chosen at the till. */
export const provisionedCounter = z.strictObject({
  first: parts.first.default("pad"),
  keyedVatRate: parts.keyedVatRate.default(null),
  tips: parts.tips.default(null),
  appName: parts.appName.default(null),
  accent: parts.accent.default(null),
});

export const COUNTER_COMMANDS = {
  "counter.get": { input: noInput, whileLocked: "always", automatic: true, returns: shape<CounterSettings>() },
  "counter.set": { input: counterSettings, needs: "settings", returns: shape<CounterSettings>() },
} as const satisfies Record<string, CommandRow>;
