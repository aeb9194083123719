import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  businessDayOf,
  hoursOfDay,
  offsetSpans,
  QUARTER_MS,
  type ShopTime,
  shiftDay,
  startOfDay,
  wallClock,
} from "../../../../contract/accounting/reports-time.ts";
import { runs } from "../../../support/random-runs.ts";

const HOUR_MS = 3_600_000;
const OSLO: ShopTime = { timeZone: "Europe/Oslo", cutOff: "04:00" };

/** From UTC+14 to UTC−11, with half and quarter hours, half-hour daylight saving, and none at all. */
const ZONES = [
  "Pacific/Kiritimati",
  "Pacific/Apia",
  "Pacific/Tongatapu",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Australia/Lord_Howe",
  "Australia/Adelaide",
  "Asia/Tokyo",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Africa/Casablanca",
  "Europe/Oslo",
  "Europe/London",
  "Atlantic/Azores",
  "America/St_Johns",
  "America/New_York",
  "America/Los_Angeles",
  "Pacific/Honolulu",
  "Pacific/Pago_Pago",
  "UTC",
];

const zone = fc.constantFrom(...ZONES);
const cutOff = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, "0")}:00`);
const shop: fc.Arbitrary<ShopTime> = fc.record({ timeZone: zone, cutOff });
const moment = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });
/** Mostly around a clock change. */
const nearChange = fc
  .tuple(
    fc.constantFrom("2026-03-29", "2026-10-25", "2026-04-05", "2026-10-04", "2026-09-27", "2027-03-14"),
    fc.integer({ min: -30, max: 54 }),
  )
  .map(([day, hours]) => Date.parse(`${day}T00:00:00Z`) + hours * HOUR_MS);
const when = fc.oneof(moment, nearChange);

/** Returns the platform's local time, independently of the code under test. */
function shown(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(at);
}

describe("the wall clock", () => {
  it("matches the platform's time zone data", () => {
    fc.assert(
      fc.property(when, zone, (at, timeZone) => {
        const { date, hour, minute } = wallClock(at, timeZone);
        const pad = (part: number) => String(part).padStart(2, "0");
        expect(`${date} ${pad(hour)}:${pad(minute)}`).toBe(shown(at, timeZone).slice(0, 16));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("periods without a clock change", () => {
  it("cover a time without a gap, and have the right offset", () => {
    fc.assert(
      fc.property(
        when,
        fc.integer({ min: 1, max: 40_000 }),
        zone,
        fc.array(fc.nat(), { maxLength: 20 }),
        (at, quarters, timeZone, picks) => {
          const from = Math.floor(at / QUARTER_MS) * QUARTER_MS;
          const to = from + quarters * QUARTER_MS;
          const found = offsetSpans(from, to, timeZone);
          expect([found[0]?.from, found.at(-1)?.to]).toEqual([from, to]);
          for (const [index, { from: start }] of found.entries())
            if (index > 0) expect(start).toBe(found[index - 1]?.to);
          for (const pick of picks) {
            const moment = from + (pick % (to - from));
            const stretch = found.find((one) => moment >= one.from && moment < one.to);
            expect(stretch?.offsetMs).toBe(wallClock(moment, timeZone).offsetMs);
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe("business days", () => {
  it("cover every moment exactly once, in order", () => {
    fc.assert(
      fc.property(when, shop, (at, where) => {
        const day = businessDayOf(at, where);
        expect(startOfDay(day, where)).toBeLessThanOrEqual(at);
        expect(startOfDay(shiftDay(day, 1), where)).toBeGreaterThan(at);
        expect(businessDayOf(startOfDay(day, where), where)).toBe(day);
        expect(businessDayOf(startOfDay(day, where) - 1, where)).toBe(shiftDay(day, -1));
      }),
      { numRuns: runs(1000) },
    );
  });

  it("start on a quarter of an hour, when the clock first shows the cut-off or later", () => {
    fc.assert(
      fc.property(when, shop, (at, where) => {
        const day = businessDayOf(at, where);
        const start = startOfDay(day, where);
        expect(start % QUARTER_MS).toBe(0);
        expect(shown(start, where.timeZone) >= `${day} ${where.cutOff}`).toBe(true);
        expect(shown(start - 1000, where.timeZone) < `${day} ${where.cutOff}`).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it("start at the next existing moment when the cut-off is skipped", () => {
    const skipped = { timeZone: "Europe/Oslo", cutOff: "02:00" };
    expect(new Date(startOfDay("2026-03-29", skipped)).toISOString()).toBe("2026-03-29T01:00:00.000Z");
    const twice = { timeZone: "Europe/Oslo", cutOff: "02:00" };
    expect(new Date(startOfDay("2026-10-25", twice)).toISOString()).toBe("2026-10-25T00:00:00.000Z");
  });

  it("are yesterday's until the cut-off", () => {
    expect(businessDayOf(Date.parse("2026-03-02T02:59:59Z"), OSLO)).toBe("2026-03-01");
    expect(businessDayOf(Date.parse("2026-03-02T03:00:00Z"), OSLO)).toBe("2026-03-02");
  });
});

describe("a day's hours", () => {
  it("are consecutive from start to end, each with its own label", () => {
    fc.assert(
      fc.property(when, shop, (at, where) => {
        const day = businessDayOf(at, where);
        const hours = hoursOfDay(day, where);
        expect(hours[0]?.startsAt).toBe(startOfDay(day, where));
        expect(hours.at(-1)?.endsAt).toBe(startOfDay(shiftDay(day, 1), where));
        for (const [index, hour] of hours.entries()) {
          if (index > 0) expect(hour.startsAt).toBe(hours[index - 1]?.endsAt);
          expect(wallClock(hour.startsAt, where.timeZone).hour).toBe(hour.hour);
          expect(wallClock(hour.endsAt - 1, where.timeZone).hour).toBe(hour.hour);
        }
        expect(new Set(hours.map(({ label }) => label)).size).toBe(hours.length);
      }),
      // Clocks go back across the cut-off: the day starts and ends with the same hour.
      { numRuns: runs(300), examples: [[1_775_347_200_000, { timeZone: "Pacific/Chatham", cutOff: "03:00" }]] },
    );
  });

  it("are 24, or 23 and 25 on the nights when clocks change", () => {
    const on = (day: string, where: ShopTime) => hoursOfDay(day, where).map(({ label }) => label);
    expect(on("2026-03-02", OSLO)).toHaveLength(24);
    expect(on("2026-03-02", OSLO)[0]).toBe("04:00");
    // With a cut-off at four, the night belongs to the day before.
    const spring = on("2026-03-28", OSLO);
    expect(spring).toHaveLength(23);
    expect(spring.slice(-3)).toEqual(["00:00", "01:00", "03:00"]);
    const autumn = on("2026-10-24", OSLO);
    expect(autumn).toHaveLength(25);
    expect(autumn.slice(-4)).toEqual(["01:00", "02:00 +02:00", "02:00 +01:00", "03:00"]);
  });

  it("include a half-hour bar when clocks change by half an hour", () => {
    const where = { timeZone: "Australia/Lord_Howe", cutOff: "00:00" };
    const autumn = hoursOfDay("2026-04-05", where);
    expect(autumn).toHaveLength(25);
    const twice = autumn.filter(({ hour }) => hour === 1);
    expect(twice.map(({ label, startsAt, endsAt }) => [label, (endsAt - startsAt) / 60_000])).toEqual([
      ["01:00 +11:00", 60],
      ["01:00 +10:30", 30],
    ]);
  });
});
