/** VAT of the bookings: the `booking_vat` table and its totals. `contract/values/vat.ts` computes VAT. */
import type { PaymentLine } from "../../../contract/values/lines.ts";
import { sumVat, type VatMovement, type VatTotal, vatOfMovements } from "../../../contract/values/vat.ts";
import type { Database } from "../../storage/database/database.ts";

interface VatSum {
  kind: "capture" | "refund";
  rate: number;
  gross: number;
  vat: number;
}

export type BookedVat = ReturnType<typeof openBookedVat>;

export type VatOf<T> = Record<"captured" | "refunded", T>;

export function openBookedVat(database: Database) {
  const moved = database.prepare<[string], VatMovement & { sequence: number }>(
    `SELECT sequence, kind, amount FROM booking INDEXED BY booking_by_payment
     WHERE pos_tid = ? AND kind IN ('capture','refund') ORDER BY sequence`,
  );
  const known = database
    .prepare<[string], number>(
      `SELECT coalesce(max(booking), 0) FROM booking_vat
       WHERE booking IN (SELECT sequence FROM booking WHERE pos_tid = ? AND kind IN ('capture','refund'))`,
    )
    .pluck();
  const insert = database.prepare("INSERT INTO booking_vat (booking, rate, gross, vat) VALUES (?, ?, ?, ?)");
  const tallied = database.prepare<[number, string], VatSum>(
    `SELECT kind, rate, sum(gross) AS gross, sum(vat) AS vat FROM vat_tally
     WHERE period > ? AND currency = ? GROUP BY kind, rate`,
  );
  const ofPayment = database.prepare<[string, string], VatSum & { id: string | null }>(
    `SELECT booking.id AS id, kind, rate, sum(gross) AS gross, sum(vat) AS vat
     FROM booking JOIN booking_vat ON booking_vat.booking = booking.sequence
     WHERE pos_tid = ? AND kind = ? GROUP BY booking.id, rate`,
  );
  return {
    /** Books VAT for new movements of a payment whose lines have a rate. Runs inside the caller's transaction. */
    follow(posTid: string, lines: readonly PaymentLine[]) {
      if (!lines.some(({ vatRate }) => vatRate !== undefined)) return;
      const movements = moved.all(posTid);
      const through = known.get(posTid) ?? 0;
      for (const [index, totals] of vatOfMovements(lines, movements).entries()) {
        const sequence = movements[index]?.sequence ?? 0;
        if (sequence <= through) continue;
        for (const { rate, gross, vat } of totals) if (rate !== null) insert.run(sequence, rate, gross, vat);
      }
    },
    /** Returns VAT of captures and refunds after the Z with this number. `productTotals` are without tips. */
    after(z: number, currency: string, productTotals: VatOf<number>): VatOf<VatTotal[]> {
      const sums = tallied.all(z, currency);
      const of = (kind: VatSum["kind"], kindTotal: number) =>
        withUnknown(sums.filter((sum) => sum.kind === kind).map(totalOf), kindTotal);
      return { captured: of("capture", productTotals.captured), refunded: of("refund", productTotals.refunded) };
    },
    /**
     * Returns VAT of one payment, or of one id. The part of `goods` (without tips) with unknown VAT has the rate null.
     * Empty when no VAT is known.
     */
    ofPayment(posTid: string, kind: VatSum["kind"], goods: number, id?: string | null): VatTotal[] {
      const own = ofPayment.all(posTid, kind).filter((sum) => id === undefined || sum.id === id);
      return own.length === 0 ? [] : withUnknown(own.map(totalOf), goods);
    },
  };
}

function totalOf({ rate, gross, vat }: VatSum): VatTotal {
  return { rate, gross, net: gross - vat, vat };
}

function withUnknown(totals: readonly VatTotal[], goods: number): VatTotal[] {
  const rest = goods - totals.reduce((sum, { gross }) => sum + gross, 0);
  const all = rest === 0 ? totals : [...totals, { rate: null, gross: rest, net: rest, vat: 0 }];
  return sumVat(all).filter(({ gross, vat }) => gross !== 0 || vat !== 0);
}
