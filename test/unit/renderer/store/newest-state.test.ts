/** A window keeps the higher of two revisions: main counts its changes, and no clock decides. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/calls/errors.ts";
import type { Permission } from "../../../../contract/customers/permissions.ts";
import type { Payment } from "../../../../contract/payments/views.ts";
import { takeEvent } from "../../../../renderer/app/binding.ts";
import { mergePayment, storePayments } from "../../../../renderer/store/ports.ts";
import { restoredSales } from "../../../../renderer/store/select.ts";
import { openCounter } from "../../../support/counter.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

function payment(revision: number, minutes: number, changed: Partial<Payment> = {}): Payment {
  const modifiedAt = new Date(NOON + minutes * 60_000).toISOString();
  return { posTid: "A-1", phase: "waiting", operations: [], late: null, revision, modifiedAt, ...changed } as Payment;
}

describe("a payment that a window shows", () => {
  it("is replaced by a later revision when the clock was set back an hour between them", () => {
    const { store } = openCounter();
    takeEvent(store, { type: "payment.changed", payment: payment(7, 0) });
    takeEvent(store, { type: "payment.changed", payment: payment(8, -60, { phase: "captured" }) });
    expect(store.getState().payments["A-1"]?.phase).toBe("captured");
  });

  it("stays when a response with an earlier revision arrives late with a later time", () => {
    const known = { "A-1": payment(8, -60, { phase: "captured" }) };
    expect(mergePayment(known, payment(7, 0)).payments["A-1"]?.phase).toBe("captured");
    const { store } = openCounter();
    store.setState({ payments: known });
    storePayments(store, [payment(7, 0)]);
    expect(store.getState().payments["A-1"]?.phase).toBe("captured");
  });

  it("has the highest revision, for any order of arrival and any times", () => {
    const state = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -120, max: 120 }));
    fc.assert(
      fc.property(fc.array(state, { minLength: 1 }), fc.boolean(), (states, isList) => {
        const { store } = openCounter();
        for (const [revision, minutes] of states) {
          if (isList) storePayments(store, [payment(revision, minutes)]);
          else store.setState(({ payments }) => mergePayment(payments, payment(revision, minutes)));
        }
        const highest = Math.max(...states.map(([revision]) => revision));
        expect(store.getState().payments["A-1"]?.revision).toBe(highest);
      }),
    );
  });
});

describe("a request for a customer's data", () => {
  it("is replaced by a later revision when the clock was set back between them", async () => {
    const permission = (revision: number, time: string, phase: Permission["phase"]) =>
      ({ posTid: "P-1", revision, modifiedAt: `2026-11-20T${time}Z`, phase }) as Permission;
    const { store, actions } = openCounter({}, (name) =>
      name === "permission.get" ? done(permission(3, "13:00:00", "waiting")) : undefined,
    );
    actions.keepPermissions([permission(3, "12:00:00", "waiting")]);
    actions.keepPermissions([permission(4, "11:00:00", "granted")]);
    expect(store.getState().customerData.permissions["P-1"]?.phase).toBe("granted");
    await actions.readPermission("P-1");
    expect(store.getState().customerData.permissions["P-1"]?.phase).toBe("granted");
  });
});

describe("a new payment", () => {
  it("is first in the list when the clock was set back since the previous one", () => {
    const { store } = openCounter();
    const before = payment(1, 0, { posTid: "A-1", createdAt: "2026-11-20T12:00:00Z" });
    store.setState(({ list }) => ({ payments: { "A-1": before }, list: { ...list, read: true, ids: ["A-1"] } }));
    const next = payment(2, -60, { posTid: "A-2", phase: "queued", createdAt: "2026-11-20T11:00:00Z" });
    takeEvent(store, { type: "payment.changed", payment: next });
    expect(store.getState().list.ids).toEqual(["A-2", "A-1"]);
  });

  it("is shown by a reopened window in main's order of open payments", () => {
    const { store } = openCounter();
    const open = [
      payment(2, -60, { posTid: "A-2", createdAt: "2026-11-20T11:00:00Z", register: null }),
      payment(1, 0, { posTid: "A-1", createdAt: "2026-11-20T12:00:00Z", register: null }),
    ];
    expect(restoredSales(store.getState(), open, [])).toEqual({ currentId: "A-2", otherSales: ["A-1"] });
  });
});
