import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bookable, type Entry, entriesFor } from "../../../../../main/accounting/periods/entries.ts";
import type { Facts } from "../../../../../main/payments/facts.ts";
import { assess } from "../../../../../main/payments/lifecycle.ts";
import type { Outcome } from "../../../../../main/payments/outcome.ts";
import {
  afterNews,
  authorised,
  believed,
  factsOfNew,
  pendingOutcome,
  replay,
  steps,
} from "../../payments/histories.ts";

/** Bookings depend only on the facts, and not on the operation that led to them. */
function bookable(facts: Facts, changes: Partial<Bookable> = {}): Bookable {
  const { phase, captured, refunded } = assess(facts);
  return {
    currency: "NOK",
    posTid: "p",
    phase,
    outcome: facts.outcome,
    wasAuthorised: facts.wasAuthorised,
    amount: facts.intent.amount,
    additionalAmount: facts.outcome?.additionalAmount ?? facts.intent.additionalAmount,
    captured,
    refunded,
    takenBy: "Kari",
    released: { amount: 0, additionalAmount: 0 },
    lapsed: { amount: 0, additionalAmount: 0 },
    codeRanOut: false,
    requesterOf: () => undefined,
    endedBy: null,
    ...changes,
  };
}

function total(entries: readonly Entry[], kind: Entry["kind"]) {
  const of = entries.filter((entry) => entry.kind === kind);
  return {
    amount: of.reduce((sum, entry) => sum + entry.amount, 0),
    additionalAmount: of.reduce((sum, entry) => sum + entry.additionalAmount, 0),
  };
}

function fees(entries: readonly Entry[]): number[] {
  return [
    entries.reduce((sum, entry) => sum + entry.transactionFee, 0),
    entries.reduce((sum, entry) => sum + entry.interchangeFee, 0),
  ];
}

/** A service that deducts one percent of what was captured, and half a percent more on credit. */
function withFees(outcome: Outcome): Outcome {
  const captured = outcome.captures.reduce((sum, { amount, additionalAmount }) => sum + amount + additionalAmount, 0);
  return { ...outcome, transactionFee: Math.round(captured / 100), interchangeFee: Math.round(captured / 200) };
}

const capture = (id: string | null, amount: number) => ({ id, amount, additionalAmount: 0, text: null });

describe("the books", () => {
  it("always add up to the service's outcome, in any order of arrival and without duplicates", () => {
    fc.assert(
      fc.property(
        steps(),
        fc.constantFrom("SALE" as const, "AUTH" as const),
        fc.infiniteStream(fc.nat()),
        (history, action, order) => {
          const played = replay(action, history);
          const told = played.told.map(withFees);
          const received = told
            .map((outcome) => ({ outcome, at: order.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at);
          let facts: Facts = { ...factsOfNew(action), operations: played.facts.operations };
          const booked: Entry[] = [];
          for (const { outcome } of received) {
            facts = afterNews(facts, outcome);
            const payment = bookable(facts);
            booked.push(...entriesFor(payment, booked));
            expect(total(booked, "capture")).toEqual(payment.captured);
            expect(total(booked, "refund")).toEqual(payment.refunded);
            expect(fees(booked)).toEqual([facts.outcome?.transactionFee, facts.outcome?.interchangeFee]);
            expect(entriesFor(payment, booked)).toEqual([]);
          }
          for (const kind of ["approved", "released", "aborted", "rejected", "expired"] as const) {
            expect(booked.filter((entry) => entry.kind === kind).length).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("book a capture under the user who requested it, else under the user who made the sale", () => {
    const outcome = { ...authorised(pendingOutcome()), captures: [capture("a", 4000), capture("b", 1000)] };
    const facts = believed(factsOfNew("AUTH"), outcome);
    const askedBy = (id: string) => (id === "a" ? "Ola" : undefined);
    const entries = entriesFor(bookable(facts, { requesterOf: askedBy }), []);
    expect(entries.filter(({ kind }) => kind === "capture").map(({ id, actor }) => [id, actor])).toEqual([
      ["a", "Ola"],
      ["b", "Kari"],
    ]);
  });

  it("book the released rest of a reservation once, under the user who requested the release", () => {
    const outcome = { ...authorised(pendingOutcome()), captures: [capture("a", 4000)] };
    const facts = believed(factsOfNew("AUTH"), outcome);
    const booked = entriesFor(bookable(facts), []);
    expect(booked.map(({ kind }) => kind)).not.toContain("released");
    const after = bookable(facts, { released: { amount: 6000, additionalAmount: 0 }, endedBy: "Ola" });
    const more = entriesFor(after, booked);
    expect(more).toMatchObject([{ kind: "released", id: null, amount: 6000, additionalAmount: 0, actor: "Ola" }]);
    expect(entriesFor(after, [...booked, ...more])).toEqual([]);
  });

  it("book the lapsed rest of a partly captured reservation once, and never also as released", () => {
    const outcome = { ...authorised(pendingOutcome()), captures: [capture("a", 4000)] };
    const facts = believed(factsOfNew("AUTH"), outcome);
    const booked = entriesFor(bookable(facts), []);
    const rest = { amount: 6000, additionalAmount: 0 };
    const after = bookable(facts, { lapsed: rest });
    const more = entriesFor(after, booked);
    expect(more).toMatchObject([{ kind: "expired", id: null, ...rest, actor: "Kari" }]);
    expect(entriesFor(after, [...booked, ...more])).toEqual([]);
    expect(entriesFor(bookable(facts, { released: rest }), [...booked, ...more])).toEqual([]);
  });

  it("keep a release that the service briefly denies, and book it once when it is confirmed", () => {
    const facts = believed(factsOfNew("AUTH"), authorised(pendingOutcome()));
    const released = bookable(facts, { phase: "released" });
    const booked = entriesFor(released, []);
    for (const phase of ["attention", "authorised", "released"] as const)
      booked.push(...entriesFor(bookable(facts, { phase }), booked));
    expect(total(booked, "released")).toEqual({ amount: released.amount, additionalAmount: released.additionalAmount });
    expect(booked.filter(({ kind }) => kind === "released")).toHaveLength(1);
  });

  it("do not book an expired code again that an earlier version booked as a cancel", () => {
    const facts = believed(factsOfNew("SALE"), { ...pendingOutcome(), status: "fail", statusCode: 4019 });
    const booked = entriesFor(bookable(facts, { phase: "aborted" }), []);
    expect(entriesFor(bookable(facts, { phase: "aborted", codeRanOut: true }), booked)).toEqual([]);
  });

  it("call a payment expired when its code expired, as the screen does, even if the till cancelled it", () => {
    const facts = believed(factsOfNew("SALE"), { ...pendingOutcome(), status: "fail", statusCode: 4019 });
    expect(entriesFor(bookable(facts, { phase: "aborted" }), []).map(({ kind }) => kind)).toEqual(["aborted"]);
    expect(entriesFor(bookable(facts, { phase: "aborted", codeRanOut: true }), [])).toMatchObject([
      { kind: "expired", amount: 10_000 },
    ]);
  });

  it("name no user for a refund that this till never requested", () => {
    const paid: Outcome = {
      ...pendingOutcome(),
      status: "ok",
      captures: [capture("a", 10_000)],
      refunds: [capture("x", 500)],
    };
    const entries = entriesFor(bookable(believed(factsOfNew("SALE"), paid)), []);
    expect(entries.find(({ kind }) => kind === "refund")).toMatchObject({ id: "x", amount: 500, actor: null });
  });

  it("book only the difference when the service corrects an amount", () => {
    const said = { ...authorised(pendingOutcome()), captures: [capture("a", 4000)] };
    const facts = believed(factsOfNew("AUTH"), said);
    const booked = entriesFor(bookable(facts), []);
    const corrected = { ...facts, outcome: { ...said, captures: [capture("a", 3000)] } };
    expect(entriesFor(bookable(corrected), booked)).toMatchObject([{ kind: "capture", id: "a", amount: -1000 }]);
  });

  it("do not book a one-step capture again when it is later listed with an id", () => {
    const whole: Outcome = { ...pendingOutcome(), status: "ok" };
    const booked = entriesFor(bookable(believed(factsOfNew("SALE"), whole)), []);
    expect(total(booked, "capture")).toEqual({ amount: 10_000, additionalAmount: 500 });
    const listed = { ...whole, captures: [{ ...capture("a", 10_000), additionalAmount: 500 }] };
    const facts = { ...believed(factsOfNew("SALE"), whole), outcome: listed };
    expect(entriesFor(bookable(facts), booked)).toEqual([]);
    // Later movements are booked separately: another capture, or a refund.
    const more = {
      ...facts,
      outcome: { ...listed, amount: 11_000, captures: [...listed.captures, capture("b", 1000)] },
    };
    expect(entriesFor(bookable(more), booked)).toMatchObject([{ kind: "capture", id: "b", amount: 1000 }]);
    const refunded = { ...facts, outcome: { ...listed, refunds: [capture("r", 700)] } };
    expect(entriesFor(bookable(refunded), booked)).toMatchObject([{ kind: "refund", id: "r", amount: 700 }]);
  });

  it("do not book a capture again when it is later listed without its id", () => {
    const named: Outcome = { ...pendingOutcome(), status: "ok", additionalAmount: 0, captures: [capture("a", 10_000)] };
    const facts = believed(factsOfNew("SALE"), named);
    const booked = entriesFor(bookable(facts), []);
    const unnamed = { ...facts, outcome: { ...named, captures: [capture(null, 10_000)] } };
    expect(entriesFor(bookable(unnamed), booked)).toEqual([]);
  });

  it("book fees that arrive later without a request", () => {
    const paid: Outcome = { ...pendingOutcome(), status: "ok", captures: [capture("a", 10_000)], additionalAmount: 0 };
    const facts = believed(factsOfNew("SALE"), paid);
    const booked = entriesFor(bookable(facts), []);
    const later = { ...facts, outcome: { ...paid, transactionFee: 120, interchangeFee: 30 } };
    const entries = entriesFor(bookable(later), booked);
    expect(entries).toMatchObject([{ kind: "fee", amount: 0, transactionFee: 120, interchangeFee: 30 }]);
    const givenBack = { ...later, outcome: { ...later.outcome, transactionFee: 100 } };
    expect(entriesFor(bookable(givenBack), [...booked, ...entries])).toMatchObject([
      { kind: "fee", transactionFee: -20 },
    ]);
  });

  it("reject an outcome of another payment or in another currency", () => {
    const paid: Outcome = { ...pendingOutcome(), status: "ok", captures: [capture("a", 10_000)] };
    for (const wrong of [{ currency: "SEK" }, { posTid: "q" }]) {
      const facts = believed(factsOfNew("SALE"), { ...paid, ...wrong });
      expect(entriesFor(bookable(facts), [])).toEqual([]);
      const rest = { amount: 200, additionalAmount: 0 };
      for (const ended of [{ lapsed: rest }, { released: rest }])
        expect(entriesFor(bookable(facts, { phase: "captured", ...ended }), [])).toEqual([]);
    }
  });

  it("name the user who cancelled", () => {
    const cancelled: Outcome = { ...pendingOutcome(), status: "fail", statusCode: 4019 };
    const facts = believed(factsOfNew("SALE"), cancelled);
    expect(entriesFor(bookable(facts, { endedBy: "Ola" }), [])).toMatchObject([{ kind: "aborted", actor: "Ola" }]);
    expect(entriesFor(bookable(facts), [])).toMatchObject([{ kind: "aborted", actor: "Kari" }]);
  });
});
