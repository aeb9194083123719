/** A counter whose request to start a payment is answered, and the response never arrives: no customer is charged twice. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CommandName } from "../../../contract/commands.ts";
import { createActions } from "../../../renderer/app/actions.ts";
import { followUnanswered } from "../../../renderer/counter/beginning.ts";
import { ownFailure } from "../../../renderer/kit/client/own-failure.ts";
import { createTillStore } from "../../../renderer/store/till-store.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";
import { openTestWindow } from "../../support/window.ts";

/** A counter that receives responses and no events; `loses`: which of them, `before` the till has heard or `after` it has done it. */
async function deafCounter(world: TestTill) {
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  followUnanswered(store);
  const ways: { loses: "before" | "after" | null } = { loses: null };
  const actions = createActions({
    store,
    client: {
      async call(name: CommandName, input: unknown) {
        const loses = name === "payment.start" ? ways.loses : null;
        if (loses === "before") return ownFailure("internal");
        const answer = await world.call(name, input as never);
        return loses === "after" ? ownFailure("internal") : (answer as never);
      },
      on: () => () => undefined,
    },
    now: () => 0,
    savePreferences: () => undefined,
  });
  store.setState({ terminal: await world.must("terminal.get", {}) });
  const key = (amount: number) => {
    actions.enter({ type: "clear" });
    for (const digit of String(amount)) actions.enter({ type: "digit", digit: Number(digit) });
  };
  return { store, actions, ways, key };
}

const amounts = async (world: TestTill) => (await world.must("payment.list", {})).items.map(({ amount }) => amount);

it("shows the payment as soon as its window knows it, and clears the amount", async () => {
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

it("shows the payment that was started when it charges another amount, and charges that one after it", async () => {
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

it("begins one payment for each sale that it shows, whichever answers are lost", async () => {
  await using world = await createTestTill();
  const charges = fc.record({ amount: fc.constantFrom(100, 200), loses: fc.constantFrom("before", "after", null) });
  await fc.assert(
    fc.asyncProperty(fc.array(charges, { minLength: 1, maxLength: 6 }), async (tries) => {
      const { actions, key, store, ways } = await deafCounter(world);
      const before = (await amounts(world)).length;
      const shown = new Set<string>();
      for (const { amount, loses } of [...tries, { amount: 100, loses: null }]) {
        actions.closeFailure();
        ways.loses = loses;
        key(amount);
        await actions.charge();
        const { currentId } = store.getState();
        if (currentId === null) continue;
        shown.add(currentId);
        actions.closeFailure();
        actions.nextCustomer();
      }
      expect((await amounts(world)).length - before).toBe(shown.size);
    }),
    { numRuns: 15 },
  );
});
