/** The schemas of the commands about people. */
import { z } from "zod";
import { MAX_AMOUNT } from "./money.ts";
import { expects } from "./reasons.ts";

/** Commands that a manager's or owner's PIN may approve once, in place: each has a permission that others lack. */
export const APPROVABLE = [
  "payment.refund",
  "reservation.bulk",
  "queue.retry",
  "queue.discard",
  "diagnostics.bundle",
  "shell.leaveKiosk",
] as const;

const pin = z.string().regex(/^\d{4,12}$/, expects("pin_four_digits"));
const name = z.string().trim().min(1, expects("field_person_name")).max(60);
const role = z.enum(["cashier", "manager", "owner"]);
const id = z.string().min(1).max(64);
const limit = z.int("an integer in minor units").min(0).max(MAX_AMOUNT);
const noInput = z.strictObject({});

export const STAFF_INPUTS = {
  /** `person`: an id of `staff.names`, so that one PIN alone is tried; without it everybody's are */
  "staff.signIn": z.strictObject({ pin, person: id.optional() }),
  "staff.signOut": noInput,
  "staff.names": noInput,
  "staff.list": noInput,
  "staff.add": z.strictObject({ name, role, pin }),
  "staff.change": z.strictObject({
    id,
    name: name.optional(),
    role: role.optional(),
    pin: pin.optional(),
    active: z.boolean().optional(),
  }),
  "staff.claimOwner": z.strictObject({ name, pin }),
  "staff.changePin": z.strictObject({ pin, newPin: pin }),
  "staff.approve": z.strictObject({ pin, person: id.optional(), command: z.enum(APPROVABLE), input: z.unknown() }),
  /** Whether a PIN may approve it, before it is asked to: it counts as a try, and nothing is done by it */
  "staff.checkApproval": z.strictObject({ pin, command: z.enum(APPROVABLE) }),
  "staff.policy": noInput,
  "staff.setPolicy": z.strictObject({
    requireSignIn: z.boolean(),
    idleLockMinutes: z.int().min(1).max(480),
    refundLimits: z.strictObject({ cashier: limit, manager: limit.nullable() }),
  }),
  "staff.touch": noInput,
} as const satisfies Record<string, z.ZodType>;
