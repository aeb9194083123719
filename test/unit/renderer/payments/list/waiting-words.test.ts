import { describe, expect, it } from "vitest";
import type { Payment } from "../../../../../contract/payments/views.ts";
import { moneyFactsOf, publicReasonOf } from "../../../../../renderer/kit/result-reason.ts";
import { refundStage } from "../../../../../renderer/payments/refund/refund.ts";

describe("a requested refund", () => {
  const asked = { kind: "asked", operationId: "R", amount: 100 } as const;

  it("waits until it was sent, and is then being checked", () => {
    expect(refundStage({ kind: "sending" }, undefined)).toBe("asking");
    expect(refundStage(asked, { state: "queued", unknownSince: null })).toBe("waiting");
    expect(refundStage(asked, { state: "sending", unknownSince: null })).toBe("checking");
    expect(refundStage(asked, { state: "queued", unknownSince: "2026-11-22T10:00:00.000Z" })).toBe("checking");
  });
});

describe("text that the whole shop can read", () => {
  it.each([5006, 5007, 5008, 5009, 5101, 4711, null])("does not reveal why code %s was declined", (statusCode) => {
    expect(publicReasonOf({ phase: "rejected", statusCode } as Payment)).toBe("declined");
  });
});

describe("the money of a payment that needs a manager", () => {
  const nothing = {
    capturedTotal: 0,
    refundedTotal: 0,
    authorisedLeft: 0,
    authorisedAdditionalLeft: 0,
    operations: [],
    asked: "yes",
  } as unknown as Payment;
  const parked = [{ state: "attention" }] as Payment["operations"];

  it("is always stated, as far as it is known", () => {
    expect(moneyFactsOf({ ...nothing, asked: "no" })).toEqual([{ fact: "notMoved" }]);
    expect(moneyFactsOf(nothing)).toEqual([{ fact: "beingChecked" }]);
    expect(moneyFactsOf({ ...nothing, authorisedLeft: 500 })).toEqual([{ fact: "reserved", amount: 500 }]);
    expect(moneyFactsOf({ ...nothing, capturedTotal: 900, refundedTotal: 200, operations: parked })).toEqual([
      { fact: "taken", amount: 700 },
      { fact: "moreBeingChecked" },
    ]);
  });
});
