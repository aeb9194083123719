import { type Database, transact } from "./database.ts";
import { assertNotStopped } from "./failure.ts";

/**
 * Reads a row, and commits the unchanged application id through the log and its sync, which counts as no change of
 * data.
 * @param mayWrite false on a full disk, which is no reason to restart the till
 */
export function probeDatabase(database: Database, { mayWrite }: { mayWrite: boolean }): void {
  assertNotStopped(database);
  database.prepare("SELECT sequence FROM journal ORDER BY sequence DESC LIMIT 1").get();
  if (!mayWrite) return;
  transact(database, () => {
    const id = Number(database.pragma("application_id", { simple: true }));
    database.pragma(`application_id = ${id}`);
  });
}
