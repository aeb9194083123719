import { z } from "zod";
import { type CommandRow, noInput, posTid, shape } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import type { BulkOutcome, ReservationRule, Reservations } from "./reservations.ts";
import { BULK_STEPS, MAX_BEFORE_HOURS, MAX_BULK_RESERVATIONS } from "./reservations.ts";

const reservationBulk = z.strictObject({
  step: z.enum(BULK_STEPS),
  posTids: z
    .array(posTid)
    .min(1)
    .max(MAX_BULK_RESERVATIONS)
    .refine((ids) => new Set(ids).size === ids.length, expectedReason("field_each_payment_once")),
  total: z.int("an integer in minor units").min(1),
});

export const reservationSetRule = z.strictObject({
  enabled: z.boolean(),
  beforeHours: z.int().min(1).max(MAX_BEFORE_HOURS),
  renewUntilHours: z
    .int()
    .min(0)
    .max(24 * 365),
  atEnd: z.enum(["capture", "release", "nothing"]),
});

export const RESERVATION_COMMANDS = {
  "reservation.list": { input: noInput, automatic: true, returns: shape<Reservations>() },
  /** `total`: the sum shown to the user, in minor units; refused if it has changed */
  "reservation.bulk": {
    input: reservationBulk,
    needs: "queue",
    approvable: true,
    returns: shape<{ items: BulkOutcome[]; asked: number }>(),
  },
  "reservation.rule": { input: noInput, automatic: true, returns: shape<ReservationRule>() },
  "reservation.setRule": { input: reservationSetRule, needs: "settings", returns: shape<ReservationRule>() },
} as const satisfies Record<string, CommandRow>;
