/** Why a role is refused: apart from `roles.ts`, which the first screen has, since it has no sentences of main's. Pure. */
import { type Reason, reasonFor } from "./reasons.ts";
import { CASHIER_AT_MOST, type Role } from "./roles.ts";

/** Why a role cannot be as it is wanted, or null. */
export function roleProblem({ id, rights, refundLimit: limit }: Role): Reason | null {
  if (id === "owner") return reasonFor("role_owner");
  if (id !== "cashier") return null;
  const isTooMuch = rights.some((right) => !CASHIER_AT_MOST.includes(right));
  return isTooMuch || (rights.includes("refund") && limit === null) ? reasonFor("role_cashier") : null;
}
