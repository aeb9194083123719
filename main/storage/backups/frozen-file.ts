/** Direct access to a database file in use, while SQLite does not write to it. */
import { closeSync, openSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { checkpoint, type Database, openToRead } from "../database/database.ts";
import { versionOf } from "../database/migrations.ts";
import { chainEnd } from "../journal/chain.ts";

/** Limits of waiting for other readers of the log, such as a check or an export. */
const MAX_TRIES = 600;
const WAIT_MS = 1000;

/**
 * Empties the log and opens a read transaction: SQLite then writes commits only to the log. This connection must be
 * the only writer. Throws when other readers use the log for too long.
 */
export async function openFrozenFile(database: Database, signal?: AbortSignal) {
  for (let tries = 1; !emptyLog(database); tries += 1) {
    if (tries === MAX_TRIES)
      throw new Error("the write-ahead log could not be emptied: another connection is reading it");
    await pause(WAIT_MS, undefined, { signal });
  }
  // Same event loop turn: nothing was written since.
  using opened = new DisposableStack();
  const reader = opened.use(openToRead(database.name, { alone: false })).database;
  reader.exec("BEGIN");
  const journalState = { entries: chainEnd(reader)().entries, schema: versionOf(reader) };
  const file = descriptorOf(database.name);
  if (process.platform === "win32") opened.defer(() => closeSync(file));
  const resources = opened.move();
  return { database: file, journalState, [Symbol.dispose]: () => resources.dispose() };
}

function emptyLog(database: Database): boolean {
  checkpoint(database);
  return (statSync(`${database.name}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Never closed: on POSIX, closing a file releases all of the process's locks on it, SQLite's included. */
const open = new Map<string, number>();

function descriptorOf(path: string): number {
  if (process.platform === "win32") return openSync(path, "r");
  const { dev, ino } = statSync(path);
  const key = `${dev} ${ino}`;
  const file = open.get(key) ?? openSync(path, "r");
  open.set(key, file);
  return file;
}
