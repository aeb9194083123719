/** Whether a command may be called now: the table of permissions, and what the owner's rules add to it. Pure. */
import type { CommandName } from "../../contract/commands.ts";
import { FIRST_RUN_COMMANDS, permissionOf, roleMay } from "../../contract/permissions.ts";
import type { StaffRole } from "../../contract/roles.ts";
import type { StaffPolicy } from "../../contract/staff.ts";

export interface Standing {
  /** Of whoever acts; null: nobody is signed in */
  role: StaffRole | null;
  policy: StaffPolicy;
  /** Whether customers stand at the window */
  kiosk: boolean;
  /** Whether nobody has set this till up yet: asked only where it matters */
  firstRun(): boolean;
}

/** The least one first. */
const ROLES: readonly StaffRole[] = ["cashier", "manager", "owner"];

/**
 * Where everybody signs in, this much is open while nobody has: the lock, and the payment that a customer still stands
 * at the counter with, which may be seen to its end and cancelled. No figures, and no list of other people's payments:
 * `payment.list`, `payment.get` and `display.show` are for that payment alone, and as its customer sees it.
 */
const OPEN_WHILE_SHUT: ReadonlySet<CommandName> = new Set([
  "terminal.get",
  "payment.get",
  "payment.list",
  "display.get",
  "display.show",
  "printer.get",
  "shell.get",
  "updates.get",
  "receipt.settings.get",
  "staff.signIn",
  "staff.signOut",
  "staff.names",
  "staff.claimOwner",
  "staff.approve",
  "staff.policy",
  "staff.touch",
]);

/**
 * What else a locked till lets anybody do, and a kiosk its customers: both with the payment on the screen alone. A kiosk's
 * health holds no payment, and is where a manager gets at a support bundle by their PIN.
 */
const WITHOUT_A_NAME: Readonly<Record<"locked" | "kiosk", ReadonlySet<CommandName>>> = {
  locked: new Set(["payment.abort", "payment.leave"]),
  kiosk: new Set(["payment.start", "payment.identify", "payment.abort", "diagnostics.health"]),
};

/** Whether the till is for staff alone, and nobody is signed in: where everybody signs in, and at a kiosk. */
export function isShut({ role, policy, kiosk }: Pick<Standing, "role" | "policy" | "kiosk">): boolean {
  return role === null && (policy.requireSignIn || kiosk);
}

/** Decides about one command. */
export function mayCall(command: CommandName, { role, policy, kiosk, firstRun }: Standing): boolean {
  if (FIRST_RUN_COMMANDS.has(command) && firstRun()) return true;
  const needed = permissionOf(command);
  if (isShut({ role, policy, kiosk }))
    return OPEN_WHILE_SHUT.has(command) || WITHOUT_A_NAME[policy.requireSignIn ? "locked" : "kiosk"].has(command);
  if (needed === "refund" && role === "cashier") return policy.refundLimits.cashier > 0;
  return roleMay(role, command);
}

/** The least role that may call a command now; null: none may. `cashier`: whoever signs in. */
export function roleNeeded(command: CommandName, standing: Omit<Standing, "role">): StaffRole | null {
  return ROLES.find((role) => mayCall(command, { ...standing, role })) ?? null;
}
