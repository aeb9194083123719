/** Whether a command may be called now: what its row says, and what the owner's rules add to it. Pure. */
import { COMMANDS, type CommandName, rowOf } from "../../contract/commands.ts";
import { BUILT_IN_ROLES, type BuiltInRole, type Role, roleHas, type StaffRole } from "../../contract/roles.ts";
import type { StaffPolicy } from "../../contract/staff.ts";

/** Who asks, and what the till is to them now. */
export interface Access {
  /** Of the acting user; null: nobody is signed in */
  role: StaffRole | null;
  policy: StaffPolicy;
  /** Whether customers stand at the window */
  kiosk: boolean;
  /** Whether this till is not set up yet: asked only where it matters */
  firstRun(): boolean;
}

/** Whether the till is for staff alone, without a signed-in user: where everybody signs in, and at a kiosk. */
export function isLocked({ role, policy, kiosk }: Pick<Access, "role" | "policy" | "kiosk">): boolean {
  return role === null && (policy.requireSignIn || kiosk);
}

/**
 * Decides about one command: by its right, and by the lock. In the first run some are open without sign-in. Customers at a
 * kiosk are no cashiers: what the lock lets through takes no right that the owner may have taken from those.
 */
export function mayCall(command: CommandName, access: Access): boolean {
  if (rowOf(command).firstRun && access.firstRun()) return true;
  const isCustomer = access.role === null && access.kiosk;
  return (isCustomer || roleMay(access.role, command, access.policy.roles)) && isOpen(command, access);
}

/**
 * Whether the lock lets a command through. While a required sign-in is missing, this much is open: the lock itself,
 * and the payment that a customer still stands at the counter with, which may be seen to its end and cancelled. No
 * figures, and no list of other people's payments: `payment.list`, `payment.get` and `display.show` are for that payment
 * alone, and as its customer sees it. Customers at a kiosk sign in nowhere: what is theirs is open to them also where all of the staff sign in.
 */
function isOpen(command: CommandName, access: Access): boolean {
  if (!isLocked(access)) return true;
  const { whileLocked } = rowOf(command);
  return whileLocked === "always" || whileLocked === (access.kiosk ? "kiosk" : "till");
}

/** Whether the acting user's PIN may approve a command: also where it is open to others, but not with every input. */
export function mayApprove(command: CommandName, access: Access): boolean {
  const { mayNeed } = rowOf(command);
  return mayCall(command, access) && (mayNeed === undefined || roleHas(access.role, mayNeed, access.policy.roles));
}

/** Whether a role has the right that a command takes, the lock aside. */
export function roleMay(role: StaffRole | null, command: CommandName, roles: readonly Role[]): boolean {
  const { needs } = rowOf(command);
  return needs === undefined || roleHas(role, needs, roles);
}

/**
 * The least of the three roles that may call a command now; null: none may. `cashier`: any signed-in user.
 * @param may with another rule than that of calling it
 */
export function roleNeeded(
  command: CommandName,
  access: Omit<Access, "role">,
  may: typeof mayCall = mayCall,
): BuiltInRole | null {
  return BUILT_IN_ROLES.find((role) => may(command, { ...access, role })) ?? null;
}

/** Whether the page on the customer's own screen may call a command, whatever it is called. */
export function isForCustomers(command: string): boolean {
  return Object.hasOwn(COMMANDS, command) && rowOf(command as CommandName).byCustomer !== undefined;
}
