import { describe, expect, it } from "vitest";
import type { Payment } from "../../../../contract/payments/views.ts";
import { endedUnseenAfter, followEnds, hasEnded, withoutNotices } from "../../../../renderer/app/ended-payments.ts";
import type { TillState } from "../../../../renderer/store/state.ts";
import { createTillStore } from "../../../../renderer/store/store.ts";

function payment(posTid: string, facts: Partial<Payment>): Payment {
  return { posTid, action: "SALE", phase: "waiting", late: null, abortRequested: false, ...facts } as Payment;
}

describe("a payment that ends", () => {
  it.each([
    ["waiting", "captured", {}, true],
    ["draft", "rejected", {}, true],
    ["queued", "expired", {}, true],
    ["waiting", "attention", {}, true],
    ["attention", "captured", {}, true],
    ["waiting", "authorised", { action: "AUTH" }, true],
    // An approved sale is only paid once it is captured.
    ["waiting", "authorised", {}, false],
    ["authorised", "captured", {}, true],
    // The user captures a reservation and cancels a payment themselves.
    ["authorised", "captured", { action: "AUTH" }, false],
    ["waiting", "aborted", { abortRequested: true }, false],
    ["draft", "aborted", { abortRequested: true, codeRanOut: true }, true],
    ["waiting", "authorised", { action: "AUTH", undoing: true }, false],
    ["authorised", "released", {}, false],
    ["captured", "refunded", {}, false],
    ["queued", "waiting", {}, false],
    ["attention", "attention", {}, false],
    ["expired", "captured", { late: { because: "after_end", since: "" } }, false],
  ] as const)("from %s to %s (%j): news is %s", (from, to, facts, expected) => {
    const change = { ...facts, operations: [] };
    expect(hasEnded(payment("p", { ...change, phase: from }), payment("p", { ...change, phase: to }))).toBe(expected);
  });
});

describe("the news of ended payments", () => {
  const before = { a: payment("a", {}), b: payment("b", {}) };
  const after = { a: payment("a", { phase: "captured" }), b: payment("b", { phase: "rejected" }) };
  const state = (changes: Partial<TillState>) =>
    ({
      route: "reserved",
      currentId: null,
      otherSales: [],
      selectedId: null,
      selectedIn: "payments",
      endedUnseen: [],
      payments: after,
      ...changes,
    }) as TillState;

  it("includes each one, but not the payment on the screen", () => {
    expect(endedUnseenAfter(state({}), { payments: before })).toEqual(["a", "b"]);
    expect(endedUnseenAfter(state({ route: "charge", currentId: "a" }), { payments: before })).toEqual(["b"]);
    expect(endedUnseenAfter(state({ route: "payments", selectedId: "b" }), { payments: before })).toEqual(["a"]);
    // At the counter, while the cashier uses another screen.
    expect(endedUnseenAfter(state({ currentId: "a" }), { payments: before })).toEqual(["a", "b"]);
  });

  it("stays during other events, and disappears when the payment is opened or dismissed", () => {
    const store = createTillStore(0, { theme: "system", language: "en", sound: false, unitsFirst: "minor" });
    const stop = followEnds(store);
    store.setState({ route: "reserved", payments: before });
    store.setState({ payments: after });
    expect(store.getState().endedUnseen).toEqual(["a", "b"]);
    store.setState({ route: "charge", payments: { ...after, c: payment("c", { phase: "captured" }) } });
    expect(store.getState().endedUnseen).toEqual(["a", "b"]);
    store.setState({ route: "payments", selectedId: "a" });
    expect(store.getState().endedUnseen).toEqual(["b"]);
    store.setState((now) => withoutNotices(now));
    expect(store.getState().endedUnseen).toEqual([]);
    stop();
  });

  it("also hides the result once dismissed", () => {
    expect(withoutNotices(state({ currentId: "b", endedUnseen: ["a"] }))).not.toHaveProperty("currentId");
    expect(withoutNotices(state({ currentId: "b", endedUnseen: ["a", "b"] }))).toEqual({
      endedUnseen: [],
      lateMoneyUnseen: null,
      otherSales: [],
      currentId: null,
    });
    expect(withoutNotices(state({ route: "charge", currentId: "b", endedUnseen: ["a"] }))).not.toHaveProperty(
      "currentId",
    );
  });
});
