import { expect, it } from "vitest";
import type { CommandInput } from "../../../../../contract/bridge/commands.ts";
import type { TillClient } from "../../../../../contract/bridge/events.ts";
import { done } from "../../../../../contract/calls/errors.ts";
import type { Payment } from "../../../../../contract/payments/views.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { createTillStore } from "../../../../../renderer/store/store.ts";

const payment = (posTid: string, modifiedAt: string, capturedTotal: number) =>
  ({ posTid, modifiedAt, phase: capturedTotal > 0 ? "captured" : "expired", capturedTotal }) as Payment;

/** Main's responses: fully ended reservations by approved amount, captured ones by the booked rest. */
const ANSWERS = {
  approved: { amount: 700, items: [payment("a", "2026-06-08T10:00:00Z", 0), payment("b", "2026-06-06T10:00:00Z", 0)] },
  expired: { amount: 200, items: [payment("c", "2026-06-07T10:00:00Z", 100)] },
};

it("lapsed rests of partly captured reservations are listed with fully lapsed ones", async () => {
  const asked: CommandInput<"payment.list">[] = [];
  const client = {
    call: async (name: string, input: CommandInput<"payment.list">) => {
      const { items, amount } = ANSWERS[input.booked === "approved" ? "approved" : "expired"];
      if (name === "payment.totals")
        return done({ count: items.length, sums: null, booked: { count: 1, amount, tips: 0 } });
      asked.push(input);
      return done({ items, next: null });
    },
    on: () => () => undefined,
  } as unknown as TillClient;
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  await createActions({ store, client, now: () => 0, savePreferences: () => undefined }).readLapsed();
  expect(store.getState().reserved.lapsed).toEqual({ count: 3, amount: 900, posTids: ["a", "c", "b"] });
  expect(Object.keys(store.getState().payments).sort()).toEqual(["a", "b", "c"]);
  expect(asked).toMatchObject([
    { booked: "approved", phases: ["expired"] },
    { booked: "expired", phases: ["captured", "partly_refunded", "refunded"] },
  ]);
});
