/** One process at a time: a lock of the operating system's, which goes when its process goes, however that was. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { ROOT } from "./node.mjs";

/** What the scripts remember from one run to the next; a test that breaks something has its own. */
export const CACHE = process.env.TILL_CACHE ?? join(ROOT, "node_modules", ".cache", "till");
const LOOK_AGAIN_MS = 150;

/** Runs `work` while no other process runs work under the same name. */
export async function alone(name, work) {
  mkdirSync(CACHE, { recursive: true });
  const lock = new Sqlite(join(CACHE, `${name}.lock`), { timeout: 0 });
  try {
    while (!taken(lock)) await sleep(LOOK_AGAIN_MS);
    return await work();
  } finally {
    lock.close();
  }
}

function taken(lock) {
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (String(error.code).startsWith("SQLITE_BUSY")) return false;
    throw error;
  }
}
