/** A counter whose start of a payment, or the response to it, is lost: no customer is charged twice. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CommandName } from "../../../contract/bridge/commands.ts";
import type { TillClient } from "../../../contract/bridge/events.ts";
import { createActions } from "../../../renderer/app/actions.ts";
import { findUnconfirmedStart } from "../../../renderer/counter/start-payment.ts";
import { ownFailure } from "../../../renderer/kit/client/own-failure.ts";
import { createTillStore } from "../../../renderer/store/store.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";
import { openTestWindow } from "../../support/window.ts";

interface Ways {
  /** Whether a start is lost `before` the till receives it, or its response `after` */
  loses: "before" | "after" | null;
  /** Whether the request for a lost start gets no response either */
  isCut: boolean;
  /** Delays the response to the request for a lost start */
  reads(): Promise<void>;
}

/** A counter without events. */
async function counterWithoutEvents(world: TestTill) {
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const ways: Ways = { loses: null, isCut: true, reads: async () => undefined };
  const client: TillClient = {
    async call(name: CommandName, input: unknown) {
      const isStart = name === "payment.start";
      if (ways.loses === "before" && isStart) return ownFailure("internal");
      if (ways.loses !== null && ways.isCut && !isStart) return ownFailure("internal");
      const answer = await world.call(name, input as never);
      if (name === "payment.list") await ways.reads();
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

type CounterWithoutEvents = Awaited<ReturnType<typeof counterWithoutEvents>>;

/** Charges 149 and loses the start `before` the till receives it, or its response `after`. */
async function chargeAndLose(
  { actions, key, ways }: CounterWithoutEvents,
  loses: Ways["loses"] = "after",
): Promise<void> {
  key(149);
  ways.loses = loses;
  await actions.charge();
  ways.loses = null;
}

/** Charges 149 and loses the response. @returns the payment, once the customer has approved it */
async function approvedUnseen(world: TestTill, counter: CounterWithoutEvents) {
  await chargeAndLose(counter);
  const [started] = (await world.must("payment.list", { limit: 200 })).items;
  const posTid = started?.posTid ?? "";
  await world.must("payment.identify", { posTid, customer: { kind: "phone", value: CUSTOMER } });
  const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
  await world.phone.approve(tid ?? "");
  return world.waitForPayment(posTid, ({ phase, action }) => phase === (action === "SALE" ? "captured" : "authorised"));
}

const amounts = async (world: TestTill) => (await world.must("payment.list", {})).items.map(({ amount }) => amount);

describe("a counter that lost the response to a start", () => {
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

  it("starts one payment and shows it when the same amount is charged again", async () => {
    await using world = await createTestTill();
    const counter = await counterWithoutEvents(world);
    const { actions, store } = counter;
    await chargeAndLose(counter);
    expect(store.getState()).toMatchObject({ currentId: null, failure: { code: "internal" } });
    await actions.charge();
    expect(await amounts(world)).toEqual([149]);
    expect(store.getState().payments[store.getState().currentId ?? ""]).toMatchObject({ amount: 149 });
  });

  it("shows the payment that was started when another amount is charged, and charges that amount after it", async () => {
    await using world = await createTestTill();
    const counter = await counterWithoutEvents(world);
    const { actions, key, store } = counter;
    await chargeAndLose(counter);
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
    const counter = await counterWithoutEvents(world);
    const { actions, key, store } = counter;
    await chargeAndLose(counter);
    const [first] = await abortOpen(world);
    key(149);
    await actions.charge();
    expect(await amounts(world)).toEqual([149, 149]);
    expect(store.getState()).toMatchObject({ failure: null, unconfirmedStart: null, currentId: expect.any(String) });
    expect(store.getState().currentId).not.toBe(first);
  });

  it("shows the ended payment, and starts no other, when the same sale is charged again", async () => {
    await using world = await createTestTill();
    const counter = await counterWithoutEvents(world);
    const { actions, store } = counter;
    await chargeAndLose(counter);
    const [first] = await abortOpen(world);
    await actions.charge();
    expect(await amounts(world)).toEqual([149]);
    expect(store.getState().currentId).toBe(first);
  });

  it("shows the payment once the till responds again", async () => {
    await using world = await createTestTill();
    const counter = await counterWithoutEvents(world);
    const { client, store } = counter;
    await chargeAndLose(counter);
    expect(store.getState().currentId).toBeNull();
    const [first] = await abortOpen(world);
    await findUnconfirmedStart({ client, store });
    expect(store.getState()).toMatchObject({ currentId: first, failure: null, unconfirmedStart: null });
  });

  it("starts no second payment when the second press reads the lost start after the first press has started one", async () => {
    await using world = await createTestTill();
    const counter = await counterWithoutEvents(world);
    const { actions, ways } = counter;
    await chargeAndLose(counter, "before");
    const reads = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const bothRead = Promise.withResolvers<void>();
    let count = 0;
    ways.reads = async () => {
      const read = reads[count === 0 ? 0 : 1];
      count += 1;
      if (count === 2) bothRead.resolve();
      await read.promise;
    };
    const first = actions.charge();
    const second = actions.charge();
    await bothRead.promise;
    reads[0].resolve();
    await first;
    reads[1].resolve();
    await second;
    ways.reads = async () => undefined;
    expect(await amounts(world)).toEqual([149]);
  });

  it("shows a captured payment with its own message before it charges the next sale", async () => {
    await using world = await createTestTill();
    const counter = await counterWithoutEvents(world);
    const { actions, key, store } = counter;
    const { posTid } = await approvedUnseen(world, counter);
    actions.enter({ type: "digit", digit: 0 });
    await actions.charge();
    expect(await amounts(world)).toEqual([149]);
    expect(store.getState()).toMatchObject({ currentId: posTid, failure: { code: "conflict", texts: "earlier.paid" } });
    actions.closeFailure();
    actions.newSale();
    key(1490);
    await actions.charge();
    expect(await amounts(world)).toEqual([1490, 149]);
  });

  it("shows a reserved payment with its own message before it charges the next sale", async () => {
    await using world = await createTestTill();
    const counter = await counterWithoutEvents(world);
    const { actions, key, store } = counter;
    actions.setAction("AUTH");
    const { posTid } = await approvedUnseen(world, counter);
    key(250);
    await actions.charge();
    expect(await amounts(world)).toEqual([149]);
    expect(store.getState()).toMatchObject({ currentId: posTid, failure: { texts: "earlier.reserved" } });
    actions.closeFailure();
    actions.newSale();
    await actions.charge();
    expect(await amounts(world)).toEqual([250, 149]);
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
        const { actions, key, store, ways } = await counterWithoutEvents(world);
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
});
