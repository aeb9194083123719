import type { Database } from "../../storage/database/database.ts";

/** Finds periods whose tally differs from their bookings. A row on one side only also counts. */
const DIFFERENT = `
  SELECT min(period) FROM (
    SELECT period FROM (
      SELECT period, currency, at / 900000 AS quarter, kind, coalesce(actor, '') AS person, amount,
        additional_amount AS additional, transaction_fee AS fee, interchange_fee AS interchange,
        amount + additional_amount > 0 AS bookings
      FROM booking WHERE sequence > @through AND period > @z
      UNION ALL
      SELECT period, currency, quarter, kind, actor, -amount, -additional_amount, -transaction_fee, -interchange_fee,
        -bookings
      FROM tally WHERE period > @z)
    GROUP BY period, currency, quarter, kind, person
    HAVING sum(amount) <> 0 OR sum(additional) <> 0 OR sum(fee) <> 0 OR sum(interchange) <> 0 OR sum(bookings) <> 0)`;

/** Finds periods whose VAT tally differs from their bookings. */
const DIFFERENT_VAT = `
  SELECT min(period) FROM (
    SELECT period FROM (
      SELECT period, currency, kind, rate, gross, vat FROM booking_vat JOIN booking ON booking.sequence = booking_vat.booking
      WHERE sequence > @through AND period > @z
      UNION ALL
      SELECT period, currency, kind, rate, -gross, -vat FROM vat_tally WHERE period > @z)
    GROUP BY period, currency, kind, rate
    HAVING sum(gross) <> 0 OR sum(vat) <> 0)`;

export type TallyCheck = ReturnType<typeof openTallyCheck>;

/** @throws when the database has no bookings table */
export function openTallyCheck(database: Database) {
  const different = database.prepare<{ through: number; z: number }, number | null>(DIFFERENT).pluck();
  const last = database.prepare<[], { through: number; z: number }>(
    "SELECT through, number AS z FROM z_report ORDER BY number DESC LIMIT 1",
  );
  const differentVat = database.prepare<{ through: number; z: number }, number | null>(DIFFERENT_VAT).pluck();
  const first = (since: { through: number; z: number }) => different.get(since) ?? differentVat.get(since) ?? null;
  return {
    /** Returns the open period, or an older one restored into it, when its sums differ; otherwise null */
    inOpenPeriod: (): number | null => first(last.get() ?? { through: 0, z: 0 }),
    /** Returns the first period whose sums differ, or null. Reads every booking. */
    inAllPeriods: (): number | null => first({ through: 0, z: 0 }),
  };
}
