/** A used data folder, and the maintenance commands for it. */
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { openOrExplain } from "../../../../../main/app/data-folder.ts";
import { maintain } from "../../../../../main/operations/maintenance/main.ts";
import { listBackups } from "../../../../../main/storage/backups/backups.ts";
import { closeDatabase, connect, type Database, transact } from "../../../../../main/storage/database/database.ts";
import { lockFolder } from "../../../../../main/storage/database/lock.ts";
import { currentHead, headFile } from "../../../../../main/storage/journal/head.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { machineIdentity } from "../../../../../main/storage/vault/machine-id.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";

export const NOW = Date.UTC(2026, 2, 2, 10);

/** A till's folder after its first day, cached by the number of entries and copied on each use. */
const firstDays = new Map<number, { name: string; content: Buffer }[]>();

/** Creates the folder of a till that was stopped normally. */
export async function createUsedDataFolder({ entries = 5 } = {}) {
  const folder = temporaryFolder();
  const data = join(folder.path, "a shop's till");
  const path = join(data, "till.db");
  const unlock = () => openFileVault(data, { ...machineIdentity() });
  const self = {
    data,
    path,
    backups: () => listBackups(join(data, "backups")),
    /**
     * A till starts, writes, and stops or is killed. A killed till's head is that of the start, unless it was signed
     * later.
     */
    async till(count: number, end: "stops" | "is killed" | "is killed, signed" = "stops") {
      lockFolder(data).release();
      const vault = unlock();
      const database = await openOrExplain(data, vault, NOW);
      const sign = (open: boolean) => headFile(data, vault).write(currentHead(database, { at: NOW, open }));
      sign(true);
      append(database, count);
      if (end !== "is killed") sign(end !== "stops");
      if (end === "stops") closeDatabase(database);
      else crash(database, path);
    },
    starts: async () => {
      const database = await openOrExplain(data, unlock(), NOW);
      const { entries: found } = looseJournal(database).head();
      closeDatabase(database);
      return found;
    },
    run: (line: string, now = NOW) => run(line, data, now),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
  mkdirSync(data);
  const firstDay = firstDays.get(entries);
  for (const { name, content } of firstDay ?? []) writeFileSync(join(data, name), content, { mode: 0o600 });
  if (firstDay === undefined) {
    await self.till(entries);
    const left = readdirSync(data).map((name) => ({ name, content: readFileSync(join(data, name)) }));
    firstDays.set(entries, left);
  }
  return self;
}

/** Runs a command line, with DATA as a placeholder for the data folder. */
export async function run(line: string, data: string, now = NOW) {
  const text = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof text) => ({
    write(more: string) {
      text[name] += more;
    },
  });
  const argv = line === "" ? [] : line.split(" ").map((word) => word.replace("DATA", data));
  const ports = { stdout: stream("stdout"), stderr: stream("stderr"), env: { TILL_DATA: data }, now };
  return { code: await maintain(argv, ports), ...text };
}

export function append(database: Database, count: number) {
  const journal = looseJournal(database);
  for (let row = 0; row < count; row += 1)
    transact(database, () => journal.append({ event: "money.captured", data: { row } }, NOW));
}

/** The files after a kill: an open database without a checkpoint. */
export function crash(database: Database, path: string) {
  for (const file of [path, `${path}-wal`]) copyFileSync(file, `${file}.crashed`);
  closeDatabase(database);
  for (const file of [path, `${path}-wal`]) renameSync(`${file}.crashed`, file);
}

/** Overwrites the middle of a file, as a failing disk would. */
export function damage(path: string) {
  const pages = readFileSync(path).length / 4096;
  const file = openSync(path, "r+");
  for (let page = 1; page < pages; page += 1) writeSync(file, Buffer.alloc(512, 0xa5), 0, 512, page * 4096);
  closeSync(file);
}

export function tamper(path: string, sql: string) {
  const database = connect(path);
  database.exec(`DROP TRIGGER journal_keeps_rows; DROP TRIGGER journal_keeps_values; ${sql}`);
  database.close();
}
