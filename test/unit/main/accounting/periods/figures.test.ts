import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Report, Totals } from "../../../../../contract/accounting/reports.ts";
import type { ShopTime } from "../../../../../contract/accounting/reports-time.ts";
import { canonicalJson } from "../../../../../contract/values/canonical-json.ts";
import type { BookingKind } from "../../../../../main/accounting/periods/entries.ts";
import { runs } from "../../../../support/random-runs.ts";
import { openReportDatabase, paymentsIn, sumOf, type TestBooking } from "../../../../support/report-database.ts";

const MINUTE_MS = 60_000;
const ZONES = [
  "Pacific/Auckland",
  "Pacific/Tongatapu",
  "Asia/Kathmandu",
  "Europe/Oslo",
  "America/St_Johns",
  "Pacific/Pago_Pago",
];
/** Clock changes of one of the zones within two days */
const STARTS = [
  "2026-03-28T12:00:00Z",
  "2026-10-24T12:00:00Z",
  "2026-04-04T00:00:00Z",
  "2026-09-26T00:00:00Z",
  "2026-06-01T00:00:00Z",
];

type Step =
  | {
      do: "book";
      payment: number;
      kind: BookingKind;
      amount: number;
      tip: number;
      fee: number;
      actor: string | null;
      currency: string;
    }
  | { do: "wait"; minutes: number }
  | { do: "setBack"; minutes: number }
  | { do: "z" };

const money = fc.integer({ min: -50_000, max: 99_999_999 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("book" as const),
      payment: fc.nat({ max: 8 }),
      kind: fc.constantFrom<BookingKind>(
        "capture",
        "capture",
        "refund",
        "fee",
        "approved",
        "released",
        "aborted",
        "rejected",
        "expired",
      ),
      amount: money,
      tip: fc.integer({ min: 0, max: 9999 }),
      fee: fc.integer({ min: -500, max: 5000 }),
      actor: fc.constantFrom(null, "Kari", "Ola"),
      currency: fc.constantFrom("NOK", "NOK", "NOK", "SEK"),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 600 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("setBack" as const), minutes: fc.integer({ min: 1, max: 3000 }) }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "z" }) },
);
const histories = fc.record({
  start: fc.constantFrom(...STARTS).map((text) => Date.parse(text)),
  shop: fc.record({ timeZone: fc.constantFrom(...ZONES), cutOff: fc.constantFrom("00:00", "02:00", "04:00") }),
  steps: fc.array(step, { minLength: 5, maxLength: 60 }),
});

/** Runs a history. @returns the Zs, the final X and all bookings */
function play(shop: ShopTime, start: number, steps: readonly Step[]) {
  using reports = openReportDatabase(shop);
  const zs: Report[] = [];
  let now = start;
  for (const one of steps) {
    if (one.do === "wait") now += one.minutes * MINUTE_MS;
    else if (one.do === "setBack") now -= one.minutes * MINUTE_MS;
    else if (one.do === "z") zs.push(reports.z(now));
    else {
      const { kind, amount, tip, fee, actor, currency, payment } = one;
      // A payment has one currency.
      const posTid = `${currency}-${payment}`;
      const entry = {
        kind,
        amount,
        additionalAmount: tip,
        transactionFee: fee,
        interchangeFee: fee > 0 ? 7 : 0,
        actor,
      };
      reports.book(posTid, now, entry, currency);
    }
  }
  return { zs, x: reports.x(now), booked: reports.booked, chain: reports.ports.seals.verify() };
}

function expectTotals(report: Totals, booked: readonly TestBooking[]): void {
  const [captured, refunded] = [sumOf(booked, "capture"), sumOf(booked, "refund")];
  const fees = (part: "transactionFee" | "interchangeFee") => booked.reduce((sum, one) => sum + one[part], 0);
  const total = (of: typeof captured) => of.amount + of.additional;
  const net = total(captured) - total(refunded);
  const deducted = fees("transactionFee") + fees("interchangeFee");
  const { transactionFees, interchangeFees, tipsRefunded, payout } = report;
  expect({
    captured: report.captured,
    refunded: report.refunded,
    net: report.net,
    tips: report.tips,
    fees: report.fees,
  }).toEqual({
    captured: total(captured),
    refunded: total(refunded),
    net,
    tips: captured.additional,
    fees: deducted,
  });
  expect({ transactionFees, interchangeFees, tipsRefunded, payout }).toEqual({
    transactionFees: fees("transactionFee"),
    interchangeFees: fees("interchangeFee"),
    tipsRefunded: refunded.additional,
    payout: net - deducted,
  });
}

function expectFigures(report: Omit<Report, "seal">, booked: readonly TestBooking[]): void {
  const own = booked.filter(({ currency }) => currency === "NOK");
  expectTotals(report, own);
  expect(report.counts).toEqual({
    captured: paymentsIn(own, "capture"),
    refunded: paymentsIn(own, "refund"),
    released: paymentsIn(own, "released"),
    aborted: paymentsIn(own, "aborted"),
    rejected: paymentsIn(own, "rejected"),
    expired: paymentsIn(own, "expired"),
    approved: paymentsIn(own, "approved"),
    captures: own.filter((one) => one.kind === "capture" && one.amount + one.additionalAmount > 0).length,
    refunds: own.filter((one) => one.kind === "refund" && one.amount + one.additionalAmount > 0).length,
  });
  for (const person of report.byPerson)
    expectTotals(
      person,
      own.filter(({ actor }) => actor === person.person),
    );
  expect(new Set(report.byPerson.map(({ person }) => person))).toEqual(new Set(own.map(({ actor }) => actor)));
  for (const { currency, period } of report.otherCurrencies) {
    expectTotals(
      period,
      booked.filter((one) => one.currency === currency),
    );
  }
  expectHours(report, own);
}

/** Compares with the platform's formatter: the bookings while the clock showed that hour. */
function expectHours(report: Omit<Report, "seal">, own: readonly TestBooking[]): void {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: report.timeZone, hour: "2-digit", hourCycle: "h23" });
  for (const bar of report.byHour) {
    const { startsAt, endsAt, hour } = bar;
    const within = own.filter(({ at }) =>
      startsAt === null || endsAt === null
        ? Number(clock.format(at)) === hour
        : at >= Date.parse(startsAt) && at < Date.parse(endsAt),
    );
    const [captured, refunded] = [sumOf(within, "capture"), sumOf(within, "refund")];
    expect([bar.label, bar.captured, bar.refunded, bar.tips]).toEqual([
      bar.label,
      captured.amount + captured.additional,
      refunded.amount + refunded.additional,
      captured.additional,
    ]);
  }
  const sum = (part: "captured" | "refunded" | "net" | "tips" | "count") =>
    report.byHour.reduce((total, bar) => total + bar[part], 0);
  expect([sum("captured"), sum("refunded"), sum("net"), sum("tips")]).toEqual([
    report.captured,
    report.refunded,
    report.net,
    report.tips,
  ]);
  expect(sum("count")).toBe(report.counts.captured);
  expect(new Set(report.byHour.map(({ label }) => label)).size).toBe(report.byHour.length);
}

describe("reports of random histories", () => {
  it("add up to the bookings, each in exactly one Z, across zones, midnight and clock changes", () => {
    fc.assert(
      fc.property(histories, ({ start, shop, steps }) => {
        const { zs, x, booked, chain } = play(shop, start, steps);
        expect(zs.map(({ number }) => number)).toEqual(zs.map((_, at) => at + 1));
        for (const z of zs)
          expectFigures(
            z,
            booked.filter(({ period }) => period === z.number),
          );
        expectFigures(
          x,
          booked.filter(({ period }) => period === zs.length + 1),
        );
        expect(x.period).toBe(zs.length + 1);
        for (const [at, z] of zs.entries()) {
          expect(z.from).toBe(at === 0 ? z.from : zs[at - 1]?.to);
          expect(z.to >= z.from).toBe(true);
          expect(z.seal?.previous).toBe(at === 0 ? "0".repeat(64) : zs[at - 1]?.seal?.hash);
          const before = booked.filter(({ period, currency }) => period <= at + 1 && currency === "NOK");
          expectTotals(z.grandTotals, before);
        }
        expectTotals(
          x.grandTotals,
          booked.filter(({ currency }) => currency === "NOK"),
        );
        for (const { currency, grandTotals } of x.otherCurrencies) {
          expectTotals(
            grandTotals,
            booked.filter((one) => one.currency === currency),
          );
        }
        expect(chain).toEqual({ entries: zs.length, ok: true, firstBadAt: null });
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("the hours of a report", () => {
  const oslo = { timeZone: "Europe/Oslo", cutOff: "04:00" };

  it("follow the day when clocks change: the repeated hour is two bars", () => {
    using reports = openReportDatabase(oslo);
    reports.book("a", Date.parse("2026-10-25T00:30:00Z"), { kind: "capture", amount: 100 });
    reports.book("b", Date.parse("2026-10-25T01:30:00Z"), { kind: "capture", amount: 700 });
    const { byHour } = reports.x(Date.parse("2026-10-25T02:00:00Z"));
    expect(byHour).toHaveLength(25);
    expect(byHour.filter(({ captured }) => captured > 0).map(({ label, captured }) => [label, captured])).toEqual([
      ["02:00 +02:00", 100],
      ["02:00 +01:00", 700],
    ]);
  });

  it("are combined when a period is longer than a day", () => {
    using reports = openReportDatabase(oslo);
    reports.book("a", Date.parse("2026-06-01T10:10:00Z"), { kind: "capture", amount: 100 });
    reports.book("b", Date.parse("2026-06-02T10:50:00Z"), { kind: "capture", amount: 30 });
    const { byHour } = reports.x(Date.parse("2026-06-02T20:00:00Z"));
    expect(byHour).toHaveLength(24);
    expect(byHour[0]).toMatchObject({ label: "04:00", startsAt: null });
    expect(byHour.find(({ hour }) => hour === 12)).toMatchObject({ captured: 130, count: 2 });
  });

  it("use the shop's time zone, also at an offset of three quarters of an hour", () => {
    using reports = openReportDatabase({ timeZone: "Asia/Kathmandu", cutOff: "00:00" });
    reports.book("a", Date.parse("2026-06-01T10:05:00Z"), { kind: "capture", amount: 100 });
    reports.book("b", Date.parse("2026-06-01T10:20:00Z"), { kind: "capture", amount: 7 });
    reports.book("c", Date.parse("2026-06-03T10:20:00Z"), { kind: "capture", amount: 30 });
    const { byHour } = reports.x(Date.parse("2026-06-03T12:00:00Z"));
    expect(byHour.filter(({ captured }) => captured > 0).map(({ label, captured }) => [label, captured])).toEqual([
      ["15:00", 100],
      ["16:00", 37],
    ]);
  });

  it("cover the whole day for a period between closes, also without sales in between", () => {
    using reports = openReportDatabase(oslo);
    reports.z(Date.parse("2026-03-28T22:00:00Z"));
    reports.book("a", Date.parse("2026-03-29T08:00:00Z"), { kind: "capture", amount: 100 });
    const { byHour, businessDay } = reports.x(Date.parse("2026-03-29T21:00:00Z"));
    expect(businessDay).toBe("2026-03-29");
    expect(byHour[0]).toMatchObject({ label: "04:00", startsAt: "2026-03-29T02:00:00.000Z" });
  });
});

describe("a payment", () => {
  it("counts once per period when it is captured in parts, in each period with a capture", () => {
    using reports = openReportDatabase({ timeZone: "Europe/Oslo", cutOff: "04:00" });
    const at = Date.parse("2026-06-01T10:00:00Z");
    reports.book("a", at, { kind: "capture", amount: 100 });
    reports.book("a", at, { kind: "capture", amount: 200 });
    expect(reports.z(at).counts).toMatchObject({ captured: 1, captures: 2 });
    reports.book("a", at, { kind: "capture", amount: 300 });
    expect(reports.x(at).counts).toMatchObject({ captured: 1, captures: 1 });
  });
});

describe("a seal", () => {
  it("is the SHA-256 of the previous seal and the report as shown", () => {
    using reports = openReportDatabase({ timeZone: "Europe/Oslo", cutOff: "04:00" });
    const zs = [reports.z(Date.parse("2026-06-01T10:00:00Z")), reports.z(Date.parse("2026-06-02T10:00:00Z"))];
    for (const { seal, ...content } of zs) {
      const hash = createHash("sha256")
        .update(Buffer.from(seal?.previous ?? "", "hex"))
        .update(canonicalJson(content));
      expect(seal?.hash).toBe(hash.digest("hex"));
    }
  });
});

describe("the tables", () => {
  const at = Date.parse("2026-06-01T10:00:00Z");

  it("reject changed bookings and Zs, skipped numbers, and bookings in a closed period", () => {
    using reports = openReportDatabase({ timeZone: "Europe/Oslo", cutOff: "04:00" });
    reports.book("a", at, { kind: "capture", amount: 100 });
    reports.z(at);
    const run = (sql: string) => () => reports.database.exec(sql);
    expect(run("UPDATE booking SET amount = 1")).toThrow("a booking stays as it is");
    expect(run("DELETE FROM booking")).toThrow("a booking stays");
    expect(run("UPDATE z_report SET content = '{}'")).toThrow("a Z stays as it is");
    expect(run("DELETE FROM z_report")).toThrow("a Z stays");
    expect(run("INSERT INTO z_report VALUES (3, 0, 0, 0, '{}', x'00')")).toThrow(
      "a Z has the number after the last one",
    );
    const late = "INSERT INTO booking SELECT 99, 1, at, pos_tid, kind, id, currency, 5, 0, 0, 0, actor FROM booking";
    expect(run(late)).toThrow("a booking is in the open period");
  });

  it("reveal a Z that was changed by another program", () => {
    using reports = openReportDatabase({ timeZone: "Europe/Oslo", cutOff: "04:00" });
    for (const amount of [100, 200, 300]) {
      reports.book("a", at, { kind: "capture", amount });
      reports.z(at);
    }
    reports.database.exec("DROP TRIGGER z_report_keeps_values");
    reports.database.exec(
      "UPDATE z_report SET content = replace(content, '\"captured\":200', '\"captured\":900') WHERE number = 2",
    );
    expect(reports.ports.seals.verify()).toEqual({ entries: 2, ok: false, firstBadAt: 2 });
  });
});
