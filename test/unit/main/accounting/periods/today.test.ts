import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeSinceLastWeek } from "../../../../../contract/accounting/reports.ts";
import { todayAt } from "../../../../../main/accounting/periods/today.ts";
import { runs } from "../../../../support/random-runs.ts";
import { openReportDatabase, type ReportDatabase } from "../../../../support/report-database.ts";

const OSLO = { timeZone: "Europe/Oslo", cutOff: "04:00" };
const at = (text: string) => Date.parse(text);

function sell(reports: ReportDatabase, posTid: string, time: string, amount: number, tip = 0): void {
  reports.book(posTid, at(time), { kind: "approved", amount, additionalAmount: tip });
  reports.book(posTid, at(time), { kind: "capture", amount, additionalAmount: tip });
}

describe("today", () => {
  it("covers the business day so far, compared with the same weekday of last week", () => {
    using reports = openReportDatabase(OSLO);
    // Monday, 1 June, 09:10 and 15:10 shop time; and Tuesday at 01:00, which is still Monday's business day.
    sell(reports, "w1", "2026-06-01T07:10:00Z", 1000);
    sell(reports, "w2", "2026-06-01T13:10:00Z", 500);
    sell(reports, "w3", "2026-06-01T23:00:00Z", 70);
    sell(reports, "w4", "2026-06-02T02:00:00Z", 9999);
    sell(reports, "a", "2026-06-08T07:20:00Z", 300, 30);
    sell(reports, "b", "2026-06-08T09:20:00Z", 201);
    reports.book("b", at("2026-06-08T09:30:00Z"), { kind: "refund", amount: 101 });
    reports.book("c", at("2026-06-08T09:40:00Z"), { kind: "rejected", amount: 700 });
    const today = todayAt(reports.ports, at("2026-06-08T12:00:00Z"));
    expect(today).toMatchObject({
      businessDay: "2026-06-08",
      from: "2026-06-08T02:00:00.000Z",
      to: "2026-06-09T02:00:00.000Z",
      sold: 531,
      count: 2,
      average: 266,
      tips: 30,
      declined: { count: 1, outOf: 3 },
      refunds: { count: 1, amount: 101 },
      reserved: { count: 0, amount: 0 },
      net: 430,
      lastWeek: { businessDay: "2026-06-01", known: true, netByNow: 1000 },
      persons: [{ person: null, count: 2, captured: 531, refunded: 101 }],
    });
    expect(changeSinceLastWeek(today)).toBeCloseTo(-0.57);
    expect(today.hours).toHaveLength(24);
    expect(today.hours.find(({ hour }) => hour === 9)).toMatchObject({
      captured: 330,
      count: 1,
      lastWeek: 1000,
    });
    expect(today.hours.find(({ hour }) => hour === 15)).toMatchObject({ captured: 0, lastWeek: 500 });
    expect(today.hours.find(({ hour }) => hour === 1)).toMatchObject({ lastWeek: 70 });
    expect(today.hours.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(today.count);
    expect(today.hours.reduce((sum, { lastWeek }) => sum + (lastWeek ?? 0), 0)).toBe(1570);
  });

  it("shows no figures when there are none", () => {
    using reports = openReportDatabase(OSLO);
    expect(todayAt(reports.ports, at("2026-06-08T12:00:00Z"))).toMatchObject({
      sold: 0,
      count: 0,
      average: null,
      declined: { count: 0, outOf: 0 },
    });
  });

  it("rounds the average half up, without floating point", () => {
    using reports = openReportDatabase(OSLO);
    for (const [index, amount] of [99_999_999, 99_999_998].entries())
      sell(reports, `p${index}`, "2026-06-08T10:00:00Z", amount);
    expect(todayAt(reports.ports, at("2026-06-08T12:00:00Z")).average).toBe(99_999_999);
  });

  it("counts a payment once a day, also across a close, and ignores rolled-back payments", () => {
    using reports = openReportDatabase(OSLO);
    reports.book("a", at("2026-06-08T08:00:00Z"), { kind: "capture", amount: 100 });
    reports.z(at("2026-06-08T09:00:00Z"));
    reports.book("a", at("2026-06-08T10:00:00Z"), { kind: "capture", amount: 50 });
    reports.book("b", at("2026-06-08T10:00:00Z"), { kind: "capture", amount: -5 });
    const today = todayAt(reports.ports, at("2026-06-08T12:00:00Z"));
    expect([today.count, today.sold]).toEqual([1, 145]);
  });

  it("compares with last week up to the same minute, refunds included", () => {
    const MINUTE = 60_000;
    const day = at("2026-06-08T02:00:00Z");
    const moment = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const money = fc.record({
      minute: moment,
      week: fc.constantFrom(0, 7),
      kind: fc.constantFrom("capture" as const, "refund" as const),
      amount: fc.integer({ min: -200, max: 9000 }),
    });
    fc.assert(
      fc.property(fc.array(money, { maxLength: 30 }), moment, (all, minuteNow) => {
        using reports = openReportDatabase(OSLO);
        const inOrder = all.toSorted((one, other) => other.week - one.week || one.minute - other.minute);
        for (const [index, { minute, week, kind, amount }] of inOrder.entries())
          reports.book(`p${index}`, day + minute * MINUTE - week * 24 * 60 * MINUTE, { kind, amount });
        const today = todayAt(reports.ports, day + minuteNow * MINUTE);
        const net = (week: number, until: number) =>
          all
            .filter((one) => one.week === week && one.minute < until)
            .reduce((sum, one) => sum + (one.kind === "capture" ? one.amount : -one.amount), 0);
        expect(today.net).toBe(net(0, 24 * 60));
        expect(today.lastWeek.netByNow).toBe(net(7, minuteNow));
        expect(today.lastWeek.known).toBe(all.some(({ week }) => week === 7));
        expect(today.persons.reduce((sum, { count }) => sum + count, 0)).toBe(today.count);
        const change = changeSinceLastWeek(today);
        if (change === null) expect(today.lastWeek.known && today.lastWeek.netByNow > 0).toBe(false);
        else expect(change * today.lastWeek.netByNow).toBeCloseTo(today.net - today.lastWeek.netByNow);
      }),
      { numRuns: runs(25) },
    );
  });

  it("lists reservations that lapsed since the last close, and not expired requests", () => {
    using reports = openReportDatabase(OSLO);
    reports.book("a", at("2026-06-07T10:00:00Z"), { kind: "expired", amount: 700 });
    reports.z(at("2026-06-07T19:00:00Z"));
    reports.book("b", at("2026-06-07T20:00:00Z"), { kind: "expired", amount: 500, additionalAmount: 50 });
    reports.book("c", at("2026-06-08T08:00:00Z"), { kind: "expired", amount: 900 });
    reports.database.exec("UPDATE payment SET authorised_seen = 1 WHERE pos_tid <> 'c'");
    expect(todayAt(reports.ports, at("2026-06-08T12:00:00Z")).lapsed).toMatchObject({
      since: "2026-06-07T19:00:00.000Z",
      count: 1,
      amount: 550,
      items: [{ posTid: "b", amount: 550, at: "2026-06-07T20:00:00.000Z" }],
    });
  });

  it("totals sales by name, for payments first captured today", () => {
    using reports = openReportDatabase(OSLO);
    const lines = (posTid: string, all: object[]) =>
      reports.database.prepare("UPDATE payment SET lines = ? WHERE pos_tid = ?").run(JSON.stringify(all), posTid);
    reports.book("a", at("2026-06-07T10:00:00Z"), { kind: "capture", amount: 100 });
    reports.book("a", at("2026-06-08T10:00:00Z"), { kind: "capture", amount: 100 });
    reports.book("b", at("2026-06-08T10:00:00Z"), { kind: "capture", amount: 9900 });
    reports.book("c", at("2026-06-08T10:00:00Z"), { kind: "rejected", amount: 4200 });
    lines("a", [{ name: "Bun", quantity: 9, unitAmount: 100 }]);
    lines("b", [
      { name: "Coffee", quantity: 2, unitAmount: 4200, discount: 400 },
      { name: "Bun", quantity: 1, unitAmount: 1000 },
      { name: null, quantity: 1, unitAmount: 500 },
    ]);
    lines("c", [{ name: "Coffee", quantity: 1, unitAmount: 4200 }]);
    expect(todayAt(reports.ports, at("2026-06-08T12:00:00Z")).products).toEqual([
      { productId: null, name: "Coffee", quantity: 2, amount: 8000 },
      { productId: null, name: "Bun", quantity: 1, amount: 1000 },
      // Amounts keyed in without a name: without them the rows would not add up.
      { productId: null, name: null, quantity: 1, amount: 500 },
    ]);
  });

  it("adds weighed and renamed lines to their product", () => {
    using reports = openReportDatabase(OSLO);
    const sold = (posTid: string, amount: number, line: object) => {
      reports.book(posTid, at("2026-06-08T10:00:00Z"), { kind: "capture", amount });
      const lines = JSON.stringify([{ quantity: 1, unitAmount: amount, ...line }]);
      reports.database.prepare("UPDATE payment SET lines = ? WHERE pos_tid = ?").run(lines, posTid);
    };
    sold("a", 345, { name: "Epler 0,345 kg", productId: "apples" });
    sold("b", 532, { name: "Eple 0,532 kg", productId: "apples" });
    sold("c", 90, { name: "Tea", productId: "tea" });
    sold("d", 80, { name: "Green tea", productId: "tea" });
    sold("e", 70, { name: "Tea" });
    const catalogue = () => ({ products: [{ id: "apples", name: "Epler", amount: 1000, vatRate: 1500 }] });
    expect(todayAt({ ...reports.ports, catalogue }, at("2026-06-08T12:00:00Z")).products).toEqual([
      { productId: "apples", name: "Epler", quantity: 2, amount: 877 },
      // No longer in the catalogue: listed under its last name.
      { productId: "tea", name: "Green tea", quantity: 2, amount: 170 },
      { productId: null, name: "Tea", quantity: 1, amount: 70 },
    ]);
  });

  it("excludes other currencies", () => {
    using reports = openReportDatabase(OSLO);
    reports.book("s", at("2026-06-08T08:00:00Z"), { kind: "capture", amount: 100 }, "SEK");
    const bun = JSON.stringify([{ name: "Bun", quantity: 1, unitAmount: 100 }]);
    reports.database.prepare("UPDATE payment SET lines = ?").run(bun);
    const today = todayAt(reports.ports, at("2026-06-08T12:00:00Z"));
    expect(today).toMatchObject({ sold: 0, count: 0, currency: "NOK", products: [] });
  });

  it("matches hours by the clock when one of the two days has one more or fewer", () => {
    using reports = openReportDatabase({ timeZone: "Europe/Oslo", cutOff: "00:00" });
    // Sunday 25 October has two o'clock twice, the Sunday before once.
    const autumn = todayAt(reports.ports, at("2026-10-25T12:00:00Z")).hours;
    expect(autumn).toHaveLength(25);
    expect(autumn.filter(({ hour }) => hour === 2).map(({ label, lastWeek }) => [label, lastWeek])).toEqual([
      ["02:00 +02:00", 0],
      ["02:00 +01:00", null],
    ]);
    // Sunday 29 March has no two o'clock; the Sunday before has one.
    const spring = todayAt(reports.ports, at("2026-03-29T12:00:00Z")).hours;
    expect(spring).toHaveLength(24);
    expect(spring.slice(1, 4).map(({ label, captured, lastWeek }) => [label, captured, lastWeek])).toEqual([
      ["01:00", 0, 0],
      ["02:00", null, 0],
      ["03:00", 0, 0],
    ]);
    // One week later the two days are swapped.
    const after = todayAt(reports.ports, at("2026-04-05T12:00:00Z")).hours;
    expect(after.find(({ hour }) => hour === 2)).toMatchObject({ captured: 0, lastWeek: null });
  });
});
