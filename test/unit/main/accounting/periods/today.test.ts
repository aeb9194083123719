import { describe, expect, it } from "vitest";
import { todayAt } from "../../../../../main/accounting/periods/today.ts";
import { openReportDatabase, type ReportDatabase } from "../../../../support/report-database.ts";

const OSLO = { timeZone: "Europe/Oslo", cutOff: "04:00" };
const at = (text: string) => Date.parse(text);

function sell(reports: ReportDatabase, posTid: string, time: string, amount: number, tip = 0): void {
  reports.book(posTid, at(time), { kind: "approved", amount, additionalAmount: tip });
  reports.book(posTid, at(time), { kind: "capture", amount, additionalAmount: tip });
}

describe("today", () => {
  it("is the business day so far, against the same weekday of last week", () => {
    using reports = openReportDatabase(OSLO);
    // Monday, 1 June, 09:10 and 15:10 by the shop's clock; and Tuesday at 01:00, which still is Monday's business.
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
      ...{ businessDay: "2026-06-08", from: "2026-06-08T02:00:00.000Z", to: "2026-06-09T02:00:00.000Z" },
      ...{ sold: 531, count: 2, average: 266, tips: 30 },
      declined: { count: 1, outOf: 3, share: 1 / 3 },
      refunds: { count: 1, amount: 101 },
      reserved: { count: 0, amount: 0 },
      lastWeek: { businessDay: "2026-06-01", sold: 1570, count: 3, soldByNow: 1000 },
    });
    expect(today.hours).toHaveLength(24);
    expect(today.hours.find(({ hour }) => hour === 9)).toMatchObject({
      captured: 330,
      count: 1,
      lastWeek: 1000,
      toCome: false,
    });
    expect(today.hours.find(({ hour }) => hour === 15)).toMatchObject({ captured: 0, lastWeek: 500, toCome: true });
    expect(today.hours.find(({ hour }) => hour === 1)).toMatchObject({ lastWeek: 70 });
    expect(today.hours.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(today.count);
  });

  it("says nothing where there is nothing to say", () => {
    using reports = openReportDatabase(OSLO);
    expect(todayAt(reports.ports, at("2026-06-08T12:00:00Z"))).toMatchObject({
      ...{ sold: 0, count: 0, average: null },
      declined: { count: 0, outOf: 0, share: null },
    });
  });

  it("rounds the average half up, without a float in between", () => {
    using reports = openReportDatabase(OSLO);
    for (const [index, amount] of [99_999_999, 99_999_998].entries())
      sell(reports, `p${index}`, "2026-06-08T10:00:00Z", amount);
    expect(todayAt(reports.ports, at("2026-06-08T12:00:00Z")).average).toBe(99_999_999);
  });

  it("counts a payment once a day, also over a close, and what was taken back not at all", () => {
    using reports = openReportDatabase(OSLO);
    reports.book("a", at("2026-06-08T08:00:00Z"), { kind: "capture", amount: 100 });
    reports.z(at("2026-06-08T09:00:00Z"));
    reports.book("a", at("2026-06-08T10:00:00Z"), { kind: "capture", amount: 50 });
    reports.book("b", at("2026-06-08T10:00:00Z"), { kind: "capture", amount: -5 });
    const today = todayAt(reports.ports, at("2026-06-08T12:00:00Z"));
    expect([today.count, today.sold]).toEqual([1, 145]);
  });

  it("leaves other currencies out", () => {
    using reports = openReportDatabase(OSLO);
    reports.book("s", at("2026-06-08T08:00:00Z"), { kind: "capture", amount: 100 }, "SEK");
    expect(todayAt(reports.ports, at("2026-06-08T12:00:00Z"))).toMatchObject({ sold: 0, count: 0, currency: "NOK" });
  });

  it("pairs hours by the clock when one of the two days has one more or one less", () => {
    using reports = openReportDatabase({ timeZone: "Europe/Oslo", cutOff: "00:00" });
    // Sunday 25 October has two o'clock twice, the Sunday before once.
    const autumn = todayAt(reports.ports, at("2026-10-25T12:00:00Z")).hours;
    expect(autumn).toHaveLength(25);
    expect(autumn.filter(({ hour }) => hour === 2).map(({ label, lastWeek }) => [label, lastWeek])).toEqual([
      ["02:00 +02:00", 0],
      ["02:00 +01:00", null],
    ]);
    // Sunday 29 March has no two o'clock, the one before has.
    const spring = todayAt(reports.ports, at("2026-03-29T12:00:00Z")).hours;
    expect(spring).toHaveLength(24);
    expect(spring.slice(1, 4).map(({ label, captured, lastWeek }) => [label, captured, lastWeek])).toEqual([
      ["01:00", 0, 0],
      ["02:00", null, 0],
      ["03:00", 0, 0],
    ]);
    // And a week later it is the other way round.
    const after = todayAt(reports.ports, at("2026-04-05T12:00:00Z")).hours;
    expect(after.find(({ hour }) => hour === 2)).toMatchObject({ captured: 0, lastWeek: null });
  });
});
