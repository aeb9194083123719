/** Remembers handled scans, so that each counts once, also across restarts. */
import { createHash } from "node:crypto";
import type { Database } from "../../storage/database/database.ts";

/** A scan token expires after a day (2.5), so no scan is repeated later. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

export type SeenScans = ReturnType<typeof seenScans>;

export function seenScans(database: Database) {
  const find = database.prepare<[Buffer], number>("SELECT 1 FROM seen_scan WHERE digest = ?").pluck();
  const findPosTid = database
    .prepare<[Buffer], string | null>("SELECT pos_tid FROM seen_scan WHERE digest = ?")
    .pluck();
  const insert = database.prepare(
    `INSERT INTO seen_scan (digest, pos_tid, seen_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET pos_tid = coalesce(excluded.pos_tid, pos_tid)`,
  );
  const remove = database.prepare("DELETE FROM seen_scan WHERE seen_at < ?");
  return {
    has: (scanToken: string): boolean => find.get(digestOf(scanToken)) !== undefined,
    requestedBy: (scanToken: string): string | null => findPosTid.get(digestOf(scanToken)) ?? null,
    /**
     * Stores a scan's digest inside a transaction, and removes expired ones.
     * @param posTid the payment or data request that the scan started; null for none
     */
    add(scanToken: string, posTid: string | null, now: number) {
      remove.run(now - RETENTION_MS);
      insert.run(digestOf(scanToken), posTid, now);
    },
  };
}

function digestOf(scanToken: string): Buffer {
  return createHash("sha256").update(scanToken).digest();
}
