/** Bounds the payments that a window keeps. */
import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/calls/errors.ts";
import type { Payment, Terminal } from "../../../../contract/payments/views.ts";
import { takeEvent } from "../../../../renderer/app/binding.ts";
import { followLength, followSelection } from "../../../../renderer/payments/binding.ts";
import { MAX_PAYMENTS } from "../../../../renderer/store/drop-payments.ts";
import { openCounter } from "../../../support/counter.ts";

const DAY = 1_200;

function paymentOf(number: number, changes: Partial<Payment> = {}): Payment {
  const at = new Date(Date.UTC(2026, 10, 25, 8) + number * 1000).toISOString();
  const over = { phase: "aborted", action: "SALE", steps: [], operations: [], late: null };
  const nothingLeft = { authorisedLeft: 0, authorisedAdditionalLeft: 0 };
  return { posTid: `A-${number}`, createdAt: at, modifiedAt: at, ...over, ...nothingLeft, ...changes } as Payment;
}

/** A window that lists every payment. */
async function openWindow() {
  const counter = openCounter();
  const { store, actions } = counter;
  store.setState(({ list, terminal }) => ({
    terminal: { ...terminal, timeZone: "Europe/Oslo", cutOff: "04:00" } as unknown as Terminal,
    list: { ...list, filter: { ...list.filter, days: { kind: "all" } } },
  }));
  followLength(store, actions);
  await actions.readList();
  return counter;
}

/** A window at its counter on a day of sales that end immediately, except for those that the test changes. */
async function day(changes: Record<number, Partial<Payment>> = {}) {
  const { store, called } = await openWindow();
  const read = called.length;
  for (let number = 0; number < DAY; number += 1) {
    takeEvent(store, { type: "payment.changed", payment: paymentOf(number, changes[number]) });
    await Promise.resolve();
  }
  await new Promise(setImmediate);
  return { store, lists: called.slice(read).filter(([name]) => name === "payment.list").length };
}

describe("a window that stays open", () => {
  it("has a bounded number of payments and a bounded list", async () => {
    const { store, lists } = await day();
    expect(Object.keys(store.getState().payments).length).toBeLessThanOrEqual(2 * MAX_PAYMENTS + 1);
    expect(store.getState().list.ids.length).toBeLessThanOrEqual(MAX_PAYMENTS + 1);
    expect(lists).toBeLessThanOrEqual(DAY / MAX_PAYMENTS);
  });

  it("keeps open, reserved, unsettled and late payments, and the newest", async () => {
    const { store } = await day({
      1: { phase: "waiting" },
      2: { phase: "authorised", action: "AUTH", authorisedLeft: 100 },
      3: { operations: [{ state: "sending" }] as unknown as Payment["operations"] },
      4: { late: { since: "2026-11-25T08:00:00.000Z" } as Payment["late"] },
      5: { phase: "attention" },
    });
    const { payments } = store.getState();
    for (const number of [1, 2, 3, 4, 5, DAY - 1]) expect(payments[`A-${number}`]).toBeDefined();
    expect(payments["A-6"]).toBeUndefined();
  });

  it("keeps a payment with a register's refund request, and reloads one that a report opens", async () => {
    const { store } = await openWindow();
    store.setState({ refundRequests: [{ posTid: "A-7" }] as never });
    for (let number = 0; number < DAY; number += 1) {
      takeEvent(store, { type: "payment.changed", payment: paymentOf(number) });
      await Promise.resolve();
    }
    expect(store.getState().payments["A-7"]).toBeDefined();
    expect(store.getState().payments["A-8"]).toBeUndefined();
    const client = { call: async () => done(paymentOf(8)), on: () => () => undefined };
    followSelection(store, client as never, { readTimeline: async () => undefined });
    store.setState({ selectedId: "A-8" });
    await expect.poll(() => store.getState().payments["A-8"]).toBeDefined();
  });

  it("leaves a list unchanged while it is on the screen", async () => {
    const { store, actions } = await openWindow();
    actions.goTo("payments");
    for (let number = 0; number < 2 * MAX_PAYMENTS; number += 1)
      takeEvent(store, { type: "payment.changed", payment: paymentOf(number) });
    expect(store.getState().list.ids).toHaveLength(2 * MAX_PAYMENTS);
  });
});
