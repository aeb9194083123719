import { beforeAll, describe, expect, it } from "vitest";
import type { TillClient, TillEvent } from "../../../../../contract/bridge/events.ts";
import { done } from "../../../../../contract/calls/errors.ts";
import type { Terminal } from "../../../../../contract/payments/views.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { followShell } from "../../../../../renderer/app/shell-binding.ts";
import { createTillStore } from "../../../../../renderer/store/store.ts";
import { startAllTexts } from "../../../../support/texts.ts";

beforeAll(() => startAllTexts("en"));

/** A window with a manual clock, over a client that counts. */
function window(staff: Terminal["staff"] = null) {
  const calls: string[] = [];
  const listeners: ((event: TillEvent) => void)[] = [];
  const client: TillClient = {
    async call(name) {
      calls.push(name);
      return done({}) as never;
    },
    on: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const clock = { now: 1_000_000 };
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  store.setState({ terminal: { staff } as Terminal });
  const actions = createActions({ store, client, now: () => clock.now, savePreferences: () => undefined });
  followShell(store, client, actions);
  const tell = (event: TillEvent) => {
    for (const listener of listeners) listener(event);
  };
  return { actions, calls, clock, store, tell };
}

describe("a touch of the window", () => {
  it.each([
    ["no user is signed in", null],
    ["a user is signed in", { role: "cashier", name: "Kari" } as Terminal["staff"]],
  ])("reports to main that the till is in use while %s, and not at every key", (_who, staff) => {
    const { actions, calls, clock } = window(staff);
    for (let key = 0; key < 30; key += 1) {
      actions.touch();
      clock.now += 1000;
    }
    expect(calls).toEqual(["staff.touch", "staff.touch"]);
  });

  it("reports nothing before the till's state is known", () => {
    const { actions, calls, store } = window();
    store.setState({ terminal: null });
    actions.touch();
    expect(calls).toEqual([]);
  });
});

it("a touch shows a message for a blocked action in a kiosk", () => {
  const { store, tell, clock } = window();
  tell({ type: "shell.refused", what: "save" });
  expect(store.getState().notice).toMatchObject({ kind: "notSaved" });
  tell({ type: "shell.refused", what: "copy" });
  expect(store.getState().notice).toMatchObject({ kind: "notCopied" });
  expect(store.getState().notice?.until).toBeGreaterThan(clock.now);
});
