/** What this window knows of what the signed-in user may do without a PIN: main has the last word. */
import { refundLimit, roleForRefund } from "../../../contract/staff.ts";
import type { Payment } from "../../../contract/views.ts";
import { useKit } from "../context.ts";
import { refundedSoFar } from "./rights.ts";

/** Whether a manager is signed in already: then no PIN is asked for. */
export function useIsManager(): boolean {
  return useKit((state) => state.terminal?.staff?.role === "manager" || state.terminal?.staff?.role === "owner");
}

/** Whether each refund of this till needs a PIN, whatever the signed-in user's role: it unlocks what signs the refund. */
export function useRefundsNeedPin(): boolean {
  return useKit((state) => state.terminal?.refundsNeedPin === true);
}

/**
 * Whether the signed-in user may refund this much more without anybody's PIN, as far as this window knows: main has
 * the last word. @param amount in minor units
 */
export function useMayRefund(payment: Payment, amount: number): boolean {
  return useKit(({ terminal }) => {
    const role = terminal?.staff?.role;
    if (!terminal || role === undefined || terminal.refundsNeedPin) return false;
    const limit = refundLimit(role, terminal.people);
    return limit === null || (limit > 0 && refundedSoFar(payment) + amount <= limit);
  });
}

/** Whose PIN a refund of this much more needs. */
export function useRefundApprover(payment: Payment, amount: number): "manager" | "owner" {
  return useKit(({ terminal }) =>
    terminal !== null && roleForRefund(refundedSoFar(payment) + amount, terminal.people) === "owner"
      ? "owner"
      : "manager",
  );
}
