import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HandOver } from "../../../../../contract/accounting/reports.ts";
import { openShiftStore, type ShiftStore } from "../../../../../main/accounting/shifts/shift-store.ts";
import { transact } from "../../../../../main/storage/database/database.ts";
import { runs } from "../../../../support/random-runs.ts";
import { openReportDatabase, type ReportDatabase } from "../../../../support/report-database.ts";

const OSLO = { timeZone: "Europe/Oslo", cutOff: "04:00" };
const PEOPLE = ["Kari", "Ola", null] as const;
type Named = "Kari" | "Ola";

const step = fc.oneof(
  fc.record({
    do: fc.constant("book" as const),
    payment: fc.integer({ min: 1, max: 6 }),
    kind: fc.constantFrom("capture" as const, "refund" as const),
    amount: fc.integer({ min: -500, max: 5000 }),
    tip: fc.integer({ min: 0, max: 300 }),
    person: fc.constantFrom(...PEOPLE),
    currency: fc.constantFrom("NOK", "NOK", "NOK", "SEK"),
  }),
  fc.record({ do: fc.constant("handOver" as const), person: fc.constantFrom<Named>("Kari", "Ola") }),
  fc.record({ do: fc.constant("close" as const) }),
);

/** Returns the open shift of a person in the open period. */
function openOf({ ports }: ReportDatabase, shifts: ShiftStore, person: string | null) {
  const before = person === null ? null : shifts.latest(ports.seals.openPeriod(), person);
  const after = before?.throughBooking ?? ports.seals.latest()?.through ?? 0;
  return shifts.figures({ person, currency: "NOK", after });
}

function handOver(reports: ReportDatabase, shifts: ShiftStore, person: Named, at: number): void {
  const { through: _through, ...figures } = openOf(reports, shifts, person);
  const one: HandOver = {
    ...figures,
    id: `${person}-${at}`,
    period: reports.ports.seals.openPeriod(),
    person,
    from: new Date(at).toISOString(),
    at: new Date(at).toISOString(),
    currency: "NOK",
    left: { reserved: { count: 0, amount: 0 }, parked: 0, waiting: 0 },
    tally: null,
    acceptedBy: null,
    acceptedAt: null,
  };
  transact(reports.database, () => shifts.add(one, reports.ports.tally.lastSequence()));
}

const PARTS = ["captured", "refunded", "tips", "net"] as const;

describe("shifts", () => {
  it("add up to the period: handed-over and open shifts equal the bookings of each user", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        using reports = openReportDatabase(OSLO);
        const shifts = openShiftStore(reports.database);
        for (const [index, one] of steps.entries()) {
          const at = Date.parse("2026-06-08T10:00:00Z") + index * 60_000;
          if (one.do === "close") reports.z(at);
          else if (one.do === "handOver") handOver(reports, shifts, one.person, at);
          else {
            const { kind, amount, tip, person: actor, currency } = one;
            reports.book(`p${one.payment}-${currency}`, at, { kind, amount, additionalAmount: tip, actor }, currency);
          }
        }
        const x = reports.x(Date.parse("2026-06-09T00:00:00Z"));
        expect(x.handOvers).toEqual(shifts.ofPeriod(x.period));
        for (const person of PEOPLE) {
          const all = [...x.handOvers.filter((one) => one.person === person), openOf(reports, shifts, person)];
          const of = x.byPerson.find((one) => one.person === person);
          for (const part of PARTS) {
            expect(all.reduce((sum, one) => sum + one[part], 0)).toBe(of?.[part] ?? 0);
          }
          expect(all.reduce((sum, one) => sum + one.payments, 0)).toBe(of?.counts.captured ?? 0);
          expect(all.reduce((sum, one) => sum + one.refunds, 0)).toBe(of?.counts.refunded ?? 0);
        }
      }),
      { numRuns: runs(25) },
    );
  });

  it("are accepted once, and are immutable afterwards", () => {
    using reports = openReportDatabase(OSLO);
    const { database } = reports;
    const shifts = openShiftStore(database);
    handOver(reports, shifts, "Ola", 1000);
    const [{ id } = { id: "" }] = shifts.latestSince(0);
    expect(shifts.accept(id, "Kari", 2000)).toBe(true);
    expect(shifts.accept(id, "Per", 3000)).toBe(false);
    expect(shifts.find(id)).toMatchObject({ acceptedBy: "Kari", acceptedAt: "1970-01-01T00:00:02.000Z" });
    handOver(reports, shifts, "Kari", 4000);
    for (const sql of [
      "DELETE FROM shift",
      "UPDATE shift SET content = '{}'",
      "UPDATE shift SET accepted_by = 'Per', accepted_at = 1 WHERE accepted_at IS NOT NULL",
    ])
      expect(() => database.exec(sql)).toThrow("a hand-over stays");
    reports.z(5000);
    expect(() =>
      database.exec("INSERT INTO shift (id, period, person, at, through, content) VALUES ('x', 1, 'Ola', 1, 0, '{}')"),
    ).toThrow("open period");
  });
});
