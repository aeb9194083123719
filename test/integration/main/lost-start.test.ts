/** The counter whose question to begin a payment is answered, and the answer never arrives: nobody is charged twice. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CommandName } from "../../../contract/commands.ts";
import type { TillClient } from "../../../contract/events.ts";
import { createActions } from "../../../renderer/app/actions.ts";
import { findUnanswered } from "../../../renderer/counter/beginning.ts";
import { ownFailure } from "../../../renderer/kit/client/own-failure.ts";
import { createTillStore } from "../../../renderer/store/till-store.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";
import { openTestWindow } from "../../support/window.ts";

/**
 * A counter without events. `loses`: whether a start is lost `before` the till receives it, or its response `after`.
 * `isCut`: whether the question for a lost start gets no response either.
 */
async function deafCounter(world: TestTill) {
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const ways: { loses: "before" | "after" | null; isCut: boolean } = { loses: null, isCut: true };
  const client: TillClient = {
    async call(name: CommandName, input: unknown) {
      const isStart = name === "payment.start";
      if (ways.loses === "before" && isStart) return ownFailure("internal");
      if (ways.loses !== null && ways.isCut && !isStart) return ownFailure("internal");
      const answer = await world.call(name, input as never);
      return ways.loses === "after" && isStart ? ownFailure("internal") : (answer as never);
    },
    on: () => () => undefined,
  };
  const actions = createActions({ store, client, now: () => 0, savePreferences: () => undefined });
  store.setState({ terminal: await world.must("terminal.get", {}) });
  const key = (amount: number) => {
    actions.enter({ type: "clear" });
    for (const digit of String(amount)) actions.enter({ type: "digit", digit: Number(digit) });
  };
  return { store, actions, client, ways, key };
}

/** Ends all open payments without the window. */
async function abortOpen(world: TestTill): Promise<string[]> {
  const { items } = await world.must("payment.list", { phases: ["draft"] });
  for (const { posTid } of items) await world.must("payment.abort", { posTid });
  return items.map(({ posTid }) => posTid);
}

const amounts = async (world: TestTill) => (await world.must("payment.list", {})).items.map(({ amount }) => amount);

it("shows the payment at once and clears its amount when only the response to the start is lost", async () => {
  await using world = await createTestTill();
  await using window = await openTestWindow(world);
  const { actions, network, state } = window;
  network.after = async (path) => {
    if (path === "/bridge/payment.start") throw new TypeError("aborted");
  };
  for (const digit of [1, 4, 9]) actions.enter({ type: "digit", digit });
  await actions.charge();
  await window.until(() => state().currentId !== null && state().failure === null);
  await actions.charge();
  expect(await amounts(world)).toEqual([149]);
  expect(state().draft.entry.typing).toEqual({ kind: "nothing" });
});

it("begins one payment, and shows it, when it charges the same amount again", async () => {
  await using world = await createTestTill();
  const { actions, key, store, ways } = await deafCounter(world);
  key(149);
  ways.loses = "after";
  await actions.charge();
  expect(store.getState()).toMatchObject({ currentId: null, failure: { code: "internal" } });
  ways.loses = null;
  await actions.charge();
  expect(await amounts(world)).toEqual([149]);
  expect(store.getState().payments[store.getState().currentId ?? ""]).toMatchObject({ amount: 149 });
});

it("is shown the payment that was begun when it charges another amount, and charges that one after it", async () => {
  await using world = await createTestTill();
  const { actions, key, store, ways } = await deafCounter(world);
  key(149);
  ways.loses = "after";
  await actions.charge();
  ways.loses = null;
  key(250);
  await actions.charge();
  expect(await amounts(world)).toEqual([149]);
  const first = store.getState().currentId ?? "";
  expect(store.getState().payments[first]).toMatchObject({ amount: 149 });
  expect(store.getState().failure).toMatchObject({ code: "conflict" });
  actions.closeFailure();
  actions.nextCustomer();
  await actions.charge();
  expect(await amounts(world)).toEqual([250, 149]);
});

it("starts a new payment for the next sale when the earlier one ended and its response was lost", async () => {
  await using world = await createTestTill();
  const { actions, key, store, ways } = await deafCounter(world);
  key(149);
  ways.loses = "after";
  await actions.charge();
  const [first] = await abortOpen(world);
  ways.loses = null;
  key(149);
  await actions.charge();
  expect(await amounts(world)).toEqual([149, 149]);
  expect(store.getState()).toMatchObject({ failure: null, unanswered: null, currentId: expect.any(String) });
  expect(store.getState().currentId).not.toBe(first);
});

it("shows the ended payment, and starts no other, when the same sale is charged again", async () => {
  await using world = await createTestTill();
  const { actions, key, store, ways } = await deafCounter(world);
  key(149);
  ways.loses = "after";
  await actions.charge();
  const [first] = await abortOpen(world);
  ways.loses = null;
  await actions.charge();
  expect(await amounts(world)).toEqual([149]);
  expect(store.getState().currentId).toBe(first);
});

it("shows the payment once the till responds again", async () => {
  await using world = await createTestTill();
  const { actions, client, key, store, ways } = await deafCounter(world);
  key(149);
  ways.loses = "after";
  await actions.charge();
  expect(store.getState().currentId).toBeNull();
  ways.loses = null;
  const [first] = await abortOpen(world);
  await findUnanswered({ client, store });
  expect(store.getState()).toMatchObject({ currentId: first, failure: null, unanswered: null });
});

it("starts one payment for each sale and shows no payment for two, whichever responses are lost", async () => {
  await using world = await createTestTill();
  const charges = fc.record({
    amount: fc.constantFrom(100, 200),
    loses: fc.constantFrom("before", "after", null),
    isCut: fc.boolean(),
    ends: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(charges, { minLength: 1, maxLength: 6 }), async (tries) => {
      const { actions, key, store, ways } = await deafCounter(world);
      await abortOpen(world);
      const before = (await amounts(world)).length;
      const shown = new Set<string>();
      for (const { amount, ends, ...lost } of [...tries, { amount: 100, loses: null, isCut: false, ends: false }]) {
        actions.closeFailure();
        Object.assign(ways, lost);
        key(amount);
        await actions.charge();
        const { currentId } = store.getState();
        if (currentId === null) {
          if (ends) for (const posTid of await abortOpen(world)) shown.add(posTid);
          continue;
        }
        expect([...shown]).not.toContain(currentId);
        shown.add(currentId);
        actions.closeFailure();
        actions.nextCustomer();
      }
      expect((await amounts(world)).length - before).toBe(shown.size);
    }),
    { numRuns: 15 },
  );
});
