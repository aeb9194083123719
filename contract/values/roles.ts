/** Roles and permissions. The owner can change what cashiers and managers may do, and add custom roles. */
import { cleanName, nameKey } from "./plain-text.ts";

/** Built-in roles, lowest first. */
export const BUILT_IN_ROLES = ["cashier", "manager", "owner"] as const;

export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** Names of the built-in roles in all screen languages. Custom roles cannot use them. */
export const BUILT_IN_NAMES: readonly string[] = ["Cashier", "Manager", "Owner", "Kasserer", "Leder", "Eier"];

export function isRoleNameTaken(name: string, others: readonly string[]): boolean {
  return [...BUILT_IN_NAMES, ...others].some((other) => nameKey(other) === nameKey(name));
}

/** A role's id: one of {@link BUILT_IN_ROLES}, or a custom role's id. */
export type StaffRole = string;

export interface StaffMember {
  role: StaffRole;
  name: string;
}

export const PERMISSIONS = [
  "sale",
  "abort",
  "discount",
  "capture",
  "release",
  "refund",
  "customers",
  "reports",
  "catalogue",
  "queue",
  "kiosk_exit",
  "settings",
  "access",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Users, roles, keys and the set-up. Only the owner has this permission, since it can grant all others. */
const OWNER_ONLY = "access";

export type Grantable = Exclude<Permission, "access">;

export const GRANTABLE: readonly Grantable[] = PERMISSIONS.filter((permission) => permission !== OWNER_ONLY);

export interface Role {
  id: StaffRole;
  /** null for the built-in roles, whose names are translated */
  name: string | null;
  rights: readonly Grantable[];
  /**
   * The maximum total refunded per payment, in minor units; null: no limit. The total includes earlier refunds by any
   * user, so neither a second refund nor one's own approval raises it.
   */
  refundLimit: number | null;
}

const COUNTER_PERMISSIONS: readonly Grantable[] = ["sale", "abort", "capture", "release"];

/** A cashier's PIN may have only four digits. Further permissions need a custom role, whose PINs have six. */
export const CASHIER_GRANTABLE: readonly Grantable[] = [...COUNTER_PERMISSIONS, "discount", "refund"];

export const DEFAULT_ROLES: readonly Role[] = [
  { id: "cashier", name: null, rights: COUNTER_PERMISSIONS, refundLimit: 0 },
  {
    id: "manager",
    name: null,
    rights: [...COUNTER_PERMISSIONS, "discount", "refund", "customers", "reports", "catalogue", "queue", "kiosk_exit"],
    refundLimit: null,
  },
  { id: "owner", name: null, rights: GRANTABLE, refundLimit: null },
];

export const MAX_CUSTOM_ROLES = 12;

/** Returns the lowest built-in role with a permission. */
export function leastRoleWith(permission: Permission, roles: readonly Role[]): BuiltInRole {
  return BUILT_IN_ROLES.find((role) => roleHasPermission(role, permission, roles)) ?? "owner";
}

/**
 * Checks a role's permission. The owner has all permissions, an unknown role none. With no user signed in (null), only
 * counter permissions of the cashier apply.
 */
export function roleHasPermission(role: StaffRole | null, permission: Permission, roles: readonly Role[]): boolean {
  if (role === "owner") return true;
  if (permission === OWNER_ONLY) return false;
  if (role === null && !COUNTER_PERMISSIONS.some((right) => right === permission)) return false;
  return roles.find(({ id }) => id === (role ?? "cashier"))?.rights.includes(permission) === true;
}

/** Returns the maximum total refunded per payment for a role, in minor units; null: no limit. */
export function refundLimit(role: StaffRole | null, roles: readonly Role[]): number | null {
  if (role === "owner") return null;
  if (!roleHasPermission(role, "refund", roles)) return 0;
  return roles.find(({ id }) => id === role)?.refundLimit ?? null;
}

/** Returns the lowest built-in role that may refund `total` minor units of one payment, earlier refunds included. */
export function roleForRefund(total: number, roles: readonly Role[]): BuiltInRole {
  const canRefund = (role: BuiltInRole) => {
    const limit = refundLimit(role, roles);
    return roleHasPermission(role, "refund", roles) && (limit === null || total <= limit);
  };
  return BUILT_IN_ROLES.find(canRefund) ?? "owner";
}

export function isBuiltIn(role: StaffRole): role is BuiltInRole {
  return BUILT_IN_ROLES.some((id) => id === role);
}

/** Removes impossible permissions. A role without `refund` has limit 0, and one with limit 0 no `refund`. */
export function normaliseRole({ id, name, rights, refundLimit: limit }: Role): Role {
  const isCashier = id === "cashier";
  const keepsRefund = rights.includes("refund") && limit !== 0 && !(isCashier && limit === null);
  const allowed = (isCashier ? CASHIER_GRANTABLE : GRANTABLE).filter((right) => right !== "refund" || keepsRefund);
  return {
    id,
    name: isBuiltIn(id) ? null : name && cleanName(name),
    rights: GRANTABLE.filter((right) => rights.includes(right) && allowed.includes(right)),
    refundLimit: keepsRefund ? limit : 0,
  };
}
