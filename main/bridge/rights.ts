/** Decides whether a command may be called, by its row and the owner's rules. */
import { COMMANDS, type CommandName, commandRow } from "../../contract/bridge/commands.ts";
import type { StaffPolicy } from "../../contract/people/staff.ts";
import {
  BUILT_IN_ROLES,
  type BuiltInRole,
  type Role,
  roleHasPermission,
  type StaffRole,
} from "../../contract/values/roles.ts";

export interface Access {
  role: StaffRole | null;
  policy: StaffPolicy;
  /** True when customers use the window */
  kiosk: boolean;
  /** True before the till is set up; read only where needed */
  firstRun(): boolean;
}

/** Returns whether the till is locked: no user is signed in where sign-in is required, or at a kiosk. */
export function isLocked({ role, policy, kiosk }: Pick<Access, "role" | "policy" | "kiosk">): boolean {
  return role === null && (policy.requireSignIn || kiosk);
}

/**
 * Decides by the command's right and the lock. Customers at a kiosk are not cashiers: removing a right from cashiers
 * does not affect them.
 */
export function mayCall(command: CommandName, access: Access): boolean {
  if (commandRow(command).firstRun && access.firstRun()) return true;
  const isCustomer = access.role === null && access.kiosk && commandRow(command).needs !== "signed_in";
  return (isCustomer || roleCanCall(access.role, command, access.policy.roles)) && isOpen(command, access);
}

/**
 * Returns whether the lock allows a command: only the lock screen, the current customer's payment, and kiosk commands.
 */
function isOpen(command: CommandName, access: Access): boolean {
  if (!isLocked(access)) return true;
  const { whileLocked } = commandRow(command);
  return whileLocked === "always" || whileLocked === (access.kiosk ? "kiosk" : "till");
}

/** Returns whether the acting user's PIN may approve a command, also for inputs that need another right. */
export function mayApprove(command: CommandName, access: Access): boolean {
  const { mayNeed } = commandRow(command);
  return (
    mayCall(command, access) && (mayNeed === undefined || roleHasPermission(access.role, mayNeed, access.policy.roles))
  );
}

/** Returns whether a role has the right a command needs, ignoring the lock. */
export function roleCanCall(role: StaffRole | null, command: CommandName, roles: readonly Role[]): boolean {
  const { needs } = commandRow(command);
  if (needs === "signed_in") return role !== null;
  return needs === undefined || roleHasPermission(role, needs, roles);
}

/** Returns the lowest built-in role that may call a command now. `cashier` means any signed-in user. */
export function lowestRoleFor(
  command: CommandName,
  access: Omit<Access, "role">,
  canCall: typeof mayCall = mayCall,
): BuiltInRole | null {
  return BUILT_IN_ROLES.find((role) => canCall(command, { ...access, role })) ?? null;
}

/** Returns whether the customer display may call a command; accepts any name. */
export function isCustomerDisplayCommand(command: string): boolean {
  return Object.hasOwn(COMMANDS, command) && commandRow(command as CommandName).byCustomer !== undefined;
}
