import { existsSync, rmSync, statSync } from "node:fs";
import { basename, dirname, resolve, sep } from "node:path";
import { macPath } from "../../storage/backups/authenticity.ts";
import { backupFolder, type CopyOptions, copyDatabase, makeBackup } from "../../storage/backups/backups.ts";
import { type Database, openToRead } from "../../storage/database/database.ts";
import { backupKeyOf, type ExitCode, lockIfFree, requireDatabase, TaskError, type TaskPorts } from "./folder.ts";

/** Creates a backup in the data folder or in a given file. Safe while the till runs. */
export async function backUp(
  { dataDir, to }: { dataDir: string; to: string | null },
  ports: TaskPorts,
): Promise<ExitCode> {
  const { stdout, now: at } = ports;
  const path = requireDatabase(dataDir);
  if (to !== null) refuseTarget(to);
  using lock = lockIfFree(dataDir);
  using reader = openToRead(path, lock);
  const how = { at, kind: "asked", atOnce: true, key: await backupKeyOf(dataDir, ports) } as const;
  const backupPath = to ?? (await makeBackup(reader.database, { folder: backupFolder(dataDir), ...how })).path;
  if (to !== null) await copyTo(to, reader.database, how);
  stdout.write(`Backed up and checked: ${backupPath}\n`);
  stdout.write(
    how.key === null ? NO_MAC : `Keep ${macPath(backupPath)} with it: it shows that this till made the backup.\n`,
  );
  return 0;
}

/** @throws TaskError if the path cannot be written */
function refuseTarget(to: string): void {
  if (isFolder(to)) throw new TaskError(`${resolve(to)} is a folder: name a file in it.`, 2);
  for (const target of [to, macPath(to)])
    if (existsSync(target)) throw new TaskError(`${target} already exists. Choose another file name.`, 2);
  const namesFolder = to.endsWith(sep);
  if (!namesFolder && isFolder(dirname(to))) return;
  const missing = namesFolder ? resolve(to) : `${dirname(to)} for ${basename(to)}`;
  const expected = "Create the folder, or name a file in an existing one.";
  throw new TaskError(`There is no folder ${missing}. ${expected} Nothing was written.`, 2);
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

async function copyTo(to: string, database: Database, how: CopyOptions): Promise<void> {
  try {
    await copyDatabase(database, to, how);
  } catch (error) {
    if (existsSync(macPath(to))) rmSync(macPath(to));
    const because = error instanceof Error ? error.message : error;
    throw new TaskError(
      `${to} cannot be written (${because}). Name a file in a folder that this user can write to, with room for it. Nothing was written.`,
    );
  }
}

const NO_MAC =
  "The backup has no MAC: the key is not in this till's vault, or the vault cannot be opened here. Restoring it needs the owner's consent. The till makes the key when it starts.\n";
