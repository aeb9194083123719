/** Whether a command may be called now: the table of permissions, and what the owner's rules add to it. Pure. */
import type { CommandName } from "../../contract/commands.ts";
import { FIRST_RUN_COMMANDS, permissionOf, roleMay } from "../../contract/permissions.ts";
import type { StaffPolicy } from "../../contract/staff.ts";
import type { StaffRole } from "../../contract/views.ts";

export interface Standing {
  /** Of whoever acts; null: nobody is signed in */
  role: StaffRole | null;
  policy: StaffPolicy;
  /** Whether nobody has set this till up yet: asked only where it matters */
  firstRun(): boolean;
}

/** Decides about one command. */
export function mayCall(command: CommandName, { role, policy, firstRun }: Standing): boolean {
  if (FIRST_RUN_COMMANDS.has(command) && firstRun()) return true;
  const needed = permissionOf(command);
  // What a customer still stands at the counter with may be cancelled by whoever is there.
  if (role === null && policy.requireSignIn) return needed === undefined || needed === "abort";
  if (needed === "refund" && role === "cashier") return policy.refundLimits.cashier > 0;
  return roleMay(role, command);
}

/** The largest single refund that somebody may make, in minor units; null: no limit. */
export function refundLimit(role: StaffRole | null, { refundLimits }: StaffPolicy): number | null {
  if (role === "owner") return null;
  return role === "manager" ? refundLimits.manager : refundLimits.cashier;
}
