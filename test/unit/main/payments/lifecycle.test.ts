import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inEnglish } from "../../../../contract/reasons/reasons.ts";
import type { Facts } from "../../../../main/payments/facts.ts";
import { assess } from "../../../../main/payments/lifecycle.ts";
import { unconfirmedOperations } from "../../../../main/payments/listing.ts";
import {
  ADDITIONAL,
  AMOUNT,
  afterNews,
  authorised,
  factsOfNew,
  operation,
  pendingOutcome,
  replay,
  steps,
} from "./histories.ts";

const action = fc.constantFrom("SALE" as const, "AUTH" as const);
const FINAL = new Set(["captured", "released", "aborted", "rejected", "expired", "partly_refunded", "refunded"]);

describe("a payment, over any history", () => {
  it("is never captured above the authorised amount, nor refunded above the captured amount", () => {
    fc.assert(
      fc.property(action, steps(), (asked, history) => {
        const { facts } = replay(asked, history);
        const { captured, refunded } = assess(facts);
        expect(captured.amount).toBeLessThanOrEqual(AMOUNT);
        expect(captured.additionalAmount).toBeLessThanOrEqual(ADDITIONAL);
        expect(refunded.amount).toBeLessThanOrEqual(captured.amount);
        expect(refunded.additionalAmount).toBeLessThanOrEqual(captured.additionalAmount);
      }),
      { numRuns: 500 },
    );
  });

  it("never requests more than the available amount, however many responses are lost", () => {
    fc.assert(
      fc.property(action, steps(), (asked, history) => {
        const { service } = replay(asked, history);
        const sum = (kind: "captures" | "refunds") => service[kind].reduce((total, one) => total + one.amount, 0);
        expect(sum("captures")).toBeLessThanOrEqual(AMOUNT);
        expect(sum("refunds")).toBeLessThanOrEqual(sum("captures"));
      }),
      { numRuns: 500 },
    );
  });

  it("ends the same in every order of the same outcomes", () => {
    fc.assert(
      fc.property(action, steps(), fc.infiniteStream(fc.nat()), (asked, history, shuffle) => {
        const { told, facts } = replay(asked, history);
        const forgotten: Facts = { ...facts, outcome: null, wasAuthorised: false, wasEnded: false };
        const keys = told.map((outcome) => ({ outcome, key: shuffle.next().value ?? 0 }));
        const shuffled = keys.sort((a, b) => a.key - b.key).map(({ outcome }) => outcome);
        const inOrder = assess(told.reduce((one, outcome) => afterNews(one, outcome), forgotten));
        expect(assess(shuffled.reduce((one, outcome) => afterNews(one, outcome), forgotten))).toEqual(inOrder);
        // Duplicate outcomes change nothing.
        expect(assess([...shuffled, ...told].reduce((one, outcome) => afterNews(one, outcome), forgotten))).toEqual(
          inOrder,
        );
      }),
      { numRuns: 300 },
    );
  });

  it("leaves a final phase only on an outcome of the service, never by an operation of the till", () => {
    fc.assert(
      fc.property(
        action,
        steps(),
        fc.constantFrom("ready", "sending", "unknown", "done", "refused"),
        (asked, history, state) => {
          const { facts } = replay(asked, history);
          const { phase } = assess(facts);
          fc.pre(FINAL.has(phase) && facts.outcome !== null);
          const refund = operation("later", "refund", state as "ready", { amount: 1, additionalAmount: 0 });
          expect(assess({ ...facts, operations: [...facts.operations, refund] }).phase).toBe(phase);
        },
      ),
    );
  });

  it("matches the service's state after each outcome", () => {
    fc.assert(
      fc.property(action, steps(), (asked, history) => {
        const { facts, service } = replay(asked, history);
        expect(afterNews(facts, service).outcome).toEqual(service);
      }),
    );
  });

  it("is captured only when the service reports it as captured", () => {
    fc.assert(
      fc.property(action, steps(), (asked, history) => {
        const { facts } = replay(asked, history);
        fc.pre(assess(facts).phase === "captured");
        expect(facts.outcome?.captures.length).toBeGreaterThan(0);
      }),
    );
  });
});

/** A captured amount and the service's refunds of it in any split; the refunds never exceed the captured total. */
function splits() {
  const part = fc.integer({ min: 0, max: 12_000 });
  return fc
    .record({
      amount: fc.integer({ min: 1, max: 10_000 }),
      additionalAmount: fc.integer({ min: 0, max: 2000 }),
      refunds: fc.array(fc.record({ amount: part, additionalAmount: part, named: fc.boolean() }), { maxLength: 4 }),
      asked: fc.option(fc.record({ amount: part, additionalAmount: part })),
    })
    .filter(
      ({ amount, additionalAmount, refunds }) =>
        refunds.reduce((sum, one) => sum + one.amount + one.additionalAmount, 0) <= amount + additionalAmount,
    );
}

describe("refunds that the service splits differently from the till", () => {
  it("leave the captured amount less the refunded amount; phase, total and steps agree", () => {
    fc.assert(
      fc.property(splits(), ({ amount, additionalAmount, refunds, asked }) => {
        const left =
          amount + additionalAmount - refunds.reduce((sum, one) => sum + one.amount + one.additionalAmount, 0);
        const outcome = {
          ...pendingOutcome(),
          status: "ok" as const,
          ...{ amount, additionalAmount },
          captures: [{ id: "k", amount, additionalAmount, text: null }],
          refunds: refunds.map(({ named, ...one }, at) => ({ ...one, id: named ? `r${at}` : null, text: null })),
        };
        const facts: Facts = {
          ...factsOfNew("SALE"),
          intent: { ...factsOfNew("SALE").intent, amount, additionalAmount },
          outcome,
          operations: [
            operation("c", "create", "done"),
            operation("k", "capture", "done", { amount, additionalAmount }),
          ],
        };
        const quiet = assess(facts);
        expect(quiet.attention).toBeNull();
        expect(quiet.refundable.amount + quiet.refundable.additionalAmount).toBe(left);
        expect(quiet.refundable.amount).toBeLessThanOrEqual(amount);
        expect(quiet.refundable.additionalAmount).toBeLessThanOrEqual(additionalAmount);
        expect(quiet.steps.includes("refund")).toBe(left > 0);
        expect(quiet.phase === "refunded").toBe(left === 0);
        // An operation in progress also counts with its whole total.
        const under = asked ?? { amount: 1, additionalAmount: 0 };
        const busy = assess({ ...facts, operations: [...facts.operations, operation("u", "refund", "ready", under)] });
        const rest = Math.max(0, left - under.amount - under.additionalAmount);
        const { refundable, steps } = busy;
        expect(refundable.amount + refundable.additionalAmount).toBeLessThanOrEqual(rest);
        expect(steps.includes("refund")).toBe(refundable.amount + refundable.additionalAmount > 0);
      }),
      { numRuns: 1000 },
    );
  });

  it("are the till's own even when the service sends no ids", () => {
    const facts: Facts = {
      ...factsOfNew("SALE"),
      outcome: {
        ...pendingOutcome(),
        status: "ok",
        refunds: [{ id: null, amount: AMOUNT, additionalAmount: 0, text: null }],
      },
      operations: [operation("r", "refund", "done", { amount: AMOUNT - ADDITIONAL, additionalAmount: ADDITIONAL })],
    };
    expect(assess(facts)).toMatchObject({
      phase: "partly_refunded",
      refundable: { amount: 0, additionalAmount: ADDITIONAL },
    });
    expect(unconfirmedOperations(facts.operations, facts.outcome)).toEqual([]);
  });
});

describe("a listed movement that the till had abandoned or that was refused", () => {
  const sold: Facts = {
    ...factsOfNew("SALE"),
    outcome: {
      ...pendingOutcome(),
      status: "ok",
      captures: [{ id: "k", amount: AMOUNT, additionalAmount: ADDITIONAL, text: null }],
      refunds: ["r1", "r2"].map((id) => ({ id, amount: 4000, additionalAmount: 0, text: null })),
    },
  };
  const refund = (id: string, state: "done" | "refused", givenUp = false) => ({
    ...operation(id, "refund", state, { amount: 4000, additionalAmount: 0 }),
    givenUp,
  });

  it.each([
    ["discarded", true],
    ["refused", false],
  ])("needs attention (%s), with what happened and what to do", (word, givenUp) => {
    const { phase, attention } = assess({
      ...sold,
      operations: [refund("r1", "refused", givenUp), refund("r2", "done")],
    });
    expect(phase).toBe("attention");
    const message = attention && inEnglish(attention);
    expect(message).toContain(word);
    expect(message).toContain("kr\u00a040.00");
    expect(message).toContain("Press “Discard…” to close this");
  });

  it("needs no attention when the till also completed it, or when the service does not list it", () => {
    expect(assess({ ...sold, operations: [refund("r1", "done"), refund("r2", "done")] }).attention).toBeNull();
    expect(assess({ ...sold, operations: [refund("r0", "refused", true), refund("r2", "done")] }).attention).toBeNull();
  });
});

const base: Facts = { ...factsOfNew("AUTH"), operations: [operation("c", "create", "done")] };
const pending = pendingOutcome();
const auth = authorised(pending);

describe("phases", () => {
  it.each([
    ["draft", { ...base, isCustomerNamed: false, operations: [] }],
    ["queued", { ...base, operations: [operation("c", "create", "unknown")] }],
    ["waiting", base],
    ["waiting", { ...base, outcome: pending }],
    ["draft", { ...base, isCustomerNamed: false, outcome: { ...pending, customer: null } }],
    ["authorised", { ...base, outcome: auth }],
    [
      "partly_captured",
      {
        ...base,
        outcome: {
          ...auth,
          authAmount: 1,
          captures: [{ id: "x", amount: AMOUNT - 1, additionalAmount: 0, text: null }],
        },
      },
    ],
    ["aborted", { ...base, outcome: { ...pending, status: "fail", statusCode: 4019 } }],
    ["released", { ...base, wasAuthorised: true, outcome: { ...pending, status: "fail", statusCode: 4019 } }],
    ["rejected", { ...base, outcome: { ...pending, status: "fail", statusCode: 5006 } }],
    ["rejected", { ...base, outcome: { ...pending, status: "fail", statusCode: 9999 } }],
    ["expired", { ...base, outcome: { ...pending, status: "fail", statusCode: 5011 } }],
    ["expired", { ...base, outcome: { ...pending, status: "fail", statusCode: 5012 } }],
    ["captured", { ...base, outcome: { ...pending, status: "ok", statusCode: 2000 } }],
    ["attention", { ...base, outcome: { ...auth, currency: "SEK" } }],
    ["attention", { ...base, outcome: { ...auth, amount: AMOUNT + 1 } }],
    ["attention", { ...base, outcome: { ...auth, additionalAmount: ADDITIONAL + 1 } }],
    ["attention", { ...base, operations: [operation("c", "create", "refused")] }],
    [
      "attention",
      { ...base, outcome: auth, operations: [operation("c", "create", "done"), operation("r", "release", "parked")] },
    ],
  ] as [string, Facts][])("%s", (phase, facts) => {
    expect(assess(facts).phase).toBe(phase);
  });

  it("accept a customer's tip where tips are allowed", () => {
    const facts: Facts = {
      ...base,
      intent: { ...base.intent, additionalEdit: true },
      outcome: { ...auth, additionalAmount: 1500, authAdditionalAmount: 1500 },
    };
    expect(assess(facts)).toMatchObject({ phase: "authorised", authorisedAdditionalLeft: 1500 });
  });
});

describe("automatic steps of the till", () => {
  const sale: Facts = { ...base, intent: { ...base.intent, action: "SALE" } };

  it("capture a sale as soon as it is authorised, in full, once", () => {
    expect(assess({ ...sale, outcome: auth }).followUp).toEqual({
      kind: "capture",
      amount: AMOUNT,
      additionalAmount: ADDITIONAL,
    });
    for (const state of ["ready", "sending", "unknown", "done", "refused", "parked"] as const) {
      const asked = operation("k", "capture", state, { amount: AMOUNT, additionalAmount: ADDITIONAL });
      expect(assess({ ...sale, outcome: auth, operations: [...sale.operations, asked] }).followUp).toBeNull();
    }
  });

  it("capture nothing when the service has already captured, or when an operator must decide", () => {
    expect(assess({ ...sale, outcome: { ...pending, status: "ok", statusCode: 2000 } }).followUp).toBeNull();
    expect(assess({ ...sale, outcome: { ...auth, amount: 1 } }).followUp).toBeNull();
  });

  it("capture no reservation", () => {
    expect(assess({ ...base, outcome: auth }).followUp).toBeNull();
  });

  it("move no money of a payment from an unauthenticated file: an operator captures, or decides after a cancel", () => {
    const unproven = { ...sale, isUnproven: true, outcome: auth };
    expect(assess(unproven)).toMatchObject({
      ...{ phase: "authorised", followUp: null, attention: { code: "payment_unproven_reserved" } },
      steps: ["capture", "release"],
    });
    const cancelled = { ...unproven, operations: [...sale.operations, operation("a", "abort", "done")] };
    expect(assess(cancelled)).toMatchObject({ followUp: null, isReleasingUnwanted: false, late: "after_abort" });
    expect(assess({ ...unproven, outcome: null, isCodeMissing: true }).followUp).toBeNull();
  });

  it("capture no rest of a partly captured sale, even when a restore lost that capture's operation", () => {
    const captures = [{ id: "lost", amount: 4000, additionalAmount: 0, text: null }];
    const outcome = { ...auth, authAmount: AMOUNT - 4000, captures };
    const { attention, followUp, phase } = assess({ ...sale, hasLostOperations: true, outcome });
    expect([followUp, phase, attention?.code]).toEqual([null, "partly_captured", "payment_sale_rest_reserved"]);
  });

  it("release an approval that crossed an abort, and capture none of it", () => {
    const withAbort = (state: "sending" | "refused") => ({
      ...sale,
      outcome: auth,
      operations: [...sale.operations, operation("a", "abort", state)],
    });
    expect(assess(withAbort("sending")).followUp).toBeNull();
    expect(assess(withAbort("refused")).followUp).toEqual({ kind: "release" });
  });

  it.each(["ready", "sending", "unknown", "done", "refused"] as const)(
    "undo an approval after a cancel (%s), until the release ends or an operator decides",
    (state) => {
      const cancelled = { ...sale, outcome: auth, operations: [...sale.operations, operation("a", "abort", state)] };
      expect(assess(cancelled)).toMatchObject({ phase: "authorised", isReleasingUnwanted: true });
      const releasing = { ...cancelled, operations: [...cancelled.operations, operation("l", "release", "sending")] };
      expect(assess(releasing).isReleasingUnwanted).toBe(true);
      expect(assess({ ...releasing, outcome: { ...auth, status: "fail", statusCode: 4019 } }).isReleasingUnwanted).toBe(
        false,
      );
      expect(assess({ ...cancelled, isAttached: true }).isReleasingUnwanted).toBe(false);
      expect(assess({ ...cancelled, outcome: pending }).isReleasingUnwanted).toBe(false);
      const stuck = { ...cancelled, operations: [...cancelled.operations, operation("l", "release", "refused")] };
      expect(assess(stuck)).toMatchObject({ late: "after_abort", isReleasingUnwanted: false });
      expect(assess({ ...sale, outcome: auth }).isReleasingUnwanted).toBe(false);
    },
  );
});

describe("steps of an operator", () => {
  it("are empty while the service contradicts the till", () => {
    expect(assess({ ...base, outcome: { ...auth, currency: "SEK" } }).steps).toEqual([]);
  });

  it("exclude refunds in progress from the refundable amount, so pressing twice makes one refund", () => {
    const paid = {
      ...auth,
      status: "ok" as const,
      captures: [{ id: "x", amount: AMOUNT, additionalAmount: ADDITIONAL, text: null }],
    };
    const pressed = operation("r", "refund", "ready", { amount: AMOUNT, additionalAmount: ADDITIONAL });
    expect(assess({ ...base, outcome: paid }).steps).toContain("refund");
    expect(assess({ ...base, outcome: paid, operations: [...base.operations, pressed] }).steps).not.toContain("refund");
  });
});
