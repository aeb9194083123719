import { DEFAULT_ROLES, type Role, type StaffMember, type StaffRole } from "../values/roles.ts";
import type { StaffPhoneValues } from "./staff-phones.ts";

export interface Person {
  id: string;
  name: string;
  role: StaffRole;
  /** False: may not sign in; past actions keep the name */
  active: boolean;
  createdAt: string;
  /** Time from which the user's phone may approve instead of a PIN; null: not linked */
  phoneSince: string | null;
}

export interface StaffRules {
  requireSignIn: boolean;
  idleLockMinutes: number;
}

export interface StaffPolicy extends StaffRules {
  roles: readonly Role[];
}

export const DEFAULT_POLICY: StaffPolicy = { requireSignIn: false, idleLockMinutes: 5, roles: DEFAULT_ROLES };

export interface Approved {
  by: StaffMember;
  value: unknown;
}

export interface StaffValues extends StaffPhoneValues {
  "staff.signIn": StaffMember;
  "staff.signOut": { role: null };
  /** Shown on the sign-in screen */
  "staff.names": { items: Pick<Person, "id" | "name" | "role">[] };
  "staff.list": { items: Person[] };
  "staff.add": Person;
  "staff.change": Person;
  /** Creates the first owner */
  "staff.claimOwner": StaffMember;
  "staff.changePin": { role: StaffRole };
  /** May also fail with errors of the approved command */
  "staff.approve": Approved;
  /** The PIN's user; `staff.approve` checks the PIN again */
  "staff.checkApproval": StaffMember;
  "staff.policy": StaffPolicy;
  "staff.setPolicy": StaffPolicy;
  "staff.setRole": Role;
  "staff.removeRole": { id: StaffRole };
  /** Restarts the idle timeout */
  "staff.touch": { role: StaffRole | null };
}
