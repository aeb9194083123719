import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phoneLink } from "../../../../../renderer/counter/present/steps.ts";
import { splitAmount } from "../../../../../renderer/kit/amount/split.ts";
import { startOfBusinessDay } from "../../../../../renderer/kit/format/business-day.ts";
import {
  countdown,
  longDate,
  roughTimeLeft,
  shortDate,
  timeLeft,
  timeOfRow,
} from "../../../../../renderer/kit/format/time.ts";

describe("a part of an amount and its tip", () => {
  it("pays the purchase first, never exceeds it, and loses nothing", () => {
    fc.assert(
      fc.property(
        fc.nat(50_000),
        fc.nat(50_000),
        fc.integer({ min: -5, max: 110_000 }),
        (amount, additionalAmount, asked) => {
          const parts = splitAmount(asked, { amount, additionalAmount });
          if (asked < 1 || asked > amount + additionalAmount) {
            expect(parts).toBeNull();
            return;
          }
          if (parts === null) throw new Error("splitAmount returned null although enough is available");
          expect(parts.amount + parts.additionalAmount).toBe(asked);
          expect(parts.amount).toBe(Math.min(asked, amount));
          expect(parts.additionalAmount).toBeLessThanOrEqual(additionalAmount);
        },
      ),
    );
  });
});

describe("the shop's day", () => {
  it.each([
    ["2026-11-20T09:08:00Z", "Europe/Oslo", 0, "2026-11-20T03:00:00.000Z"],
    ["2026-11-20T01:30:00Z", "Europe/Oslo", 0, "2026-11-19T03:00:00.000Z"],
    ["2026-10-25T20:00:00Z", "Europe/Oslo", 1, "2026-10-24T02:00:00.000Z"],
    ["2026-11-20T09:08:00Z", "Asia/Kathmandu", 6, "2026-11-13T22:15:00.000Z"],
  ])("of %s in %s, %i days before, started at %s", (now, timeZone, daysBefore, start) => {
    expect(startOfBusinessDay(Date.parse(now), { timeZone, cutOff: "04:00" }, daysBefore)).toBe(start);
  });

  it("decides whether a row needs its date", () => {
    const now = Date.parse("2026-11-20T09:08:00Z");
    expect(timeOfRow("2026-11-19T23:30:00Z", now, "nb-NO", "Europe/Oslo")).toBe("00:30");
    expect(timeOfRow("2026-11-19T22:30:00Z", now, "en-GB", "Europe/Oslo")).toContain("19 Nov");
  });

  it("includes the year when it differs from the current one, in shop time", () => {
    const now = Date.parse("2026-12-31T23:30:00Z");
    const of = (at: string, moment = now) => [
      timeOfRow(at, moment, "en-GB", "Europe/Oslo"),
      shortDate(at, "en-GB", "Europe/Oslo", moment),
    ];
    expect(of("2025-11-26T15:33:50Z")).toEqual(["26 Nov 2025", "26 Nov 2025"]);
    // In Oslo it is the new year.
    expect(of("2026-12-31T22:30:00Z")).toEqual(["31 Dec 2026", "31 Dec 2026"]);
    expect(of("2026-12-31T22:30:00Z", Date.parse("2026-12-31T22:45:00Z"))).toEqual(["23:30", "31 Dec"]);
  });
});

describe("remaining time", () => {
  it("counts down to zero and stops", () => {
    expect(countdown(216_000)).toBe("3:36");
    expect(countdown(1)).toBe("0:01");
    expect(countdown(-5000)).toBe("0:00");
  });

  it("is shown in days and hours, then hours and minutes", () => {
    expect(timeLeft(2 * 86_400_000 + 22 * 3_600_000)).toEqual({ days: 2, hours: 22, minutes: 0 });
    expect(timeLeft(-1)).toEqual({ days: 0, hours: 0, minutes: 0 });
  });
});

describe("other formats", () => {
  it("pass the code's link as one query value of the phone's URL", () => {
    const link = "https://service.example/q/a?b=c&d=e#f";
    expect(new URL(phoneLink("http://127.0.0.1:4400/phone", link)).searchParams.get("link")).toBe(link);
  });
});

describe("a business day", () => {
  it("is the same day in every time zone", () => {
    expect(longDate("2026-11-20", "en-GB")).toBe("20 November 2026");
    expect(longDate("2026-03-29", "nb-NO")).toBe("29. mars 2026");
  });
});

describe("a countdown", () => {
  it("is described roughly to a screen reader, and never longer than it is", () => {
    expect([185_000, 120_000, 119_000, 59_999, 12_000, 4000, -1].map((left) => roughTimeLeft(left, "en-GB"))).toEqual([
      "3 minutes",
      "2 minutes",
      "1 minute",
      "50 seconds",
      "10 seconds",
      "0 seconds",
      "0 seconds",
    ]);
    expect(roughTimeLeft(125_000, "nb-NO")).toBe("2 minutter");
  });
});
