/** The people of a shop, as main shows them. The commands' rows are in `staff-commands.ts`. */

import { DEFAULT_ROLES, type Role, type StaffMember, type StaffRole } from "./roles.ts";
import type { StaffPhoneValues } from "./staff-phones.ts";

/** Somebody who may sign in at this till. */
export interface Person {
  id: string;
  name: string;
  role: StaffRole;
  /** False: may not sign in any more; what they did stays theirs */
  active: boolean;
  createdAt: string;
  /** Since when their own phone may approve in place of their PIN; null: it may not */
  phoneSince: string | null;
}

/** Rules about people that the owner sets. */
export interface StaffRules {
  /** Whether somebody must be signed in to take a payment: a cashier by name, instead of whoever stands at the till */
  requireSignIn: boolean;
  /** After how many minutes without a touch whoever is signed in is signed out */
  idleLockMinutes: number;
}

/** Those rules, and what each role may do. */
export interface StaffPolicy extends StaffRules {
  /** What each role may do: the three that every till has, then the shop's own */
  roles: readonly Role[];
}

export const DEFAULT_POLICY: StaffPolicy = { requireSignIn: false, idleLockMinutes: 5, roles: DEFAULT_ROLES };

/** What a PIN or a phone approved, once, while whoever was signed in stayed so. */
export interface Approved {
  by: StaffMember;
  /** The value of the approved command, of that command's own type */
  value: unknown;
}

export interface StaffValues extends StaffPhoneValues {
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
  "staff.setRole": Role;
  "staff.removeRole": { id: StaffRole };
  /** Somebody touched the till: the idle lock begins anew */
  "staff.touch": { role: StaffRole | null };
}
