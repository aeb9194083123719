import { DEFAULT_ROLES, type Role, type StaffMember, type StaffRole } from "../values/roles.ts";

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
