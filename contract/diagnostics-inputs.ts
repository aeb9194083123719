/** The schemas of the diagnostics commands. */
import { z } from "zod";
import { expects } from "./reasons.ts";

const pixels = z.int().min(1).max(100_000);
const display = z.strictObject({
  width: pixels,
  height: pixels,
  screenWidth: pixels,
  screenHeight: pixels,
  scale: z.number().min(0.1).max(20),
  refreshHz: z.number().min(1).max(1000).nullable(),
  touch: z.boolean(),
});
const ticket = z.string().regex(/^[0-9a-f]{32}$/, expects("field_ticket"));

export const DIAGNOSTICS_INPUTS = {
  "diagnostics.health": z.strictObject({ display: display.optional() }),
  "diagnostics.bundle": z.strictObject({ display: display.optional() }),
  "diagnostics.download": z.strictObject({ ticket, from: z.int().min(0) }),
  "diagnostics.showBundle": z.strictObject({ ticket }),
} as const satisfies Record<string, z.ZodType>;
