import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reasonFor } from "../../../../contract/reasons/reasons.ts";
import { createBookings } from "../../../../main/accounting/periods/bookings.ts";
import { systemClock } from "../../../../main/lib/clock.ts";
import type { Facts, OperationFact } from "../../../../main/payments/facts.ts";
import { assess } from "../../../../main/payments/lifecycle.ts";
import type { Outcome } from "../../../../main/payments/outcome.ts";
import type { Settlement } from "../../../../main/payments/queue/operation.ts";
import { operations } from "../../../../main/payments/queue/operations.ts";
import { paymentRows } from "../../../../main/payments/rows.ts";
import { createPaymentStore } from "../../../../main/payments/store.ts";
import { createJournal } from "../../../../main/storage/journal/journal.ts";
import { temporaryDatabase } from "../../../support/database.ts";
import {
  ADDITIONAL,
  AMOUNT,
  afterNews,
  authorised,
  factsOfNew,
  operation,
  pendingOutcome,
  replay,
  type Step,
  steps,
} from "./histories.ts";

describe("an authorisation that ends as `fail` after a part was captured (specification 3, G11)", () => {
  const half = { amount: AMOUNT / 2, additionalAmount: ADDITIONAL };
  const own = operation("k", "capture", "done", half);
  const failed: Outcome = {
    ...authorised(pendingOutcome()),
    status: "fail",
    statusCode: 5012,
    authAmount: 0,
    authAdditionalAmount: 0,
    captures: [{ id: "k", ...half, text: null }],
  };
  const facts: Facts = {
    ...factsOfNew("AUTH"),
    wasAuthorised: true,
    outcome: failed,
    operations: [operation("c", "create", "done"), own],
  };

  const share = fc.double({ min: 0.01, max: 0.9, noNaN: true });
  const answer = fc.constantFrom("arrives" as const, "lost" as const);
  const ended = fc
    .tuple(share, answer, steps())
    .map(([part, how, history]): Step[] => [
      { do: "customerApproves" },
      { do: "news" },
      { do: "capture", share: part, answer: how },
      ...history,
      { do: "expire" },
    ]);

  it("never needs attention, and leaves the captured amount refundable, over any history", () => {
    fc.assert(
      fc.property(ended, (history) => {
        const { facts: atEnd, service } = replay("AUTH", history, "fail");
        fc.pre(service.status === "fail" && service.captures.length > 0);
        const { phase, captured, refunded, refundable, late, steps: allowed } = assess(afterNews(atEnd, service));
        const left = captured.amount + captured.additionalAmount - refunded.amount - refunded.additionalAmount;
        expect(late).toBeNull();
        expect(["captured", "partly_refunded", "refunded"]).toContain(phase);
        expect(allowed.includes("refund")).toBe(refundable.amount + refundable.additionalAmount > 0);
        const isAsked = atEnd.operations.some(({ kind, state }) => kind === "refund" && state !== "refused");
        if (!isAsked) expect(refundable.amount + refundable.additionalAmount).toBe(left);
      }),
      { numRuns: 500 },
    );
  });

  const lagging = fc.tuple(fc.array(answer, { minLength: 1, maxLength: 3 }), fc.constantFrom("fail", "ok"));

  it("is late money when the service failed it before listing the captures, and accepted none of them", () => {
    fc.assert(
      fc.property(lagging, ([answers, endsAs]) => {
        const amounts = { amount: 1000, additionalAmount: 0 };
        const own = answers.map((how, at) =>
          operation(`k${at}`, "capture", how === "lost" ? "unknown" : "done", amounts),
        );
        const captures = own.map(({ id }) => ({ id, ...amounts, text: null }));
        const atFail = { ...failed, captures: [], modifiedAt: 1000 };
        const told = afterNews(
          { ...facts, outcome: null, operations: [...facts.operations.slice(0, 1), ...own] },
          atFail,
        );
        const outcome = { ...failed, status: endsAs, captures, modifiedAt: 2000 } as Outcome;
        const isAccepted = answers.includes("arrives");
        expect(assess(afterNews(told, outcome, true))).toMatchObject({
          ...{ phase: "captured", attention: null, refundable: { amount: 1000 * own.length, additionalAmount: 0 } },
          late: isAccepted ? null : "after_end",
        });
      }),
    );
  });

  it.each(["ready", "sending"] as const)(
    "is not late money when the service failed it before answering the till's capture (%s)",
    (state) => {
      const atFail = { ...failed, captures: [], modifiedAt: 1000 };
      const [create] = facts.operations as [OperationFact];
      const told = afterNews({ ...facts, outcome: null, operations: [create, { ...own, state }] }, atFail);
      const outcome = { ...failed, modifiedAt: 2000 };
      expect(assess(afterNews({ ...told, operations: [create, own] }, outcome, true))).toMatchObject({
        ...{ phase: "captured", late: null },
      });
    },
  );

  it("ends the same in every order of the same outcomes", () => {
    fc.assert(
      fc.property(ended, fc.infiniteStream(fc.nat()), (history, shuffle) => {
        const { told, facts: atEnd } = replay("AUTH", history, "fail");
        const forgotten: Facts = { ...atEnd, outcome: null, wasAuthorised: false, wasEnded: false };
        const keys = told.map((outcome) => ({ outcome, key: shuffle.next().value ?? 0 }));
        const shuffled = keys.sort((a, b) => a.key - b.key).map(({ outcome }) => outcome);
        const heard = (outcomes: Outcome[]) =>
          assess(outcomes.reduce((one, outcome) => afterNews(one, outcome), forgotten));
        expect(heard(shuffled)).toEqual(heard(told));
      }),
      { numRuns: 500 },
    );
  });

  it.each([4019, 5012, 9999])("is captured, with nothing left to capture or release (%i)", (statusCode) => {
    expect(assess({ ...facts, outcome: { ...failed, statusCode } })).toMatchObject({
      phase: "captured",
      attention: null,
      late: null,
      captured: half,
      refundable: half,
      capturable: { amount: 0, additionalAmount: 0 },
      steps: ["refund"],
    });
  });

  it.each(["ready", "sending", "unknown", "parked"] as const)(
    "is captured by a capture without a known response (%s)",
    (state) => {
      const { phase, steps: allowed } = assess({ ...facts, operations: [{ ...own, state }] });
      expect([state === "parked" ? "attention" : "captured", ["refund"]]).toEqual([phase, allowed]);
    },
  );

  it("is captured when the service lists the capture without an id, or two captures as one total", () => {
    const withoutIds = (amounts: typeof half) => ({ ...failed, captures: [{ id: null, ...amounts, text: null }] });
    expect(assess({ ...facts, outcome: withoutIds(half) }).phase).toBe("captured");
    const [first, second] = [1000, 2000].map((amount, at) =>
      operation(`k${at}`, "capture", "done", { amount, additionalAmount: 0 }),
    ) as [OperationFact, OperationFact];
    const two = { ...facts, operations: [first, second] };
    expect(assess({ ...two, outcome: withoutIds({ amount: 3000, additionalAmount: 0 }) }).phase).toBe("captured");
    expect(assess({ ...two, outcome: withoutIds({ amount: 2500, additionalAmount: 0 }) }).phase).toBe("attention");
  });

  it.each<[string, Partial<Facts>]>([
    ["under another id", { operations: [operation("other", "capture", "done", half)] }],
    ["of another amount", { operations: [{ ...own, amount: 1 }] }],
    [
      "next to one of the till's captures",
      { outcome: { ...failed, captures: [...failed.captures, foreignCapture()] } },
    ],
    [
      "without an id next to one of the till's captures",
      { outcome: { ...failed, captures: [...failed.captures, foreignCapture(null)] } },
    ],
    ["without any operation", { operations: [] }],
  ])("needs attention when the service lists a capture that the till did not request: %s", (_what, changed) => {
    expect(assess({ ...facts, ...changed })).toMatchObject({ phase: "attention", steps: [] });
  });

  function foreignCapture(id: string | null = "elsewhere") {
    return { id, amount: 7, additionalAmount: 0, text: null };
  }
});

/** A stored payment without its intent. */
const STORED = {
  ...{ sequence: 1, number: "K7Q2-0001", lines: [], addresses: {}, takenOffline: false, createdAt: 1 },
  ...{ reference: null, attempt: null, requestDigest: null, text: null, scope: null, scopeText: null, customer: null },
  ...{ qr: null, codeUntil: null, takenBy: null, register: null },
};

const because = reasonFor("payment_capture_refused");

describe("a sale that the service failed while its capture was queued", () => {
  it.each<Settlement>([{ state: "refused", because }, { state: "unknown", because, dueAt: 1 }, { state: "done" }])(
    "has ended without money unless the service accepts the capture ($state)",
    (settlement) => {
      using file = temporaryDatabase();
      const { database } = file;
      const [rows, queue] = [paymentRows(database), operations(database)];
      const store = createPaymentStore({
        ...{ database, rows, operations: queue, bookings: createBookings(database) },
        ...{ journal: createJournal(database), clock: systemClock, onChange: () => undefined },
      });
      store.create(
        () => ({ ...STORED, ...factsOfNew("SALE").intent }),
        ({ posTid }, now) => queue.enqueue({ id: "create", posTid, kind: "create", body: Buffer.from("{}") }, now),
      );
      const apply = (outcome: Outcome) => store.commit("p", (now) => store.applyOutcome("p", outcome, "poll", now));
      apply({ ...authorised(pendingOutcome()), modifiedAt: 1000 });
      const capture = queue.ofPayment("p").find(({ kind }) => kind === "capture");
      apply({ ...pendingOutcome(), status: "fail", statusCode: 5012, modifiedAt: 2000 });
      expect(rows.find("p")).toMatchObject({ phase: "expired", wasEnded: false });
      store.commit("p", (now) => queue.settle(capture?.id ?? "", settlement, now));
      expect(rows.find("p")?.wasEnded).toBe(settlement.state !== "done");
    },
  );
});
