/** Whether a command may be called now: what its row says, and what the owner's rules add to it. Pure. */
import { type CommandName, rowOf } from "../../contract/commands.ts";
import { roleHas, type StaffRole } from "../../contract/roles.ts";
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

/** The least one first. */
const ROLES: readonly StaffRole[] = ["cashier", "manager", "owner"];

/** Whether the till is for staff alone, without a signed-in user: where everybody signs in, and at a kiosk. */
export function isLocked({ role, policy, kiosk }: Pick<Access, "role" | "policy" | "kiosk">): boolean {
  return role === null && (policy.requireSignIn || kiosk);
}

/** Decides about one command: by its right, and by the lock. In the first run some are open without sign-in. */
export function mayCall(command: CommandName, access: Access): boolean {
  if (rowOf(command).firstRun && access.firstRun()) return true;
  return hasRight(command, access) && isOpen(command, access);
}

/** Whether a role has the right that a command takes; a cashier's to refund is the owner's limit for cashiers. */
function hasRight(command: CommandName, { role, policy }: Access): boolean {
  if (role === "cashier" && rowOf(command).needs === "refund") return policy.refundLimits.cashier > 0;
  return roleMay(role, command);
}

/**
 * Whether the lock lets a command through. While a required sign-in is missing, this much is open: the lock itself,
 * and the payment that a customer still stands at the counter with, which may be seen to its end and cancelled. No
 * figures, and no list of other people's payments: `payment.list`, `payment.get` and `display.show` are for that payment
 * alone, and as its customer sees it. A kiosk's health holds no payment, and is where a manager gets at a support bundle
 * by their PIN.
 */
function isOpen(command: CommandName, access: Access): boolean {
  if (!isLocked(access)) return true;
  const { whileLocked } = rowOf(command);
  return whileLocked === "always" || whileLocked === (access.policy.requireSignIn ? "till" : "kiosk");
}

/** Whether a role may call a command, the owner's rules aside. */
export function roleMay(role: StaffRole | null, command: CommandName): boolean {
  const { needs } = rowOf(command);
  return needs === undefined || roleHas(role, needs);
}

/** The least role that may call a command now; null: none may. `cashier`: whoever signs in. */
export function roleNeeded(command: CommandName, access: Omit<Access, "role">): StaffRole | null {
  return ROLES.find((role) => mayCall(command, { ...access, role })) ?? null;
}
