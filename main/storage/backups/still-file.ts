/** The file of a database that is in use, read past SQLite while nothing is written into it. */
import { closeSync, openSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { checkpoint, type Database, openToRead } from "../database/database.ts";
import { versionOf } from "../database/migrations.ts";
import { chainEnd } from "../journal/chain.ts";

export interface StillFile extends Disposable {
  /** The open file */
  database: number;
  /** How many entries its journal has, and the version of its schema */
  about: { entries: number; schema: number };
}

/** Whoever reads in the log - a check, an export - is waited for, so often and so long. */
const TRIES = 600;
const WAIT_MS = 1000;

/**
 * Empties the log and begins a reading transaction that sees no log: as long as that is open SQLite writes what is
 * committed into the log alone. The connection is to be the only one that writes.
 * @throws when others read in the log for too long
 */
export async function stillFile(database: Database, signal?: AbortSignal): Promise<StillFile> {
  for (let tries = 1; !emptied(database); tries += 1) {
    if (tries === TRIES) throw new Error("the log of the database could not be emptied: somebody reads in it");
    await pause(WAIT_MS, undefined, { signal });
  }
  // In the same turn: nothing was written since.
  using opened = new DisposableStack();
  const reader = opened.use(openToRead(database.name, { alone: false })).database;
  reader.exec("BEGIN");
  const about = { entries: chainEnd(reader)().entries, schema: versionOf(reader) };
  const file = fileOf(database.name);
  if (process.platform === "win32") opened.defer(() => closeSync(file));
  const kept = opened.move();
  return { database: file, about, [Symbol.dispose]: () => kept.dispose() };
}

function emptied(database: Database): boolean {
  checkpoint(database);
  return (statSync(`${database.name}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/**
 * Never closed, except by the end of the process: to close a file takes away every lock that this process has on it, on
 * POSIX systems, and those of SQLite are among them.
 */
const open = new Map<string, number>();

function fileOf(path: string): number {
  if (process.platform === "win32") return openSync(path, "r");
  const { dev, ino } = statSync(path);
  const key = `${dev} ${ino}`;
  const file = open.get(key) ?? openSync(path, "r");
  open.set(key, file);
  return file;
}
