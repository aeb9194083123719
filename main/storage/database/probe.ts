/** Whether a till's database works just now, found out by using it. */
import { type Database, transact } from "./database.ts";
import { refuseWhenStopped } from "./failure.ts";

/**
 * Reads a row, and commits a transaction that changes nothing: the header's application id is written as it is, which
 * goes through the log and its sync like every payment. It counts as no change of the data (`changesOf`), so that a till
 * at rest stays one.
 * @param mayWrite false on a full disk: that is known, and no reason to start the till again
 * @throws what the database or the disk says
 */
export function probeDatabase(database: Database, { mayWrite }: { mayWrite: boolean }): void {
  refuseWhenStopped(database);
  database.prepare("SELECT sequence FROM journal ORDER BY sequence DESC LIMIT 1").get();
  if (!mayWrite) return;
  transact(database, () => {
    const id = Number(database.pragma("application_id", { simple: true }));
    database.pragma(`application_id = ${id}`);
  });
}
