/** Mutual exclusion between processes. The operating system releases the lock when the process ends. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { ROOT } from "./node.mjs";

/** Cache of the scripts; tests that corrupt something use their own. */
export const CACHE = process.env.TILL_CACHE ?? join(ROOT, "node_modules", ".cache", "till");
const RETRY_MS = 150;

/** Runs `work` while no other process runs work of the same name. */
export async function withLock(name, work) {
  mkdirSync(CACHE, { recursive: true });
  const lock = new Sqlite(join(CACHE, `${name}.lock`), { timeout: 0 });
  try {
    while (!tryLock(lock)) await sleep(RETRY_MS);
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock) {
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (String(error.code).startsWith("SQLITE_BUSY")) return false;
    throw error;
  }
}
