/**
 * A process that only writes to a till's database, for faults that end the process. It prints promises on stdout: `ack
 * <id>` when a transaction is on disk, `refused <id> <why>` when it is not.
 */
import { writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { makeBackup } from "../../../main/storage/backups/backups.ts";
import { checkpoint, type Database, openDatabase, transact } from "../../../main/storage/database/database.ts";
import { lockFolder } from "../../../main/storage/database/lock.ts";
import { MIGRATIONS, NEWEST_VERSION } from "../../../main/storage/database/migrations.ts";
import { settingStore } from "../../../main/storage/database/settings.ts";
import { upgradeDatabase } from "../../../main/storage/database/upgrade.ts";
import { looseJournal } from "../../support/loose-journal.ts";
import type { WriterTask } from "./task.ts";

const say = (line: string) => writeSync(1, `${line}\n`);

const task: WriterTask = JSON.parse(process.argv[2] ?? "{}");
if (task.do === "write") {
  write(task);
  // Killed, not closed: closing is covered by another fault.
  process.kill(process.pid, "SIGKILL");
} else if (task.do === "backup") {
  await backUpUnderLoad(openDatabase(task.path), task);
} else if (task.do === "lock") {
  lockFolder(task.path);
  say("locked");
  await pause(3_600_000);
} else {
  const sql =
    "ALTER TABLE setting ADD COLUMN note TEXT; CREATE TABLE novelty (x INTEGER) STRICT; INSERT INTO novelty VALUES (1);";
  const migrations = [...MIGRATIONS, { version: NEWEST_VERSION + 1, sql }];
  await upgradeDatabase(task.path, { folder: task.folder, at: 0, migrations });
  say("ack upgraded");
}

function write(task: WriterTask & { do: "write" }): void {
  const { count, from = 1, checkpointEvery } = task;
  const opened = open(task);
  say("begin");
  for (let id = from; id < from + count; id += 1) {
    try {
      opened().attempt(id);
      say(`ack ${id}`);
    } catch (error) {
      const { name, code } = error as { name: string; code?: string };
      say(`refused ${id} ${code ?? name}`);
    }
    if (checkpointEvery && id % checkpointEvery === 0) tidy(() => opened().database);
  }
}

/** A till that cannot open its database refuses everything. */
function open({ path, bytes, synchronous }: WriterTask & { do: "write" }) {
  try {
    const database = openDatabase(path);
    // Set by the fault: the till has no such option.
    if (synchronous) database.pragma(`synchronous = ${synchronous}`);
    const attempt = writing(database, bytes);
    return () => ({ database, attempt });
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** Like the till's maintenance: a failure is noted, and committed data stays in the log. */
function tidy(database: () => Database): void {
  try {
    checkpoint(database());
  } catch {
    say("no checkpoint");
  }
}

/** Writes a change and its journal row in one transaction, like a command of the till. */
function writing(database: Database, bytes: number): (id: number) => void {
  const journal = looseJournal(database);
  const settings = settingStore(database);
  return (id) =>
    transact(database, () => {
      settings.set(`id-${id}`, `${id}:`.padEnd(bytes, "x"));
      journal.append({ event: "fault.written", data: { id } }, id);
    });
}

async function backUpUnderLoad(database: Database, { folder, bytes }: WriterTask & { do: "backup" }) {
  const attempt = writing(database, bytes);
  let id = 0;
  const load = setInterval(() => {
    id += 1;
    attempt(id);
    say(`ack ${id}`);
  }, 1);
  for (let at = 1; at <= 40; at += 1) {
    const before = id;
    const { path } = await makeBackup(database, { folder, at, kind: "hourly" });
    say(`backup ${before} ${path}`);
  }
  clearInterval(load);
}
