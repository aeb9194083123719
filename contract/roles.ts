/** The people of a shop by what they may do: roles, and the rights of each. Nobody signed in is a cashier. */

export type StaffRole = "cashier" | "manager" | "owner";

export interface StaffMember {
  role: StaffRole;
  name: string;
}

export const PERMISSIONS = [
  "sale",
  "abort",
  "capture",
  "release",
  "refund",
  "refund_beyond_limit",
  "reports",
  "settings",
  "kiosk_exit",
  "queue",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const CASHIER: readonly Permission[] = ["sale", "abort", "capture", "release"];
const MANAGER: readonly Permission[] = [...CASHIER, "refund", "reports", "kiosk_exit", "queue"];

export const ROLE_PERMISSIONS: Readonly<Record<StaffRole, readonly Permission[]>> = {
  cashier: CASHIER,
  manager: MANAGER,
  owner: PERMISSIONS,
};

/** Whether a role may do something. @param role null: nobody is signed in, a cashier at the counter */
export function roleHas(role: StaffRole | null, permission: Permission): boolean {
  return ROLE_PERMISSIONS[role ?? "cashier"].includes(permission);
}
