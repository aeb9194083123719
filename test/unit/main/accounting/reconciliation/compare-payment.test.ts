import { describe, expect, it } from "vitest";
import type { ComparedSide } from "../../../../../contract/accounting/reports.ts";
import { differenceBetween, sideOf } from "../../../../../main/accounting/reconciliation/compare-payment.ts";
import { differenceId } from "../../../../../main/accounting/reconciliation/differences.ts";
import type { Outcome } from "../../../../../main/payments/outcome.ts";
import { pendingOutcome } from "../../payments/histories.ts";

const outcome: Outcome = {
  ...pendingOutcome(),
  ...{ status: "ok", transactionFee: 5, interchangeFee: 2 },
  captures: [{ id: "c", amount: 450, additionalAmount: 50, text: null }],
  refunds: [{ id: "r", amount: 90, additionalAmount: 10, text: null }],
};
const here = sideOf(outcome);
const subject = { posTid: "p", tid: "t", here };

describe("the till's bookings and the service's outcome", () => {
  it("match when all amounts match", () => {
    expect(differenceBetween(subject, outcome)).toBeNull();
  });

  it.each(["amount", "additionalAmount", "captured", "refunded", "tips", "tipsRefunded", "fees"] as const)(
    "differ by their %s alone",
    (part) => {
      const other = { ...here, [part]: (here[part] ?? 0) + 1 };
      expect(differenceBetween({ ...subject, here: other }, outcome)).toMatchObject({ kind: "amounts" });
    },
  );

  it("differ by their currency alone", () => {
    expect(differenceBetween(subject, { ...outcome, currency: "SEK" })).toMatchObject({ kind: "amounts" });
  });

  it("differ when the service has another payment under this id", () => {
    expect(differenceBetween(subject, { ...outcome, posTid: "q" })).toMatchObject({ kind: "missing_at_service" });
  });

  it("include fees and refunded tips", () => {
    expect(here).toMatchObject({ fees: 7, refunded: 100, tipsRefunded: 10 });
  });
});

describe("a difference's id", () => {
  const { amount: _amount, additionalAmount: _additionalAmount, ...older } = here;
  const differing = (side: ComparedSide, there: ComparedSide) =>
    differenceId({ kind: "amounts", posTid: "p", tid: "t", here: side, there });

  it("equals that of an older till, unless the requested amounts differ", () => {
    expect(differing({ ...here, fees: 1 }, here)).toBe(differing({ ...older, fees: 1 }, older));
    expect(differing({ ...here, amount: 1 }, here)).not.toBe(differing({ ...here, amount: 2 }, here));
  });
});
