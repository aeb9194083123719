import { describe, expect, it } from "vitest";
import { openTallyCheck } from "../../../../../main/accounting/periods/tally-check.ts";
import { openReportDatabase } from "../../../../support/report-database.ts";

const OSLO = { timeZone: "Europe/Oslo", cutOff: "04:00" };

function closed() {
  const reports = openReportDatabase(OSLO);
  reports.book("p", 1000, { kind: "capture", amount: 500, additionalAmount: 20, transactionFee: 5, actor: "Kari" });
  reports.book("p", 1000, { kind: "capture", amount: -100 });
  reports.z(2000);
  reports.book("q", 3000, { kind: "refund", amount: 700 });
  return reports;
}

describe("the totals of reports", () => {
  it("match the bookings in every period", () => {
    using reports = closed();
    const { inOpenPeriod, inAllPeriods } = openTallyCheck(reports.database);
    expect([inOpenPeriod(), inAllPeriods()]).toEqual([null, null]);
  });

  it.each([
    "UPDATE tally SET amount = amount + 1 WHERE period = 1",
    "UPDATE tally SET additional_amount = 0 WHERE period = 1 AND additional_amount > 0",
    "UPDATE tally SET transaction_fee = 4 WHERE period = 1 AND transaction_fee = 5",
    "UPDATE tally SET actor = 'Ola' WHERE period = 1 AND actor = 'Kari'",
    "UPDATE tally SET quarter = quarter + 1 WHERE period = 1",
    "DELETE FROM tally WHERE period = 1",
  ])("do not match after %s, and the period is named", (sql) => {
    using reports = closed();
    reports.database.exec(sql);
    const { inOpenPeriod, inAllPeriods } = openTallyCheck(reports.database);
    expect([inOpenPeriod(), inAllPeriods()]).toEqual([null, 1]);
    reports.database.exec(sql.replaceAll("period = 1", "period = 2"));
    expect(inOpenPeriod()).toBe(
      sql.includes("amount + 1") || sql.includes("quarter") || sql.includes("DELETE") ? 2 : null,
    );
  });
});

describe("the bookings of a period", () => {
  it("are sealed into the Z: a changed booking is detected even with adjusted totals", () => {
    using reports = closed();
    const { seals } = reports.ports;
    const second = reports.z(4000);
    expect(second.bookings).toMatchObject({ count: 1 });
    expect(seals.get(1)?.bookings).toMatchObject({ count: 2 });
    expect(reports.x(5000).bookings).toBeNull();
    expect(seals.verifyBookings()).toBeNull();
    reports.database.exec(
      "DROP TRIGGER booking_keeps_values; UPDATE booking SET amount = 600 WHERE period = 2; UPDATE tally SET amount = 600 WHERE period = 2",
    );
    expect(openTallyCheck(reports.database).inAllPeriods()).toBeNull();
    expect(seals.verifyBookings()).toBe(2);
  });
});

describe("the closes of a restored till", () => {
  it("give the next Z an unused number, include the open bookings, and explain the skipped number", () => {
    using reports = closed();
    reports.database.exec("INSERT INTO setting VALUES ('usedZ', '4')");
    reports.database.exec("INSERT INTO journal VALUES (1, 0, 'database.restored', NULL, NULL, '{}', x'00')");
    reports.book("q", 3500, { kind: "refund", amount: 30 });
    reports.book("r", 3600, { kind: "capture", amount: 40 });
    expect(reports.x(4000)).toMatchObject({ period: 5, captured: 40, refunded: 730, afterRestore: true });
    const z = reports.z(5000);
    expect(z).toMatchObject({
      ...{ number: 5, period: 5, captured: 40, refunded: 730, afterRestore: true },
      ...{
        counts: { refunded: 1, captured: 1 },
        grandTotals: { captured: 460, refunded: 730 },
        bookings: { count: 3 },
      },
    });
    const { seals } = reports.ports;
    expect(z.seal?.previous).toBe(seals.get(1)?.seal?.hash);
    expect([seals.verify(), seals.verifyBookings(), openTallyCheck(reports.database).inAllPeriods()]).toEqual([
      { entries: 2, ok: true, firstBadAt: null },
      null,
      null,
    ]);
    expect(seals.get(4)).toBeNull();
  });

  it("skip no other number, so a removed Z is detected", () => {
    using reports = closed();
    reports.z(4000);
    reports.z(5000);
    reports.database.exec("DROP TRIGGER z_report_keeps_rows; DELETE FROM z_report WHERE number = 2");
    expect(reports.ports.seals.verify()).toEqual({ entries: 2, ok: false, firstBadAt: 3 });
  });
});
