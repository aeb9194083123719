import type { Operation, Payment } from "../../../contract/payments/views.ts";
import type { RefundProgress } from "../../store/state.ts";

// Crockford's base 32, as in the main process.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Creates the idempotency key of a refund: twenty random characters of five bits, fixed while its dialog is open. */
export function newRefundId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => ALPHABET.charAt(byte & 31)).join("");
}

export type RefundStage = "asking" | "waiting" | "checking";

/** The service may know of an operation only after its first attempt. */
export function refundStage(
  progress: RefundProgress,
  operation: Pick<Operation, "state" | "unknownSince"> | undefined,
): RefundStage {
  if (progress.kind !== "asked") return "asking";
  const isSent = operation?.state === "sending" || (operation?.unknownSince ?? null) !== null;
  return isSent ? "checking" : "waiting";
}

/** A second refund of the same amount within this time is probably a mistake. */
export const SAME_WITHIN_MS = 10 * 60_000;

/**
 * Returns when the same amount was last refunded or requested, or null.
 * @param amount with tip, in minor units
 */
export function sameRefundAt({ refunds, operations }: Payment, amount: number, now: number): string | null {
  const asked = operations
    .filter(({ kind, state }) => kind === "refund" && state !== "refused")
    .map((one) => ({ total: (one.amount ?? 0) + (one.additionalAmount ?? 0), at: one.createdAt }));
  const made = refunds.map((one) => ({ total: one.amount + one.additionalAmount, at: one.at }));
  return (
    [...asked, ...made]
      .filter(({ total, at }) => total === amount && now - Date.parse(at) < SAME_WITHIN_MS)
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? null
  );
}
