/** Registers at a cashier's counter: shown and waiting payments, and the notices to main. */
import { describe, expect, it } from "vitest";
import type { Payment, Terminal } from "../../../../contract/payments/views.ts";
import { followRegisters, followTyping } from "../../../../renderer/counter/registers.ts";
import { EMPTY_DRAFT } from "../../../../renderer/store/state.ts";
import { createTillStore } from "../../../../renderer/store/store.ts";

const PREFERENCES = { theme: "light", language: "en", sound: false, unitsFirst: "minor" } as const;
const TERMINAL = { mode: "counter", registers: true, people: { hasOwner: true }, connectivity: "online" };
const KEYED = { ...EMPTY_DRAFT, note: "two coffees" };

function payment(posTid: string, facts: Partial<Payment> = {}): Payment {
  const usual = { phase: "draft", qr: {}, register: "A", action: "SALE", operations: [], steps: [], asked: "no" };
  return { ...usual, posTid, expiresAt: null, codeUntil: null, checkingSince: null, late: null, ...facts } as Payment;
}

function counter() {
  const store = createTillStore(0, PREFERENCES);
  store.setState({ terminal: TERMINAL as unknown as Terminal });
  followRegisters(store);
  const change = (posTid: string, facts: Partial<Payment> = {}) =>
    store.setState(({ payments }) => ({ payments: { ...payments, [posTid]: payment(posTid, facts) } }));
  const shown = () => {
    const { currentId, otherSales } = store.getState();
    return [currentId, ...otherSales];
  };
  return { store, change, shown };
}

describe("a register's payment", () => {
  it("is shown at a free counter, and the next one after it, in order of arrival", () => {
    const { change, shown } = counter();
    change("1");
    expect(shown()).toEqual(["1"]);
    change("2");
    change("3");
    expect(shown()).toEqual(["1", "3", "2"]);
    change("1", { phase: "captured" });
    expect(shown()[0]).toBe("2");
    change("2", { phase: "aborted" });
    expect(shown()[0]).toBe("3");
  });

  it("never replaces a cashier's draft, or a customer's open payment", () => {
    const { store, change, shown } = counter();
    store.setState({ draft: KEYED });
    change("1");
    expect(shown()).toEqual([null, "1"]);
    store.setState({
      draft: EMPTY_DRAFT,
      currentId: "own",
      payments: { ...store.getState().payments, own: payment("own", { register: null }) },
    });
    expect(shown()).toEqual(["own", "1"]);
    change("own", { register: null, phase: "captured" });
    expect(shown()[0]).toBe("own");
    store.setState({ currentId: null });
    expect(shown()[0]).toBe("1");
  });

  it("that a cashier left to its customer is not shown again automatically", () => {
    const { store, change, shown } = counter();
    change("1");
    store.setState({ currentId: null, otherSales: ["1"] });
    change("1", { phase: "waiting" });
    expect(shown()).toEqual([null, "1"]);
  });

  it("is the till's own when it was started at the till", () => {
    const { change, shown } = counter();
    change("1", { register: null });
    expect(shown()).toEqual([null]);
  });
});

describe("main", () => {
  it("is notified while a user keys in a sale, every half minute, and when it ends", () => {
    const store = createTillStore(0, PREFERENCES);
    const told: unknown[] = [];
    followTyping(store, { call: async (name, input) => void told.push([name, input]) as never });
    store.setState({ draft: KEYED });
    expect(told).toEqual([]);
    store.setState({ terminal: TERMINAL as unknown as Terminal, now: 1000 });
    store.setState({ now: 20_000 });
    store.setState({ now: 31_000 });
    expect(told).toEqual(Array(2).fill(["display.typing", { typing: true }]));
    // An idle draft is no longer reported.
    store.setState({ now: 500_000 });
    store.setState({ draft: EMPTY_DRAFT });
    expect(told.slice(2)).toEqual([["display.typing", { typing: false }]]);
  });
});
