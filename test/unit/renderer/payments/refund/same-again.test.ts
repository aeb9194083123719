import { describe, expect, it } from "vitest";
import type { Payment } from "../../../../../contract/payments/views.ts";
import { REFUND_ID_PATTERN } from "../../../../../contract/values/identifiers.ts";
import { newRefundId, SAME_WITHIN_MS, sameRefundAt } from "../../../../../renderer/payments/refund/refund.ts";

const AT = "2026-03-01T10:00:00.000Z";
const NOW = Date.parse(AT);

function payment(refunds: Partial<Payment["refunds"][number]>[], operations: Partial<Payment["operations"][number]>[]) {
  return { refunds, operations } as Payment;
}

describe("a repeated refund", () => {
  it("is detected for ten minutes, whether it was made or only requested", () => {
    const made = payment([{ amount: 4000, additionalAmount: 900, at: AT }], []);
    expect(sameRefundAt(made, 4900, NOW + 1000)).toBe(AT);
    expect(sameRefundAt(made, 4900, NOW + SAME_WITHIN_MS)).toBeNull();
    expect(sameRefundAt(made, 4901, NOW + 1000)).toBeNull();
    const asked = (state: "queued" | "refused") =>
      payment([], [{ kind: "refund", state, amount: 4900, additionalAmount: 0, createdAt: AT }]);
    expect(sameRefundAt(asked("queued"), 4900, NOW)).toBe(AT);
    expect(sameRefundAt(asked("refused"), 4900, NOW)).toBeNull();
  });

  it("is not confused with a capture", () => {
    const captured = payment(
      [],
      [{ kind: "capture", state: "done", amount: 4900, additionalAmount: 0, createdAt: AT }],
    );
    expect(sameRefundAt(captured, 4900, NOW)).toBeNull();
  });
});

describe("a refund's id", () => {
  it("has main's format, and is different each time", () => {
    const ids = Array.from({ length: 200 }, newRefundId);
    expect(ids.every((id) => REFUND_ID_PATTERN.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(200);
  });
});
