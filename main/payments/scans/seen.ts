/** Which scans the till has heard of: each counts once, also when it is told again after a restart. */
import { createHash } from "node:crypto";
import type { Database } from "../../storage/database/database.ts";

/** A scan token ends after a day (2.5), and counts for a minute: nothing is told again for longer. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export interface SeenScans {
  has(scanToken: string): boolean;
  /** The payment or request for data that asks the customer who scanned; null: none. */
  askedBy(scanToken: string): string | null;
  /**
   * Inside a transaction: remembers one, as a digest; and forgets those whose tokens have ended.
   * @param posTid what asks its customer; null: nothing yet
   */
  add(scanToken: string, posTid: string | null, now: number): void;
}

export function seenScans(database: Database): SeenScans {
  const find = database.prepare<[Buffer], number>("SELECT 1 FROM seen_scan WHERE digest = ?").pluck();
  const asking = database.prepare<[Buffer], string | null>("SELECT pos_tid FROM seen_scan WHERE digest = ?").pluck();
  const insert = database.prepare(
    `INSERT INTO seen_scan (digest, pos_tid, seen_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET pos_tid = coalesce(excluded.pos_tid, pos_tid)`,
  );
  const remove = database.prepare("DELETE FROM seen_scan WHERE seen_at < ?");
  return {
    has: (scanToken) => find.get(digestOf(scanToken)) !== undefined,
    askedBy: (scanToken) => asking.get(digestOf(scanToken)) ?? null,
    add(scanToken, posTid, now) {
      remove.run(now - KEPT_MS);
      insert.run(digestOf(scanToken), posTid, now);
    },
  };
}

function digestOf(scanToken: string): Buffer {
  return createHash("sha256").update(scanToken).digest();
}
