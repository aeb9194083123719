/** What the refund dialog goes by: its id, what it waits for, and whether it repeats a refund. Pure. */
import type { Operation, Payment } from "../../../contract/views.ts";
import type { RefundProgress } from "../../store/state.ts";

// Crockford's alphabet, as main's own ids.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The id of a refund, made when its dialog opens: however often it is pressed, it is that one refund. Twenty random
 * characters, five bits each.
 */
export function newRefundId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => ALPHABET.charAt(byte & 31)).join("");
}

export type RefundStage = "asking" | "waiting" | "checking";

/** What is queued has not been sent: only from its first attempt on the service may know of it. */
export function refundStage(
  progress: RefundProgress,
  operation: Pick<Operation, "state" | "unknownSince"> | undefined,
): RefundStage {
  if (progress.kind !== "asked") return "asking";
  const isSent = operation?.state === "sending" || (operation?.unknownSince ?? null) !== null;
  return isSent ? "checking" : "waiting";
}

/** Within this a second refund of the same amount is more likely a mistake than a wish. */
export const SAME_WITHIN_MS = 10 * 60_000;

/** When the same amount was last refunded or asked for, or null. @param amount both parts together, in minor units */
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
