import { existsSync } from "node:fs";
import { backupFolder, copyDatabase, makeBackup } from "../../storage/backups/backups.ts";
import { type Database, openToRead } from "../../storage/database/database.ts";
import { type ExitCode, lockIfFree, requireDatabase, TaskError, type TaskPorts } from "./folder.ts";

/** Makes a backup in the data folder, or to a file of the caller's; also while a till works. */
export async function backUp(
  { dataDir, to }: { dataDir: string; to: string | null },
  { stdout, now }: TaskPorts,
): Promise<ExitCode> {
  const path = requireDatabase(dataDir);
  if (to !== null && existsSync(to)) throw new TaskError(`${to} is there already: name a file that is not.`, 2);
  using lock = lockIfFree(dataDir);
  using reader = openToRead(path, lock);
  const made = to === null ? await intoFolder(reader.database, dataDir, now) : await toFile(reader.database, to);
  stdout.write(`Backed up and checked: ${made}\n`);
  return 0;
}

async function intoFolder(database: Database, dataDir: string, at: number): Promise<string> {
  const backup = await makeBackup(database, { folder: backupFolder(dataDir), at, kind: "asked", atOnce: true });
  return backup.path;
}

async function toFile(database: Database, target: string): Promise<string> {
  await copyDatabase(database, target, { atOnce: true });
  return target;
}
