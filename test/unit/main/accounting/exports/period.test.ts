import { describe, expect, it } from "vitest";
import { readPeriod } from "../../../../../main/accounting/exports/period.ts";

const OSLO = { timeZone: "Europe/Oslo", cutOff: "04:00" };
const iso = (from: string, to: string, shop = OSLO) => {
  const read = readPeriod(from, to, shop);
  return "period" in read ? [read.period.from, read.period.to].map((at) => new Date(at).toISOString()) : read.problem;
};

describe("the period of an export", () => {
  it("covers whole business days, including the last one", () => {
    expect(iso("2026-11-20", "2026-11-20")).toEqual(["2026-11-20T03:00:00.000Z", "2026-11-21T03:00:00.000Z"]);
    expect(iso("2026-07-01", "2026-07-31")).toEqual(["2026-07-01T02:00:00.000Z", "2026-08-01T02:00:00.000Z"]);
  });

  it("has 23 or 25 hours on a day when clocks change", () => {
    const midnight = { ...OSLO, cutOff: "00:00" };
    expect(iso("2026-03-29", "2026-03-29", midnight)).toEqual(["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
    expect(iso("2026-10-25", "2026-10-25", midnight)).toEqual(["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
  });

  it("accepts two instants, and excludes the second", () => {
    expect(iso("2026-11-20T08:00:00+01:00", "2026-11-20T09:00:00Z")).toEqual([
      "2026-11-20T07:00:00.000Z",
      "2026-11-20T09:00:00.000Z",
    ]);
  });

  it("rejects an end before the start", () => {
    expect(iso("2026-11-20", "2026-11-19")).toMatchObject({ field: "to" });
    expect(iso("2026-11-20T08:00:00Z", "2026-11-20T08:00:00Z")).toMatchObject({ field: "to" });
  });
});
