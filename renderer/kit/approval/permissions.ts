/** What this window knows of what the signed-in user may do without a PIN: main has the last word. */
import { type Permission, refundLimit, roleForRefund, roleHas } from "../../../contract/roles.ts";
import type { Payment, Terminal } from "../../../contract/views.ts";
import { useKit } from "../context.ts";
import { refundedSoFar } from "./rights.ts";

/** Whether the signed-in user may do something without a PIN, as far as this window knows. */
export function useMay(permission: Permission): boolean {
  return useKit(({ terminal }) => may(terminal, permission));
}

/** The same of a till's state. @param terminal null: not known yet, and nothing is allowed */
export function may(terminal: Terminal | null, permission: Permission): boolean {
  return terminal !== null && roleHas(terminal.staff?.role ?? null, permission, terminal.people.roles);
}

/** Whether each refund of this till needs a PIN, whatever the signed-in user's role: it unlocks what signs the refund. */
export function useRefundsNeedPin(): boolean {
  return useKit((state) => state.terminal?.refundsNeedPin === true);
}

/**
 * Whether the signed-in user may refund this much more without a PIN, as far as this window knows: main has
 * the last word. @param amount in minor units
 */
export function useMayRefund(payment: Payment, amount: number): boolean {
  return useKit(({ terminal }) => {
    const role = terminal?.staff?.role;
    if (!terminal || role === undefined || terminal.refundsNeedPin) return false;
    const limit = refundLimit(role, terminal.people.roles);
    return limit === null || (limit > 0 && refundedSoFar(payment) + amount <= limit);
  });
}

/** Whose PIN a refund of this much more needs. */
export function useRefundApprover(payment: Payment, amount: number): "manager" | "owner" {
  return useKit(({ terminal }) =>
    terminal !== null && roleForRefund(refundedSoFar(payment) + amount, terminal.people.roles) === "owner"
      ? "owner"
      : "manager",
  );
}
