/** Which scans the till has heard of: each counts once, also when it is told again after a restart. */
import { createHash } from "node:crypto";
import type { Database } from "../../storage/database/database.ts";

/** A scan token ends after a day (2.5), and counts for a minute: nothing is told again for longer. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export interface SeenScans {
  has(scanToken: string): boolean;
  /** Inside a transaction: remembers one, as a digest; and forgets those whose tokens have ended. */
  add(scanToken: string, now: number): void;
}

export function seenScans(database: Database): SeenScans {
  const find = database.prepare<[Buffer], number>("SELECT 1 FROM seen_scan WHERE digest = ?").pluck();
  const insert = database.prepare("INSERT INTO seen_scan (digest, seen_at) VALUES (?, ?) ON CONFLICT DO NOTHING");
  const remove = database.prepare("DELETE FROM seen_scan WHERE seen_at < ?");
  return {
    has: (scanToken) => find.get(digestOf(scanToken)) !== undefined,
    add(scanToken, now) {
      remove.run(now - KEPT_MS);
      insert.run(digestOf(scanToken), now);
    },
  };
}

function digestOf(scanToken: string): Buffer {
  return createHash("sha256").update(scanToken).digest();
}
