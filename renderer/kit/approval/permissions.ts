/** What the signed-in user can do without a PIN, as far as this window knows. The main process decides. */

import type { Payment, Terminal } from "../../../contract/payments/views.ts";
import { type Permission, refundLimit, roleForRefund, roleHasPermission } from "../../../contract/values/roles.ts";
import { useKit } from "../context.ts";
import { refundedSoFar } from "./rights.ts";

export function usePermission(permission: Permission): boolean {
  return useKit(({ terminal }) => hasPermission(terminal, permission));
}

/**
 * Returns the permission check for a given terminal state.
 * @param terminal null: not loaded, nothing is allowed
 */
export function hasPermission(terminal: Terminal | null, permission: Permission): boolean {
  return terminal !== null && roleHasPermission(terminal.staff?.role ?? null, permission, terminal.people.roles);
}

/** True when every refund needs a PIN, whatever the role, because the PIN unlocks the signing key. */
export function useRefundsNeedPin(): boolean {
  return useKit((state) => state.terminal?.refundsNeedPin === true);
}

/**
 * True when the user can refund this additional amount without a PIN. The main process decides.
 * @param amount in minor units
 */
export function useCanRefund(payment: Payment, amount: number): boolean {
  return useKit(({ terminal }) => {
    const role = terminal?.staff?.role;
    if (!terminal || role === undefined || terminal.refundsNeedPin) return false;
    const limit = refundLimit(role, terminal.people.roles);
    return limit === null || (limit > 0 && refundedSoFar(payment) + amount <= limit);
  });
}

export function useRefundApprover(payment: Payment, amount: number): "manager" | "owner" {
  return useKit(({ terminal }) =>
    terminal !== null && roleForRefund(refundedSoFar(payment) + amount, terminal.people.roles) === "owner"
      ? "owner"
      : "manager",
  );
}
