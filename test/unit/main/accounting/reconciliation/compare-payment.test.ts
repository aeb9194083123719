import { describe, expect, it } from "vitest";
import { differenceBetween, sideOf } from "../../../../../main/accounting/reconciliation/compare-payment.ts";
import { pendingOutcome } from "../../payments/histories.ts";

const side = { status: "ok", currency: "NOK", captured: 500, refunded: 100, tips: 50, tipsRefunded: 10, fees: 7 };

describe("what is booked and what the service says", () => {
  it("are the same when all of it is", () => {
    expect(differenceBetween({ posTid: "p", tid: "t", here: side }, { ...side })).toBeNull();
  });

  it.each(["captured", "refunded", "tips", "tipsRefunded", "fees"] as const)("differ by their %s alone", (part) => {
    const found = differenceBetween({ posTid: "p", tid: "t", here: side }, { ...side, [part]: side[part] + 1 });
    expect(found).toMatchObject({ kind: "amounts" });
  });

  it("are read with fees, and with the tips that were given back", () => {
    const refunds = [{ id: "r", amount: 90, additionalAmount: 10, text: null }];
    const there = sideOf({ ...pendingOutcome(), status: "ok", refunds, transactionFee: 5, interchangeFee: 2 });
    expect(there).toMatchObject({ fees: 7, refunded: 100, tipsRefunded: 10 });
  });
});
