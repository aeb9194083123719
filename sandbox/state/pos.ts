/** Points of sale (2.1). */
import type { PosInput } from "../../contract/wire/wire.ts";
import { canonical } from "./canonical.ts";
import { type Db, one, run } from "./database.ts";

export function findPos(db: Db, merchantId: string, id: string): PosInput | undefined {
  const row = findRow(db, merchantId, id);
  return row && (JSON.parse(row.data) as PosInput);
}

/** Adds a POS. The result tells whether it was created, is identical to an existing one, or conflicts. */
export function createPos(db: Db, merchantId: string, input: PosInput): "created" | "same" | "different" {
  const data = canonical(input);
  const storedRow = findRow(db, merchantId, input.id);
  if (storedRow) return storedRow.data === data || storedRow.created_from === data ? "same" : "different";
  const sql = "INSERT INTO pos (merchant_id, id, data, created_from) VALUES (?, ?, ?, ?)";
  run(db, sql, merchantId, input.id, data, data);
  return "created";
}

/** Replaces a POS. Returns false if it does not exist. */
export function updatePos(db: Db, merchantId: string, input: PosInput): boolean {
  const sql = "UPDATE pos SET data = ? WHERE merchant_id = ? AND id = ?";
  return run(db, sql, canonical(input), merchantId, input.id) === 1;
}

export function deletePos(db: Db, merchantId: string, id: string): boolean {
  return run(db, "DELETE FROM pos WHERE merchant_id = ? AND id = ?", merchantId, id) === 1;
}

function findRow(db: Db, merchantId: string, id: string): { data: string; created_from: string } | undefined {
  return one(db, "SELECT data, created_from FROM pos WHERE merchant_id = ? AND id = ?", merchantId, id);
}
