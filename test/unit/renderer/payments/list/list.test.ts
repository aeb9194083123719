import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { TillClient, TillEvent } from "../../../../../contract/bridge/events.ts";
import { done } from "../../../../../contract/calls/errors.ts";
import type { Terminal } from "../../../../../contract/payments/views.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { followTotals } from "../../../../../renderer/payments/binding.ts";
import { openPaymentId } from "../../../../../renderer/store/select.ts";
import { LIST_ROUTES } from "../../../../../renderer/store/state.ts";
import { createTillStore } from "../../../../../renderer/store/store.ts";

/** A window's list over a client whose responses the test sends. */
function list() {
  const answers: (() => void)[] = [];
  const client: TillClient = {
    call: (name) =>
      new Promise((resolve) => {
        if (name === "payment.list") answers.push(() => resolve(done({ items: [], next: null }) as never));
      }),
    on: () => () => undefined,
  };
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  store.setState({
    terminal: { timeZone: "Europe/Oslo", cutOff: "04:00", people: { requireSignIn: false } } as Terminal,
  });
  const actions = createActions({ store, client, now: () => 0, savePreferences: () => undefined });
  return { store, actions, answer: () => answers.shift()?.() };
}

describe("the list of payments", () => {
  it("is not shown as empty before it has been read", () => {
    expect(list().store.getState().list.read).toBe(false);
  });

  it("shows nothing about a search until its response", async () => {
    const { store, actions, answer } = list();
    actions.setQuery("nothing like it");
    const first = actions.readList();
    answer();
    await first;
    expect(store.getState().list).toMatchObject({ read: true, ids: [] });
    actions.setQuery("");
    expect(store.getState().list.read).toBe(false);
    const second = actions.readList();
    expect(store.getState().list).toMatchObject({ read: false, status: "loading" });
    answer();
    await second;
    expect(store.getState().list.read).toBe(true);
  });

  it("ignores the response to an older search", async () => {
    const { store, actions, answer } = list();
    const first = actions.readList();
    actions.setQuery("149");
    answer();
    await first;
    expect(store.getState().list.read).toBe(false);
  });
});

/** The list on the screen, with totals from the test: this many payments. */
function shownTotals({ read = true } = {}) {
  const answers: ((count: number) => Promise<void>)[] = [];
  const asked: unknown[] = [];
  const listeners = new Set<(event: TillEvent) => void>();
  const client: TillClient = {
    call: (name, input) =>
      new Promise((resolve) => {
        if (name !== "payment.totals") return;
        asked.push(input);
        answers.push((count) => {
          resolve(done({ count, sums: null, booked: null }) as never);
          return Promise.resolve();
        });
      }),
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const terminal = { timeZone: "Europe/Oslo", cutOff: "04:00", people: { requireSignIn: false } } as Terminal;
  store.setState(({ list }) => ({ terminal, list: { ...list, read } }));
  const actions = createActions({ store, client, now: () => 0, savePreferences: () => undefined });
  onTestFinished(followTotals(store, client, actions));
  return {
    answers,
    go: (route: "charge" | "payments") => store.setState({ route }),
    sell() {
      for (const listener of listeners) listener({ type: "payment.changed" } as TillEvent);
    },
    count: () => store.getState().list.totals?.count ?? null,
    store,
    actions,
    asked,
  };
}

describe("the totals of the list", () => {
  it("are hidden when it is opened again, also after a late response", async () => {
    const { answers, go, count } = shownTotals();
    go("payments");
    await answers[0]?.(1);
    expect(count()).toBe(1);
    go("charge");
    go("payments");
    expect(count()).toBeNull();
    go("charge");
    await answers[1]?.(1);
    expect(count()).toBeNull();
    go("payments");
    go("charge");
    go("payments");
    await answers[2]?.(1);
    expect(count()).toBeNull();
    await answers[3]?.(2);
    expect(count()).toBe(2);
  });

  it("are requested immediately and after each sale, also while the list is still loading", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { answers, go, sell, count } = shownTotals({ read: false });
    go("payments");
    expect(answers).toHaveLength(1);
    sell();
    await answers[0]?.(1);
    expect(count()).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    await answers[1]?.(2);
    expect(count()).toBe(2);
  });

  it("follow the filter that the list was opened with, and not the previous one", () => {
    const { store, actions, asked } = shownTotals();
    store.setState({ route: "reports" });
    actions.openPayments({ person: "Kari" });
    expect(asked).toMatchObject([{ person: "Kari" }]);
  });

  it("are requested when they are shown alone", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { answers, go, sell } = shownTotals();
    go("payments");
    sell();
    go("charge");
    await vi.advanceTimersByTimeAsync(1000);
    expect(answers).toHaveLength(1);
  });
});

describe("a payment that is opened from another screen", () => {
  it("is next to a list that contains it, whatever the previous filter", () => {
    const { store, actions } = list();
    actions.setFilter({ state: "attention" });
    store.setState({ route: "reports" });
    actions.select("TILL-1");
    expect(store.getState()).toMatchObject({ route: "payments", selectedId: "TILL-1" });
    expect(store.getState().list.filter).toMatchObject({ state: "all", days: { kind: "all" } });
  });
});

describe("a figure of a report", () => {
  it("opens the list with its filter, which replaces the previous one", () => {
    const { store, actions } = list();
    actions.setFilter({ query: "149", state: "failed" });
    actions.goTo("reports");
    const [from, to] = ["2026-11-20T03:00:00.000Z", "2026-11-20T17:12:31.400Z"];
    actions.openPayments({ from, to, outcome: "refunded", person: "Ada" });
    expect(store.getState()).toMatchObject({ route: "payments", selectedId: null });
    expect(store.getState().list).toMatchObject({
      read: false,
      filter: {
        query: "",
        days: { kind: "times", from, to },
        state: "all",
        booked: "refunded",
        person: { name: "Ada" },
      },
    });
  });
});

describe("the way back from a payment", () => {
  it("returns to the list that opened it, which stayed open", () => {
    const { store, actions } = list();
    for (const route of LIST_ROUTES) {
      actions.goTo(route);
      actions.select("A1B2-0001-ABCDEFGH");
      expect([store.getState().route, openPaymentId(store.getState())]).toEqual([route, "A1B2-0001-ABCDEFGH"]);
      actions.select(null);
      expect(store.getState()).toMatchObject({ route, selectedId: null });
    }
  });

  it("returns to the page that opened it, when that has no list", () => {
    const { store, actions } = list();
    actions.goTo("reports");
    actions.select("A1B2-0001-ABCDEFGH");
    expect(store.getState().route).toBe("payments");
    actions.select(null);
    expect(store.getState()).toMatchObject({ route: "reports", selectedId: null });
  });

  it("stays in the list once another payment was chosen there", () => {
    const { store, actions } = list();
    actions.goTo("reports");
    actions.select("A1B2-0001-ABCDEFGH");
    actions.select("A1B2-0002-ABCDEFGH");
    actions.select(null);
    expect(store.getState()).toMatchObject({ route: "payments", selectedId: null });
  });

  it("does not affect another list: an open payment belongs to one list", () => {
    const { store, actions } = list();
    actions.goTo("reserved");
    actions.select("A1B2-0001-ABCDEFGH");
    actions.goTo("payments");
    expect(openPaymentId(store.getState())).toBeNull();
    actions.goTo("reserved");
    expect(openPaymentId(store.getState())).toBe("A1B2-0001-ABCDEFGH");
  });
});
