import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AUTHORISATION_MS,
  abort,
  approve,
  authorisedLeft,
  CODES,
  capture,
  captured,
  expire,
  heldAmount,
  type PaymentState,
  type Portion,
  reauthorise,
  refund,
  refunded,
  reject,
  release,
  type Step,
} from "../../../sandbox/state/payment-machine.ts";

const NOW = 1_000_000;

function pending(changes: Partial<PaymentState> = {}): PaymentState {
  return {
    action: "AUTH",
    amount: 10_000,
    additionalAmount: 500,
    additionalEdit: false,
    status: "pending",
    statusCode: CODES.pending,
    modifiedAt: 0,
    expiresAt: NOW + 300_000,
    captures: [],
    refunds: [],
    ...changes,
  };
}

function stateAfter(step: Step): PaymentState {
  if (!step.ok) throw new Error(`${step.field} ${step.because}`);
  return step.payment;
}

type Move = (payment: PaymentState, now: number) => Step;

const portions: fc.Arbitrary<Portion> = fc.oneof(
  fc.constant("rest" as const),
  fc.record({ id: fc.constantFrom("a", "b", "c", "d"), amount: fc.nat(6_000), additionalAmount: fc.nat(400) }),
);
const moves: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.option(fc.nat(900)).map(
      (tip): Move =>
        (one, now) =>
          approve(one, now, tip, null, false),
    ),
  },
  {
    weight: 6,
    arbitrary: portions.map(
      (portion): Move =>
        (one, now) =>
          capture(one, now, portion),
    ),
  },
  {
    weight: 4,
    arbitrary: portions.map(
      (portion): Move =>
        (one, now) =>
          refund(one, now, portion, null),
    ),
  },
  fc.constantFrom<Move>(reauthorise, abort, reject),
  fc.boolean().map(
    (failsAfterPart): Move =>
      (one, now) =>
        release(one, now, failsAfterPart),
  ),
  fc.boolean().map(
    (failsAfterPart): Move =>
      (one, now) =>
        expire(one, now, failsAfterPart),
  ),
);
const histories = fc.record({
  start: fc.record({ additionalEdit: fc.boolean(), action: fc.constantFrom("AUTH" as const, "SALE" as const) }),
  steps: fc.array(fc.record({ move: moves, wait: fc.constantFrom(1, 1000, 86_400_000) }), { maxLength: 25 }),
});

/** All states of a history, without refused moves. */
function replay({ start, steps }: typeof histories extends fc.Arbitrary<infer T> ? T : never): PaymentState[] {
  const states = [pending(start)];
  let now = NOW;
  for (const { move, wait } of steps) {
    now += wait;
    const step = move(states.at(-1) ?? pending(), now);
    if (step.ok) states.push(step.payment);
  }
  return states;
}

describe("a payment, in any order of events", () => {
  it("keeps captured within authorised and refunded within captured, separately for amount and additional amount", () => {
    fc.assert(
      fc.property(histories, (history) => {
        for (const state of replay(history)) {
          const [taken, given] = [captured(state), refunded(state)];
          expect(taken.amount).toBeLessThanOrEqual(state.amount);
          expect(taken.additionalAmount).toBeLessThanOrEqual(state.additionalAmount);
          expect(given.amount).toBeLessThanOrEqual(taken.amount);
          expect(given.additionalAmount).toBeLessThanOrEqual(taken.additionalAmount);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("makes only the transitions of G11, and each status has its codes", () => {
    const legal = new Set([
      "pending>pending",
      "pending>auth",
      "pending>fail",
      "auth>auth",
      "auth>ok",
      "auth>fail",
      "ok>ok",
      "fail>fail",
    ]);
    const codes = { pending: [1003], auth: [3008], ok: [2000], fail: [4019, 5006, 5011, 5012] };
    fc.assert(
      fc.property(histories, (history) => {
        const states = replay(history);
        for (const [index, state] of states.entries()) {
          const before = states[index - 1] ?? state;
          expect(legal).toContain(`${before.status}>${state.status}`);
          expect(codes[state.status]).toContain(state.statusCode);
          expect(state.expiresAt === null).toBe(state.status === "ok" || state.status === "fail");
          if (state.status === "fail" && [5006, 5011].includes(state.statusCode)) expect(state.captures).toEqual([]);
          if (state.status === "ok") expect(state.captures.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("applies a repeated move once, and uses ids once", () => {
    fc.assert(
      fc.property(histories, portions, fc.boolean(), (history, portion, giveBack) => {
        const state = replay(history).at(-1) ?? pending();
        const move: Move = giveBack
          ? (one, now) => refund(one, now, portion, null)
          : (one, now) => capture(one, now, portion);
        const once = move(state, NOW);
        if (!once.ok) return;
        const twice = stateAfter(move(once.payment, NOW + 1));
        expect(twice).toBe(once.payment);
        for (const made of [twice.captures, twice.refunds])
          expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
      }),
      { numRuns: 500 },
    );
  });

  it("never holds more than the approved amount, and releases it completely", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const state = replay(history).at(-1) ?? pending();
        expect(heldAmount(state)).toBeGreaterThanOrEqual(0);
        expect(heldAmount(state)).toBeLessThanOrEqual(state.amount + state.additionalAmount);
        const given = refunded(state);
        const taken = captured(state);
        const left = authorisedLeft(state);
        const total = taken.amount + taken.additionalAmount - given.amount - given.additionalAmount;
        expect(heldAmount(state)).toBe(total + left.amount + left.additionalAmount);
      }),
      { numRuns: 300 },
    );
  });
});

describe("acceptance", () => {
  it("allows three days from then", () => {
    expect(stateAfter(approve(pending(), NOW, null, null, false)).expiresAt).toBe(NOW + AUTHORISATION_MS);
  });

  it("of a SALE can capture immediately, of an AUTH never", () => {
    const sale = approve(pending({ action: "SALE" }), NOW, null, null, true);
    expect(sale).toMatchObject({ event: "payment_authorized", payment: { status: "ok", statusCode: 2000 } });
    expect(stateAfter(sale).captures).toEqual([{ id: null, amount: 10_000, additionalAmount: 500 }]);
    expect(stateAfter(approve(pending(), NOW, null, null, true)).status).toBe("auth");
  });

  it.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER])("refuses a tip of %d", (tip) => {
    expect(approve(pending({ additionalEdit: true }), NOW, tip, null, false).ok).toBe(false);
  });

  it.each([
    ["insufficientFunds", 5007],
    ["amountLimit", 5008],
    ["dayLimit", 5009],
    ["limit", 5101],
  ] as const)("fails for %s with %d", (refusal, code) => {
    expect(stateAfter(approve(pending(), NOW, null, refusal, false))).toMatchObject({
      status: "fail",
      statusCode: code,
    });
  });
});

describe("expiry", () => {
  it("happens at its time and not before, with that date", () => {
    const state = pending();
    expect(stateAfter(expire(state, NOW + 299_999, false))).toBe(state);
    expect(stateAfter(expire(state, NOW + 999_999, false))).toMatchObject({
      statusCode: 5011,
      modifiedAt: NOW + 300_000,
    });
  });

  it.each([
    [false, "ok", 2000, 2000],
    [true, "fail", 5012, 4019],
  ])("of a partly captured authorisation (fails: %s) ends as %s", (fails, status, expiry, released) => {
    const part = stateAfter(
      capture(stateAfter(approve(pending(), NOW, null, null, false)), NOW, { id: "k", amount: 1, additionalAmount: 0 }),
    );
    expect(stateAfter(expire(part, NOW + AUTHORISATION_MS, fails))).toMatchObject({ status, statusCode: expiry });
    const after = stateAfter(release(part, NOW, fails));
    expect(after).toMatchObject({ status, statusCode: released, captures: [{ id: "k" }] });
    expect(stateAfter(refund(after, NOW, "rest", null)).refunds).toMatchObject([{ amount: 1 }]);
  });
});
