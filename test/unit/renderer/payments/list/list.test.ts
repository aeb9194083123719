import { describe, expect, it } from "vitest";
import { done } from "../../../../../contract/errors.ts";
import type { TillClient } from "../../../../../contract/events.ts";
import type { Terminal } from "../../../../../contract/views.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { createTillStore } from "../../../../../renderer/store/till-store.ts";

/** A window's list over a client whose answers come when the test says so. */
function list() {
  const answers: (() => void)[] = [];
  const client: TillClient = {
    call: () =>
      new Promise((resolve) => {
        answers.push(() => resolve(done({ items: [], next: null }) as never));
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
  it("is not empty before it has been read", () => {
    expect(list().store.getState().list.read).toBe(false);
  });

  it("says nothing about a search until that search has been read", async () => {
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

  it("passes over the answer to an older search", async () => {
    const { store, actions, answer } = list();
    const first = actions.readList();
    actions.setQuery("149");
    answer();
    await first;
    expect(store.getState().list.read).toBe(false);
  });
});

describe("the way back from a payment", () => {
  it("leads to the list that it was opened from", () => {
    const { store, actions } = list();
    for (const route of ["reserved", "inbox", "payments"] as const) {
      actions.goTo(route);
      actions.select("A1B2-0001-ABCDEFGH");
      expect(store.getState().route).toBe("payments");
      actions.select(null);
      expect(store.getState()).toMatchObject({ route, selectedId: null });
    }
  });

  it("stays in the list once another payment was chosen there", () => {
    const { store, actions } = list();
    actions.goTo("reserved");
    actions.select("A1B2-0001-ABCDEFGH");
    actions.select("A1B2-0002-ABCDEFGH");
    actions.select(null);
    expect(store.getState()).toMatchObject({ route: "payments", selectedId: null });
  });
});
