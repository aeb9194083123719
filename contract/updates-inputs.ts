/** The schemas of the update commands. */
import { z } from "zod";
import { expects } from "./reasons.ts";

const noInput = z.strictObject({});
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, expects("field_time_of_day"));

export const UPDATE_INPUTS = {
  "updates.get": noInput,
  "updates.check": noInput,
  "updates.set": z.strictObject({
    enabled: z.boolean(),
    quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }),
  }),
  "updates.installNow": noInput,
} as const satisfies Record<string, z.ZodType>;
