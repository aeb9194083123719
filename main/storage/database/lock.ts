import { join } from "node:path";
import Sqlite from "better-sqlite3";

/** Another process holds this data folder. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
}

/** Held as long as this process holds them: a handle that is only garbage would be closed, and its lock be gone. */
const held = new Set<Sqlite.Database>();

/**
 * Takes the data folder for this process. The lock is the operating system's, held through an open SQLite
 * transaction: it goes when the process goes, however that was, so that no stale lock ever needs removing.
 * @throws FolderInUseError when another till holds it
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
  held.add(lock);
  return {
    release() {
      held.delete(lock);
      if (!lock.open) return;
      lock.exec("ROLLBACK");
      lock.close();
    },
  };
}
