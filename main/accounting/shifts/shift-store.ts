/** The stored hand-overs and figures. Figures come from the bookings, so a period's shifts add up to its total. */
import { type HandOver, LATEST_HAND_OVERS } from "../../../contract/accounting/reports.ts";
import { iso, isoOrNull } from "../../lib/iso-time.ts";
import type { Database } from "../../storage/database/database.ts";

export type StoredHandOver = HandOver & { throughBooking: number };

export type CountedShift = ReturnType<typeof figuresOf>;

export type ShiftStore = ReturnType<typeof openShiftStore>;

type Content = Omit<HandOver, "id" | "period" | "person" | "at" | "acceptedBy" | "acceptedAt">;

interface Row {
  id: string;
  period: number;
  person: string;
  at: number;
  through: number;
  content: string;
  accepted_by: string | null;
  accepted_at: number | null;
}

interface Sum {
  kind: "capture" | "refund";
  payments: number;
  amount: number;
  additional: number;
  through: number;
}

/** A payment counts at its first booking of a kind in the period, as in the tally. */
const FIGURES = `
  SELECT kind, max(sequence) AS through, sum(amount + additional_amount) AS amount, sum(additional_amount) AS additional,
    sum(amount + additional_amount > 0 AND NOT EXISTS (
      SELECT 1 FROM booking AS earlier
      WHERE earlier.pos_tid = own.pos_tid AND earlier.kind = own.kind AND earlier.period = own.period
        AND earlier.sequence < own.sequence AND earlier.amount + earlier.additional_amount > 0)) AS payments
  FROM booking AS own
  WHERE sequence > @after AND actor IS @person AND currency = @currency AND kind IN ('capture','refund') GROUP BY kind`;

export function openShiftStore(database: Database) {
  const sums = database.prepare<{ after: number; person: string | null; currency: string }, Sum>(FIGURES);
  const rows = (rest: string) => database.prepare<unknown[], Row>(`SELECT * FROM shift ${rest}`);
  const latest = rows("WHERE period = ? AND person = ? ORDER BY sequence DESC LIMIT 1");
  const byId = rows("WHERE id = ?");
  const ofPeriod = rows("WHERE period = ? ORDER BY sequence");
  const newest = rows("WHERE period >= ? ORDER BY sequence DESC LIMIT ?");
  const insert = database.prepare(
    "INSERT INTO shift (id, period, person, at, through, content) VALUES (@id, @period, @person, @at, @through, @content)",
  );
  const accept = database.prepare(
    "UPDATE shift SET accepted_by = ?, accepted_at = ? WHERE id = ? AND accepted_at IS NULL",
  );
  return {
    /** Returns the figures after a booking; `person` is null for bookings without a signed-in user */
    figures: (asked: { person: string | null; currency: string; after: number }) => figuresOf(sums.all(asked)),
    latest(period: number, person: string): StoredHandOver | null {
      const row = latest.get(period, person);
      return row ? { ...read(row), throughBooking: row.through } : null;
    },
    find(id: string): HandOver | null {
      const row = byId.get(id);
      return row ? read(row) : null;
    },
    ofPeriod: (period: number): HandOver[] => ofPeriod.all(period).map(read),
    latestSince: (period: number): HandOver[] => newest.all(period, LATEST_HAND_OVERS).map(read),
    /** Adds a hand-over inside the caller's transaction. `through` is the last booking. */
    add({ id, period, person, at, acceptedBy: _by, acceptedAt: _at, ...content }: HandOver, through: number) {
      insert.run({
        id,
        period,
        person,
        at: Date.parse(at),
        through,
        content: JSON.stringify(content satisfies Content),
      });
    },
    /** Accepts a hand-over inside the caller's transaction. Returns false when it was already accepted. */
    accept: (id: string, by: string, now: number): boolean => accept.run(by, now, id).changes > 0,
  };
}

function figuresOf(sums: readonly Sum[]) {
  const of = (kind: Sum["kind"]) => sums.find((sum) => sum.kind === kind);
  const [captureSum, refundSum] = [of("capture"), of("refund")];
  const captured = captureSum?.amount ?? 0;
  const refunded = refundSum?.amount ?? 0;
  return {
    payments: captureSum?.payments ?? 0,
    captured,
    tips: captureSum?.additional ?? 0,
    refunds: refundSum?.payments ?? 0,
    refunded,
    net: captured - refunded,
    /** The last booking in it; 0 without bookings */
    through: Math.max(captureSum?.through ?? 0, refundSum?.through ?? 0),
  };
}

function read({ id, period, person, at, content, accepted_by, accepted_at }: Row): HandOver {
  return {
    ...(JSON.parse(content) as Content),
    id,
    period,
    person,
    at: iso(at),
    acceptedBy: accepted_by,
    acceptedAt: isoOrNull(accepted_at),
  };
}
