import { describe, expect, it } from "vitest";
import { type Outcome, readOutcome } from "../../../../main/payments/outcome.ts";
import { assessOutcome, type KnownFacts } from "../../../../main/payments/plausibility.ts";
import { ADDITIONAL, AMOUNT, authorised, factsOfNew, operation, pendingOutcome } from "./histories.ts";

const YEAR_2030 = Date.UTC(2030, 0, 1);
const WHOLE = { amount: AMOUNT, additionalAmount: ADDITIONAL };
const pending = pendingOutcome();
const auth = authorised(pending);
const fail: Outcome = { ...pending, status: "fail", statusCode: 5011 };
const capture = { id: "k", ...WHOLE, text: null };
const refund = { id: "r", amount: 1000, additionalAmount: 0, text: null };
const paid: Outcome = {
  ...auth,
  status: "ok",
  statusCode: 2000,
  authAmount: 0,
  authAdditionalAmount: 0,
  captures: [capture],
};
const refunded: Outcome = { ...paid, refunds: [refund] };

function known(outcome: Outcome | null, action: "SALE" | "AUTH" = "SALE"): KnownFacts {
  const operations = [
    operation("c", "create", "done"),
    operation("k", "capture", "done", WHOLE),
    operation("r", "refund", "done", { amount: 1000, additionalAmount: 0 }),
  ];
  return { ...factsOfNew(action), operations, outcome, tid: "t" };
}

/** The known outcome after both arrived as callbacks, which have no order. */
function last(one: Outcome, other: Outcome): Outcome | null {
  return [one, other].reduce<Outcome | null>(
    (before, heard) => (assessOutcome(heard, known(before), false).is === "news" ? heard : before),
    null,
  );
}

describe("two outcomes, in either order", () => {
  it.each([
    [
      "an authorisation stays, whatever date a pending outcome claims",
      { ...pending, modifiedAt: YEAR_2030 },
      auth,
      auth,
    ],
    ["a paid outcome stays, whatever date an authorisation claims", { ...auth, modifiedAt: YEAR_2030 }, paid, paid],
    ["the outcome with the refund stays", paid, refunded, refunded],
    [
      "an approval that followed a failure stays",
      { ...fail, modifiedAt: 1000 },
      { ...auth, modifiedAt: 2000 },
      { ...auth, modifiedAt: 2000 },
    ],
    [
      "a failure that followed an approval stays",
      { ...auth, modifiedAt: 1000 },
      { ...fail, modifiedAt: 2000 },
      { ...fail, modifiedAt: 2000 },
    ],
    ["a failure within the same second stays", auth, fail, fail],
    [
      "the later renewal stays",
      { ...auth, modifiedAt: 1000, expiresAt: 9 },
      { ...auth, modifiedAt: 2000, expiresAt: 8 },
      { ...auth, modifiedAt: 2000, expiresAt: 8 },
    ],
  ])("%s", (_what, one, other, newest) => {
    expect(last(one, other)).toEqual(newest);
    expect(last(other, one)).toEqual(newest);
  });
});

describe("an outcome older than the known one", () => {
  it.each<[string, Outcome, Outcome]>([
    ["an approval before a failure", { ...fail, modifiedAt: 2000 }, { ...auth, modifiedAt: 1000 }],
    ["another fee", { ...paid, modifiedAt: 2000 }, { ...paid, transactionFee: 50, modifiedAt: 1000 }],
  ])("(%s) is applied until the service is polled again", (_what, before, heard) => {
    expect(assessOutcome(heard, known(before), true)).toEqual({ is: "news", shouldPoll: true });
  });
});

describe("two equivalent outcomes, of which the later one wins and causes a poll", () => {
  it.each<[string, Outcome, Outcome]>([
    ["a claim in the second of creation", { ...pending, customer: null }, pending],
    ["a claim without a date", { ...pending, customer: null, modifiedAt: 0 }, { ...pending, modifiedAt: 0 }],
    ["a fee that changed without a new date", paid, { ...paid, transactionFee: 50 }],
    ["a fee that decreased", { ...paid, transactionFee: 50 }, paid],
  ])("%s", (_what, before, heard) => {
    expect(assessOutcome(heard, known(before), false)).toEqual({ is: "news", shouldPoll: true });
    expect(assessOutcome(heard, known(before), true)).toEqual({ is: "news", shouldPoll: false });
  });
});

describe("an impossible outcome is doubted", () => {
  const half = { ...refund, amount: 6000 };
  it.each<[string, Outcome | null, Outcome]>([
    ["another_payment", auth, { ...auth, posTid: "q" }],
    ["another_payment", auth, { ...auth, tid: "u" }],
    ["another_payment", auth, { ...auth, currency: "SEK" }],
    ["another_amount", pending, { ...auth, amount: AMOUNT + 1, authAmount: AMOUNT + 1 }],
    ["listed_twice", paid, { ...paid, refunds: [refund, refund] }],
    ["over_amount", auth, { ...paid, captures: [{ ...capture, amount: AMOUNT + 1 }] }],
    ["fee_over_amount", paid, { ...paid, transactionFee: AMOUNT + ADDITIONAL + 10_001 }],
    ["over_captured", paid, { ...paid, refunds: [half, { ...half, id: "s" }] }],
    ["failed_with_captures", auth, { ...fail, captures: [{ ...capture, id: "portal" }] }],
    ["failed_with_captures", auth, { ...fail, captures: [{ ...capture, amount: AMOUNT - 1 }] }],
    ["failed_with_captures", auth, { ...fail, captures: [{ ...capture, id: null, amount: AMOUNT - 1 }] }],
    ["paid_without_capture", auth, { ...paid, captures: [] }],
    ["paid_without_capture", paid, { ...paid, captures: [] }],
    ["wrong_rest", pending, { ...auth, authAmount: AMOUNT - 1 }],
    ["unasked", paid, { ...paid, refunds: [{ ...refund, id: "another" }] }],
    ["unasked", paid, { ...paid, refunds: [{ ...refund, id: null, amount: 999 }] }],
    ["gone", refunded, paid],
    ["gone", paid, { ...auth, captures: [] }],
    ["moved_back", auth, pending],
    ["moved_back", fail, pending],
  ])("%s", (because, before, heard) => {
    expect(assessOutcome(heard, known(before), true)).toEqual({ is: "doubtful", because });
  });

  it("a capture of a reservation by another party, too", () => {
    const foreignOutcome = { ...paid, captures: [{ ...capture, id: null }] };
    const reservation = { ...known(auth, "AUTH"), operations: [operation("c", "create", "done")] };
    expect(assessOutcome(foreignOutcome, reservation, true)).toEqual({ is: "doubtful", because: "unasked" });
  });
});

describe("a field that the service omits (2.3)", () => {
  const wire = { currency: "NOK", amount: AMOUNT, additional_amount: ADDITIONAL, pos_id: "p", pos_tid: "p", tid: "t" };
  const itself = { ...known(pending), operations: [operation("c", "create", "done")] };
  const read = (said: object) => readOutcome({ ...wire, pos_tid: itself.intent.posTid, ...said }) as Outcome;
  const isNews = { is: "news", shouldPoll: false };

  it("is no contradiction: `ok` without a list of captures, `auth` without a rest, or with a rest alone", () => {
    expect(assessOutcome(read({ status: "ok" }), itself, true)).toEqual(isNews);
    expect(assessOutcome(read({ status: "ok", captures: null }), itself, true)).toEqual(isNews);
    expect(assessOutcome(read({ status: "auth" }), itself, true)).toEqual(isNews);
    expect(assessOutcome(read({ status: "auth", captures: [] }), itself, true)).toEqual(isNews);
    expect(assessOutcome(read({ status: "auth", auth_amount: AMOUNT - 4000 }), itself, true)).toEqual(isNews);
  });

  it("is a contradiction where the field is present", () => {
    const doubt = (because: string) => ({ is: "doubtful", because });
    expect(assessOutcome(read({ status: "ok", captures: [] }), itself, true)).toEqual(doubt("paid_without_capture"));
    const rest = { status: "auth", captures: [], auth_amount: AMOUNT - 4000 };
    expect(assessOutcome(read(rest), itself, true)).toEqual(doubt("wrong_rest"));
  });
});

describe("an outcome that fits one interpretation is plausible", () => {
  const itself = { ...known(pending), operations: [operation("c", "create", "done")] };

  it.each<[string, KnownFacts, Outcome]>([
    [
      "a SALE that the service captured automatically, in one step",
      itself,
      { ...paid, captures: [{ ...capture, id: null }] },
    ],
    ["the same capture under the service's own id", itself, { ...paid, captures: [{ ...capture, id: "its-own" }] }],
    ["the till's capture, listed without an id", known(auth), { ...paid, captures: [{ ...capture, id: null }] }],
    ["a one-step capture that gets its id later", known({ ...paid, captures: [{ ...capture, id: null }] }), paid],
    ["an approval after a premature failure", known(fail), auth],
    ["a failure that keeps the till's own capture (section 3)", known(auth), { ...fail, captures: [capture] }],
    [
      "a failure that keeps the till's own capture without an id",
      known(auth),
      { ...fail, captures: [{ ...capture, id: null }] },
    ],
    ["a correct outcome after a contradiction", known({ ...refunded, refunds: [refund, refund] }), refunded],
    ["a correct outcome after another payment's outcome", known({ ...paid, posTid: "q" }), auth],
  ])("%s", (_what, facts, heard) => {
    expect(assessOutcome(heard, facts, true)).toEqual({ is: "news", shouldPoll: false });
  });
});
