/** The commands about people. */
import { z } from "zod";
import { type CommandRow, noInput, pin } from "./command-row.ts";
import { MAX_AMOUNT } from "./money.ts";
import { expects } from "./reasons.ts";

const name = z.string().trim().min(1, expects("field_person_name")).max(60);
const role = z.enum(["cashier", "manager", "owner"]);
const id = z.string().min(1).max(64);
const limit = z.int("an integer in minor units").min(0).max(MAX_AMOUNT);

const staffChange = z.strictObject({
  id,
  name: name.optional(),
  role: role.optional(),
  pin: pin.optional(),
  active: z.boolean().optional(),
});

const staffSetPolicy = z.strictObject({
  requireSignIn: z.boolean(),
  idleLockMinutes: z.int().min(1).max(480),
  refundLimits: z.strictObject({ cashier: limit, manager: limit.nullable() }),
});

export const STAFF_COMMANDS = {
  /** `person`: an id of `staff.names`, so that one PIN alone is tried; without it everybody's are */
  "staff.signIn": { input: z.strictObject({ pin, person: id.optional() }), whileLocked: "always", signsIn: true },
  "staff.signOut": { input: noInput, whileLocked: "always" },
  "staff.names": { input: noInput, whileLocked: "always", automatic: true },
  "staff.list": { input: noInput, needs: "settings", automatic: true },
  "staff.add": { input: z.strictObject({ name, role, pin }), needs: "settings" },
  "staff.change": { input: staffChange, needs: "settings" },
  "staff.claimOwner": { input: z.strictObject({ name, pin }), whileLocked: "always", signsIn: true },
  "staff.changePin": { input: z.strictObject({ pin, newPin: pin }) },
  "staff.policy": { input: noInput, whileLocked: "always", automatic: true },
  "staff.setPolicy": { input: staffSetPolicy, needs: "settings" },
  "staff.touch": { input: noInput, whileLocked: "always" },
} as const satisfies Record<string, CommandRow>;

/**
 * The rows of a PIN's approval in place.
 * @param approvable the commands that may be approved: those whose own rows say so
 */
export const approvalCommands = <const A extends readonly string[]>(approvable: A) => {
  const command = z.enum(approvable);
  return {
    "staff.approve": {
      input: z.strictObject({ pin, person: id.optional(), command, input: z.unknown() }),
      whileLocked: "always",
    },
    /** Whether a PIN may approve it, before it is asked to: it counts as a try, and nothing is done by it */
    "staff.checkApproval": { input: z.strictObject({ pin, command }) },
  } as const satisfies Record<string, CommandRow>;
};
