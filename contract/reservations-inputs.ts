/** The schemas of the commands about reservations. */
import { z } from "zod";
import { ID_PATTERN, MAX_TID_LENGTH } from "./identifiers.ts";
import { expects } from "./reasons.ts";
import { BULK_STEPS, MAX_BEFORE_HOURS, MOST_AT_ONCE } from "./reservations.ts";

const posTid = z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN);
const noInput = z.strictObject({});

export const RESERVATION_INPUTS = {
  "reservation.list": noInput,
  /** `total`: what the person saw that they add up to, in minor units; when it is not so any more, nothing is done */
  "reservation.bulk": z.strictObject({
    step: z.enum(BULK_STEPS),
    posTids: z
      .array(posTid)
      .min(1)
      .max(MOST_AT_ONCE)
      .refine((ids) => new Set(ids).size === ids.length, expects("field_each_payment_once")),
    total: z.int("an integer in minor units").min(1),
  }),
  "reservation.rule": noInput,
  "reservation.setRule": z.strictObject({
    enabled: z.boolean(),
    beforeHours: z.int().min(1).max(MAX_BEFORE_HOURS),
    renewUntilHours: z
      .int()
      .min(0)
      .max(24 * 365),
    atEnd: z.enum(["capture", "release", "nothing"]),
  }),
} as const satisfies Record<string, z.ZodType>;
