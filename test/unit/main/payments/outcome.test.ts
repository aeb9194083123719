import { describe, expect, it } from "vitest";
import { newerOutcome } from "../../../../main/payments/outcome.ts";
import { authorised, pendingOutcome } from "./histories.ts";

const YEAR_2030 = Date.UTC(2030, 0, 1);
const pending = pendingOutcome();
const auth = authorised(pending);
const fail = { ...pending, status: "fail" as const, statusCode: 5011 };
const captured = {
  ...auth,
  status: "ok" as const,
  captures: [{ id: "k", amount: 1, additionalAmount: 0, text: null }],
};

describe("the newer of two outcomes", () => {
  it.each([
    ["an authorisation, whatever date a pending one claims", { ...pending, modifiedAt: YEAR_2030 }, auth, auth],
    ["a paid one, whatever date an authorisation claims", { ...auth, modifiedAt: YEAR_2030 }, captured, captured],
    [
      "the one with the refund",
      captured,
      { ...captured, refunds: captured.captures },
      { ...captured, refunds: captured.captures },
    ],
    [
      "an approval that followed a failure",
      { ...fail, modifiedAt: 1000 },
      { ...auth, modifiedAt: 2000 },
      { ...auth, modifiedAt: 2000 },
    ],
    [
      "a failure that followed an approval",
      { ...auth, modifiedAt: 1000 },
      { ...fail, modifiedAt: 2000 },
      { ...fail, modifiedAt: 2000 },
    ],
    ["a failure within the same second", auth, fail, fail],
    [
      "a renewed authorisation",
      auth,
      { ...auth, modifiedAt: 1, expiresAt: 9 },
      { ...auth, modifiedAt: 1, expiresAt: 9 },
    ],
  ])("is %s, in either order", (_what, one, other, newest) => {
    expect(newerOutcome(one, other)).toEqual(newest);
    expect(newerOutcome(other, one)).toEqual(newest);
  });
});
