/** Kept separate from `roles.ts`, which the first screen loads without any texts of the main process. */
import { type Reason, reasonFor } from "../reasons/reasons.ts";
import { CASHIER_GRANTABLE, type Role } from "../values/roles.ts";

/** Returns why a role's rights cannot be stored, or null. */
export function roleProblem({ id, rights, refundLimit: limit }: Role): Reason | null {
  if (id === "owner") return reasonFor("role_owner");
  if (id !== "cashier") return null;
  const exceedsCashier = rights.some((right) => !CASHIER_GRANTABLE.includes(right));
  return exceedsCashier || (rights.includes("refund") && limit === null) ? reasonFor("role_cashier") : null;
}
