/** Handwritten ledger messages of a till: journal rows and payment states. */
import type { Ledger } from "../../ledger/database.ts";

export const NOW = "2026-03-02T10:00:00.123Z";

export function enter(sql: Ledger, till: string, numbers: number[], event = "till.started") {
  return sql`INSERT INTO journal_entry (till, number, at, event, data, hash)
    SELECT ${till}, n, ${NOW}, ${event}, '{}', '\\x00' FROM generate_series(1, 9) n WHERE n = ANY(string_to_array(${numbers.join()}, ',')::int[]) ON CONFLICT DO NOTHING`;
}

export const STATE = {
  pos_tid: "p1",
  number: "K7Q2-0001",
  action: "SALE",
  amount: 100,
  additional_amount: 0,
  currency: "NOK",
  phase: "captured",
  captured_total: 100,
  captured_additional: 0,
  refunded_total: 0,
  reserved: 0,
  unlisted: false,
  created_at: NOW,
  modified_at: NOW,
};

export function put(sql: Ledger, till: string, states: object[]) {
  return sql`SELECT put_payments(${till}, ${JSON.stringify(states)})`;
}
