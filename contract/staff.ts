/** The people of a shop, as main shows them. The commands' rows are in `staff-commands.ts`. */

import type { StaffMember, StaffRole } from "./roles.ts";
import { roleHas } from "./roles.ts";

/** Somebody who may sign in at this till. */
export interface Person {
  id: string;
  name: string;
  role: StaffRole;
  /** False: may not sign in any more; what they did stays theirs */
  active: boolean;
  createdAt: string;
}

/** Rules about people that the owner sets. */
export interface StaffPolicy {
  /** Whether somebody must be signed in to take a payment: a cashier by name, instead of whoever stands at the till */
  requireSignIn: boolean;
  /** After how many minutes without a touch whoever is signed in is signed out */
  idleLockMinutes: number;
  /**
   * How much of one payment may be given back on each role's word, in minor units; null: all of it. It is for everything
   * that was given back of the payment, by whomever, together with the refund that is asked for: neither a second
   * refund, nor a colleague's, nor one's own PIN as an approval makes it more. A cashier with 0 may refund nothing, and
   * beyond a manager's limit the owner decides.
   */
  refundLimits: { cashier: number; manager: number | null };
}

export const DEFAULT_POLICY: StaffPolicy = {
  requireSignIn: false,
  idleLockMinutes: 5,
  refundLimits: { cashier: 0, manager: null },
};

/** How much of one payment may be given back on a role's word, in minor units; null: all of it. */
export function refundLimit(role: StaffRole | null, { refundLimits }: StaffPolicy): number | null {
  if (roleHas(role, "refund_beyond_limit")) return null;
  return roleHas(role, "refund") ? refundLimits.manager : refundLimits.cashier;
}

/** The least role on whose word this much of one payment may be given back. @param total in minor units, with what was given back before */
export function roleForRefund(total: number, policy: StaffPolicy): StaffRole {
  const { cashier, manager } = policy.refundLimits;
  if (cashier > 0 && total <= cashier) return "cashier";
  return manager === null || total <= manager ? "manager" : "owner";
}

/** What a PIN approved, once, while whoever was signed in stayed so. */
export interface Approved {
  by: StaffMember;
  /** The value of the approved command, of that command's own type */
  value: unknown;
}

export interface StaffValues {
  "staff.signIn": StaffMember;
  "staff.signOut": { role: null };
  /** Names and roles for the sign-in screen: whoever stands at the till sees them */
  "staff.names": { items: Pick<Person, "id" | "name" | "role">[] };
  "staff.list": { items: Person[] };
  "staff.add": Person;
  "staff.change": Person;
  /** The first owner of a till that has none: whoever sets it up */
  "staff.claimOwner": StaffMember;
  "staff.changePin": { role: StaffRole };
  /** The refusals of the approved command itself are this command's too */
  "staff.approve": Approved;
  /** Whose PIN it is; the command itself is asked only by `staff.approve`, which looks at the PIN again */
  "staff.checkApproval": StaffMember;
  "staff.policy": StaffPolicy;
  "staff.setPolicy": StaffPolicy;
  /** Somebody touched the till: the idle lock begins anew */
  "staff.touch": { role: StaffRole | null };
}
