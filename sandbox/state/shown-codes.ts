/** Codes that tills currently show, for selection without a camera. */
import { all, type Db, run } from "./database.ts";

export interface ShownCode {
  link: string;
  label: string;
}

/** Hides the code of a till that stopped without removing it. */
const SHOWN_FOR_MS = 30 * 60 * 1000;

export function showCode(db: Db, code: ShownCode, now: number): void {
  const sql = `INSERT INTO shown_code (link, label, shown_at) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET label = excluded.label, shown_at = excluded.shown_at`;
  run(db, sql, code.link, code.label, now);
}

/** Removes a code, or all of them if null. */
export function hideCode(db: Db, link: string | null): void {
  run(db, "DELETE FROM shown_code WHERE link = coalesce(?, link)", link);
}

/** Returns the codes of the last half hour, newest first. */
export function listShownCodes(db: Db, now: number): ShownCode[] {
  const sql = "SELECT link, label FROM shown_code WHERE shown_at > ? ORDER BY shown_at DESC, rowid DESC";
  return all(db, sql, now - SHOWN_FOR_MS);
}
