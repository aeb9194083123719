import { z } from "zod";
import { type CommandRow, duplicateIndexes, exactName, noInput, oneLine, pin, shape } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { MAX_AMOUNT } from "../values/money.ts";
import type { Role, StaffMember, StaffRole } from "../values/roles.ts";
import { GRANTABLE, isBuiltIn, isRoleNameTaken, MAX_CUSTOM_ROLES, PERMISSIONS } from "../values/roles.ts";
import type { Approved, Person, StaffPolicy } from "./staff.ts";
import type { AccountSignIn, PhoneCheck } from "./staff-phones.ts";

const name = oneLine(60, expectedReason("field_person_name"));
const roleId = z.string().min(1).max(64);
const id = z.string().min(1).max(64);
const limit = z.int("an integer in minor units").min(0).max(MAX_AMOUNT);

const staffChange = z.strictObject({
  id,
  name: name.optional(),
  role: roleId.optional(),
  pin: pin.optional(),
  active: z.boolean().optional(),
});

export const staffSetPolicy = z.strictObject({
  requireSignIn: z.boolean(),
  idleLockMinutes: z.int().min(1).max(480),
});

const rights = z
  .array(z.enum(GRANTABLE))
  .max(PERMISSIONS.length)
  .refine((given) => new Set(given).size === given.length, expectedReason("field_once"));
const refundLimit = limit.nullable();

/** `name` is null for built-in roles; without `id` a role is created. */
const staffSetRole = z.strictObject({ id: roleId.optional(), name: oneLine(40).nullable(), rights, refundLimit });

/** Roles in provisioning and configuration files: those that differ from the defaults. */
export const provisionedRoles = z
  .array(z.strictObject({ id: roleId, name: exactName(40).nullable(), rights, refundLimit }))
  .max(MAX_CUSTOM_ROLES + 2)
  .superRefine((roles, context) => {
    const reportIssue = (index: number, field: "id" | "name", message: string) =>
      context.addIssue({ code: "custom", path: [index, field], message });
    for (const index of duplicateIndexes(roles.map(({ id }) => id)))
      reportIssue(index, "id", expectedReason("field_each_once"));
    const earlierNames: string[] = [];
    for (const [index, { id, name }] of roles.entries()) {
      if (isBuiltIn(id)) continue;
      if (name === null) reportIssue(index, "name", expectedReason("field_role_name"));
      else if (isRoleNameTaken(name, earlierNames)) reportIssue(index, "name", expectedReason("role_name_taken"));
      else earlierNames.push(name);
    }
  });

const staffSignIn = z
  .strictObject({ pin: pin.optional(), person: id.optional(), check: id.optional() })
  .refine((given) => (given.pin === undefined) !== (given.check === undefined), {
    path: ["pin"],
    error: expectedReason("field_pin_or_account"),
  });

export const STAFF_COMMANDS = {
  /**
   * `person`: an id of `staff.names`, to try one PIN only; absent: all. `check`: a finished `staff.account.signIn` or
   * `staff.phone.signIn`, used once instead of a PIN
   */
  "staff.signIn": { input: staffSignIn, whileLocked: "always", signsIn: true, returns: shape<StaffMember>() },
  "staff.signOut": { input: noInput, whileLocked: "always", returns: shape<{ role: null }>() },
  "staff.names": {
    input: noInput,
    whileLocked: "till",
    automatic: true,
    /** Shown on the sign-in screen */
    returns: shape<{ items: Pick<Person, "id" | "name" | "role">[] }>(),
  },
  "staff.list": { input: noInput, needs: "access", automatic: true, returns: shape<{ items: Person[] }>() },
  "staff.add": { input: z.strictObject({ name, role: roleId, pin }), needs: "access", returns: shape<Person>() },
  "staff.change": { input: staffChange, needs: "access", returns: shape<Person>() },
  "staff.claimOwner": {
    input: z.strictObject({ name, pin }),
    whileLocked: "always",
    signsIn: true,
    /** Creates the first owner */
    returns: shape<StaffMember>(),
  },
  "staff.changePin": { input: z.strictObject({ pin, newPin: pin }), returns: shape<{ role: StaffRole }>() },
  "staff.policy": { input: noInput, whileLocked: "always", automatic: true, returns: shape<StaffPolicy>() },
  "staff.setPolicy": { input: staffSetPolicy, needs: "access", returns: shape<StaffPolicy>() },
  /** Creates or replaces a role */
  "staff.setRole": { input: staffSetRole, needs: "access", returns: shape<Role>() },
  "staff.removeRole": { input: z.strictObject({ id: roleId }), needs: "access", returns: shape<{ id: StaffRole }>() },
  "staff.touch": {
    input: noInput,
    whileLocked: "always",
    /** Restarts the idle timeout */
    returns: shape<{ role: StaffRole | null }>(),
  },
  "staff.phone.link": {
    input: z.strictObject({ id }),
    needs: "access",
    /** Starts linking a phone: shows a code for it to scan */
    returns: shape<PhoneCheck>(),
  },
  /** `number`: shown on the phone; absent for a browser */
  "staff.phone.confirm": {
    input: z.strictObject({
      check: id,
      number: z
        .string()
        .regex(/^\d{4}$/, expectedReason("field_four_digits"))
        .optional(),
      pin,
    }),
    needs: "access",
    /** Confirms the link with the owner's PIN and the number shown on the phone */
    returns: shape<PhoneCheck>(),
  },
  "staff.phone.unlink": {
    input: z.strictObject({ id }),
    needs: "access",
    /** False if no phone was linked */
    returns: shape<{ unlinked: boolean }>(),
  },
  "staff.phone.get": {
    input: z.strictObject({ check: id }),
    whileLocked: "always",
    automatic: true,
    returns: shape<PhoneCheck>(),
  },
  "staff.phone.cancel": { input: z.strictObject({ check: id }), whileLocked: "always", returns: shape<PhoneCheck>() },
  "staff.phone.signIn": {
    input: noInput,
    whileLocked: "till",
    /** Like `staff.account.signIn`, with a code for a linked phone */
    returns: shape<PhoneCheck>(),
  },
  "staff.account.set": {
    input: z.strictObject({ enabled: z.boolean() }),
    needs: "access",
    /** Registers the till as an application at the service, or removes the registration */
    returns: shape<AccountSignIn>(),
  },
  "staff.account.link": {
    input: z.strictObject({ id }),
    needs: "access",
    /**
     * Starts linking an account in the system's browser; the owner confirms with `staff.phone.confirm`, without a number
     */
    returns: shape<PhoneCheck>(),
  },
  "staff.account.signIn": {
    input: noInput,
    whileLocked: "till",
    /** Starts a sign-in in the system's browser. When `done`, `staff.signIn` accepts its id instead of a PIN */
    returns: shape<PhoneCheck>(),
  },
} as const satisfies Record<string, CommandRow>;

/** Returns the rows of approval commands. `approvable` lists the commands whose rows allow it. */
export const approvalCommands = <const A extends readonly string[]>(approvable: A) => {
  const command = z.enum(approvable);
  return {
    /** By PIN, or once by a phone approval of exactly this command and input */
    "staff.approve": {
      input: z
        .strictObject({
          pin: pin.optional(),
          person: id.optional(),
          phone: id.optional(),
          command,
          input: z.unknown(),
        })
        .refine((given) => (given.pin === undefined) !== (given.phone === undefined), {
          path: ["pin"],
          error: expectedReason("field_pin_or_phone"),
        }),
      whileLocked: "always",
      /** May also fail with errors of the approved command */
      returns: shape<Approved>(),
    },
    /** On a kiosk with no user signed in: only for `shell.leaveKiosk` */
    "staff.approveByPhone": {
      input: z.strictObject({ command, input: z.unknown() }),
      whileLocked: "kiosk",
      /** Requests an approval. When `done`, `staff.approve` accepts its id instead of a PIN */
      returns: shape<PhoneCheck>(),
    },
    /** Checks a PIN before it is used for an approval. Counts as an attempt, and approves nothing */
    "staff.checkApproval": {
      input: z.strictObject({ pin, command }),
      /** The PIN's user; `staff.approve` checks the PIN again */
      returns: shape<StaffMember>(),
    },
  } as const satisfies Record<string, CommandRow>;
};
