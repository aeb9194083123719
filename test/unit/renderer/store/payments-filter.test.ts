import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startOfDay } from "../../../../contract/accounting/reports-time.ts";
import type { Terminal } from "../../../../contract/payments/views.ts";
import { criteriaOf, filterOf, spanOf } from "../../../../renderer/store/payments-asked.ts";
import { ALL_PAYMENTS, hasActiveFilter, TODAYS_PAYMENTS } from "../../../../renderer/store/payments-filter.ts";
import { openCounter } from "../../../support/counter.ts";

const SHOP = { timeZone: "Europe/Oslo", cutOff: "04:00" };
const iso = (at: number) => new Date(at).toISOString();
/** Monday, 02:30 in Oslo: by the shop's cut-off it is still Sunday. */
const NIGHT = Date.parse("2026-11-23T01:30:00Z");
const NOON = Date.parse("2026-11-25T11:00:00Z");

describe("the days of a filter", () => {
  it("are business days: until the cut-off it is yesterday's", () => {
    expect(criteriaOf(TODAYS_PAYMENTS, NIGHT, SHOP)).toMatchObject({
      from: "2026-11-22T03:00:00.000Z",
      to: "2026-11-23T03:00:00.000Z",
    });
  });

  it("have a week that starts on its Monday", () => {
    expect(spanOf({ kind: "week" }, NOON, SHOP)).toEqual({ first: "2026-11-23", last: "2026-11-25" });
    expect(spanOf({ kind: "week" }, NIGHT, SHOP)).toEqual({ first: "2026-11-16", last: "2026-11-22" });
  });

  it("are all days before the till is known", () => {
    expect(criteriaOf(TODAYS_PAYMENTS, NOON, null)).toEqual({});
  });
});

describe("an opened figure", () => {
  const day = (name: string) => iso(startOfDay(name, SHOP));

  it("requests exactly the payments that it counts, whatever its days are called", () => {
    const moment = fc.integer({ min: NOON - 30 * 86_400_000, max: NOON });
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 10 * 86_400_000 }), fc.boolean(), (start, length, isWhole) => {
        const from = isWhole ? day(iso(start).slice(0, 10)) : iso(start);
        const to = isWhole ? day(iso(start + 2 * 86_400_000).slice(0, 10)) : iso(start + length);
        const filter = filterOf({ from, to, outcome: "captured", person: null, period: 7 }, NOON, SHOP);
        expect(criteriaOf(filter, NOON, SHOP)).toEqual({ from, to, booked: "captured", person: null, period: 7 });
      }),
    );
  });

  it("uses the names of days that have one", () => {
    const days = (from: string, to: string) => filterOf({ from, to }, NOON, SHOP).days;
    expect(days(day("2026-11-25"), day("2026-11-26"))).toEqual({ kind: "today" });
    expect(days(day("2026-11-24"), day("2026-11-25"))).toEqual({ kind: "yesterday" });
    expect(days(day("2026-11-23"), day("2026-11-26"))).toEqual({ kind: "week" });
    expect(days(day("2026-11-02"), day("2026-11-05"))).toEqual({
      kind: "days",
      first: "2026-11-02",
      last: "2026-11-04",
    });
    expect(days(day("2026-11-02"), "2026-11-02T12:00:00.000Z")).toMatchObject({ kind: "times" });
  });

  it("is not narrowed by fields that it leaves out", () => {
    expect(criteriaOf(filterOf({}, NOON, SHOP), NOON, SHOP)).toEqual({});
    expect(criteriaOf(filterOf({ state: "refunded" }, NOON, SHOP), NOON, SHOP)).toEqual({
      phases: ["partly_refunded", "refunded"],
    });
  });
});

describe("a filter", () => {
  it("counts as active for anything but its days", () => {
    expect([TODAYS_PAYMENTS, ALL_PAYMENTS].map(hasActiveFilter)).toEqual([false, false]);
    const person = { name: null };
    for (const change of [{ query: "1" }, { state: "paid" as const }, { booked: "captured" as const }, { person }])
      expect(hasActiveFilter({ ...ALL_PAYMENTS, ...change })).toBe(true);
  });
});

describe("today's payments", () => {
  it.each([
    ["in the afternoon", "2026-11-20T13:00:00.000Z", "2026-11-20T03:00:00.000Z"],
    ["after midnight, before the cut-off", "2026-11-20T01:30:00.000Z", "2026-11-19T03:00:00.000Z"],
  ])("are those of the business day, as in every report: %s", async (_name, now, from) => {
    const { store, state, actions, called } = openCounter();
    const terminal = { ...state().terminal, timeZone: "Europe/Oslo", cutOff: "04:00" } as Terminal;
    store.setState({ now: Date.parse(now), terminal });
    await actions.readList();
    expect(called.filter(([name]) => name === "payment.list")).toMatchObject([["payment.list", { from }]]);
  });
});
