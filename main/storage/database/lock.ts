import { join } from "node:path";
import Sqlite from "better-sqlite3";

export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
}

/** Keeps locks reachable: garbage collection would close the connection and release the lock. */
const openLocks = new Set<Sqlite.Database>();

/**
 * Locks the data folder through an open SQLite transaction, which ends with the process: there are no stale locks.
 * Throws FolderInUseError when another till holds it.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = new Sqlite(join(folder, "till.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new FolderInUseError(`${folder} is in use by another till`);
    }
    throw error;
  }
  openLocks.add(lock);
  return {
    release() {
      openLocks.delete(lock);
      if (!lock.open) return;
      lock.exec("ROLLBACK");
      lock.close();
    },
  };
}
