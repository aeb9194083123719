import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { done } from "../../../../contract/calls/errors.ts";
import { DEFAULT_COUNTER } from "../../../../contract/catalogue/counter.ts";
import type { Payment, Terminal } from "../../../../contract/payments/views.ts";
import { createActions } from "../../../../renderer/app/actions.ts";
import { FRESH_MS, followScreens } from "../../../../renderer/app/fresh-binding.ts";
import { createTillStore } from "../../../../renderer/store/store.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CANCELLED = {
  posTid: "A-1",
  action: "SALE",
  amount: 5000,
  additionalAmount: 0,
  additionalEdit: true,
  text: null,
  lines: [{ name: null, quantity: 2, unitAmount: 2500 }],
  customer: "•••4567",
  phase: "aborted",
  steps: [],
  operations: [],
  late: null,
  modifiedAt: "2026-11-22T10:00:00.000Z",
} as unknown as Payment;

function counter() {
  const started: unknown[] = [];
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const terminal = { locale: "nb-NO", currency: "NOK", confirmAbove: null, disk: "ok", people: {}, staff: null };
  store.setState({ terminal: { counter: DEFAULT_COUNTER, ...terminal } as unknown as Terminal });
  const actions = createActions({
    store,
    client: {
      async call(_name, input) {
        started.push(input);
        return done({ ...CANCELLED, posTid: `A-${started.length + 1}`, phase: "waiting" }) as never;
      },
      on: () => () => undefined,
    },
    now: () => 0,
    savePreferences: () => undefined,
  });
  return { actions, started, store };
}

describe("a changed screen", () => {
  it("is marked as fresh for a second after every change", () => {
    const { store, actions } = counter();
    followScreens(store);
    const isFresh = () => store.getState().isFresh;
    expect(isFresh()).toBe(false);
    actions.goTo("payments");
    expect(isFresh()).toBe(true);
    vi.advanceTimersByTime(FRESH_MS - 1);
    actions.open({ kind: "keys" });
    vi.advanceTimersByTime(FRESH_MS - 1);
    expect(isFresh()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isFresh()).toBe(false);
    // Neither the time nor news change a screen.
    store.setState({ now: 5, endedUnseen: ["A-9"] });
    expect(isFresh()).toBe(false);
  });

  it("is marked as fresh when its payment was replaced by another one", () => {
    const { store } = counter();
    followScreens(store);
    store.setState({ payments: { "A-1": CANCELLED }, currentId: "A-1" });
    expect(store.getState().isFresh).toBe(true);
  });
});

describe("charging again", () => {
  it("keeps the amount, the lines and the customer", async () => {
    const { store, actions, started } = counter();
    actions.enter({ type: "digit", digit: 5 });
    actions.setPhone("91 23 45 67");
    await actions.charge();
    const { draftsByPosTid } = store.getState();
    expect(Object.keys(draftsByPosTid)).toContain("A-2");
    await actions.chargeAgain({ ...CANCELLED, posTid: "A-2" });
    expect(started[1]).toEqual({
      action: "SALE",
      amount: 5000,
      additionalEdit: true,
      text: undefined,
      lines: [{ name: undefined, quantity: 2, unitAmount: 2500 }],
      customer: { kind: "phone", value: "4791234567" },
      attempt: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(store.getState().currentId).toBe("A-3");
  });

  it("sends to the number that a shown code was sent to", async () => {
    const { actions, started } = counter();
    actions.enter({ type: "digit", digit: 5 });
    await actions.charge();
    await actions.identify("A-2", "46701234567");
    await actions.chargeAgain({ ...CANCELLED, posTid: "A-2" });
    expect(started[2]).toMatchObject({ customer: { kind: "phone", value: "46701234567" } });
  });
});
