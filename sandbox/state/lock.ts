import { join } from "node:path";
import Sqlite from "better-sqlite3";

/**
 * Takes a data folder for this process. The lock is the operating system's, held through an open transaction: it goes
 * when the process goes, however that was.
 * @throws Error when another sandbox holds it
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = new Sqlite(join(folder, "sandbox.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    throw new Error(`${folder} is in use by another sandbox: close it first, or use another --data folder`, { cause });
  }
  return { release: () => void lock.close() };
}
