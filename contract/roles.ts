/**
 * The people of a shop by what they may do: roles, and the rights of each. Three roles are every till's; what a cashier
 * and a manager may do, the owner changes, and makes roles of the shop's own. Pure.
 */
import { cleanName, nameKey } from "./plain-text.ts";

/** The roles that every till has, the least one first. */
export const BUILT_IN_ROLES = ["cashier", "manager", "owner"] as const;

export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** What the three are called, in every language of the screens: no role of the shop's own is called so. */
export const BUILT_IN_NAMES: readonly string[] = ["Cashier", "Manager", "Owner", "Kasserer", "Leder", "Eier"];

/** Whether a name of a role of the shop's own is another's. @param others the names of its other own roles */
export function isRoleNameTaken(name: string, others: readonly string[]): boolean {
  return [...BUILT_IN_NAMES, ...others].some((other) => nameKey(other) === nameKey(name));
}

/** A role's id: one of {@link BUILT_IN_ROLES}, or of a role of the shop's own. */
export type StaffRole = string;

export interface StaffMember {
  role: StaffRole;
  name: string;
}

/** In the order in which they are shown. */
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

/** People and their roles, keys and the set-up: it would give its holder all the rest, so it is the owner's alone. */
const OWNERS_OWN = "access";

export type Grantable = Exclude<Permission, "access">;

/** What the owner can give. */
export const GRANTABLE: readonly Grantable[] = PERMISSIONS.filter((permission) => permission !== OWNERS_OWN);

export interface Role {
  id: StaffRole;
  /** null: one of the three that every language has a word for */
  name: string | null;
  rights: readonly Grantable[];
  /**
   * How much of one payment may be given back on this role's word, in minor units; null: all of it. It is for
   * everything that was given back of the payment, by whomever, together with the refund that is asked for: neither a
   * second refund, nor a colleague's, nor one's own PIN as an approval makes it more.
   */
  refundLimit: number | null;
}

const COUNTER: readonly Grantable[] = ["sale", "abort", "capture", "release"];

/**
 * What a cashier can be given. A cashier's PIN may have four digits, which guard no more than this: for more there are
 * roles of the shop's own, whose PINs have six.
 */
export const CASHIER_AT_MOST: readonly Grantable[] = [...COUNTER, "discount", "refund"];

/** What each role may do until the owner says otherwise. */
export const DEFAULT_ROLES: readonly Role[] = [
  { id: "cashier", name: null, rights: COUNTER, refundLimit: 0 },
  {
    id: "manager",
    name: null,
    rights: [...COUNTER, "discount", "refund", "customers", "reports", "catalogue", "queue", "kiosk_exit"],
    refundLimit: null,
  },
  { id: "owner", name: null, rights: GRANTABLE, refundLimit: null },
];

/** How many roles of its own a shop has at most: a matrix that is still read. */
export const MOST_ROLES = 12;

/** The least of the three roles that may do something. */
export function leastRoleWith(permission: Permission, roles: readonly Role[]): BuiltInRole {
  return BUILT_IN_ROLES.find((role) => roleHas(role, permission, roles)) ?? "owner";
}

/**
 * Whether a role may do something. The owner may do everything, whatever is written down about the role; an id that
 * there is no role of may do nothing.
 * @param role null: no signed-in user. They are a cashier without a name: what a cashier was given beside the counter
 *   takes a name
 */
export function roleHas(role: StaffRole | null, permission: Permission, roles: readonly Role[]): boolean {
  if (role === "owner") return true;
  if (permission === OWNERS_OWN) return false;
  if (role === null && !COUNTER.some((right) => right === permission)) return false;
  return roles.find(({ id }) => id === (role ?? "cashier"))?.rights.includes(permission) === true;
}

/** How much of one payment may be given back on a role's word, in minor units; null: all of it. */
export function refundLimit(role: StaffRole | null, roles: readonly Role[]): number | null {
  if (role === "owner") return null;
  if (!roleHas(role, "refund", roles)) return 0;
  return roles.find(({ id }) => id === role)?.refundLimit ?? null;
}

/**
 * The least of the three roles on whose word this much of one payment may be given back.
 * @param total in minor units, with what was given back before
 */
export function roleForRefund(total: number, roles: readonly Role[]): BuiltInRole {
  const may = (role: BuiltInRole) => {
    const limit = refundLimit(role, roles);
    return roleHas(role, "refund", roles) && (limit === null || total <= limit);
  };
  return BUILT_IN_ROLES.find(may) ?? "owner";
}

/** Whether an id is of a role that every till has. */
export function isBuiltIn(role: StaffRole): role is BuiltInRole {
  return BUILT_IN_ROLES.some((id) => id === role);
}

/**
 * A role with what belongs together said once - who may refund nothing has not the right, and who has not the right, no
 * limit - and without what it cannot be given.
 */
export function tidyRole({ id, name, rights, refundLimit: limit }: Role): Role {
  const isCashier = id === "cashier";
  const isRefunding = rights.includes("refund") && limit !== 0 && !(isCashier && limit === null);
  const atMost = (isCashier ? CASHIER_AT_MOST : GRANTABLE).filter((right) => right !== "refund" || isRefunding);
  return {
    id,
    name: isBuiltIn(id) ? null : name && cleanName(name),
    rights: GRANTABLE.filter((right) => rights.includes(right) && atMost.includes(right)),
    refundLimit: isRefunding ? limit : 0,
  };
}
