import { existsSync } from "node:fs";
import { macPath } from "../../storage/backups/authenticity.ts";
import { backupFolder, copyDatabase, makeBackup } from "../../storage/backups/backups.ts";
import { openToRead } from "../../storage/database/database.ts";
import { backupKeyOf, type ExitCode, lockIfFree, requireDatabase, TaskError, type TaskPorts } from "./folder.ts";

/** Makes a backup in the data folder, or to a file of the caller's; also while a till works. */
export async function backUp(
  { dataDir, to }: { dataDir: string; to: string | null },
  ports: TaskPorts,
): Promise<ExitCode> {
  const { stdout, now: at } = ports;
  const path = requireDatabase(dataDir);
  for (const target of to === null ? [] : [to, macPath(to)])
    if (existsSync(target)) throw new TaskError(`${target} is there already: name a file that is not.`, 2);
  using lock = lockIfFree(dataDir);
  using reader = openToRead(path, lock);
  const how = { at, kind: "asked", atOnce: true, key: await backupKeyOf(dataDir, ports) } as const;
  const made = to ?? (await makeBackup(reader.database, { folder: backupFolder(dataDir), ...how })).path;
  if (to !== null) await copyDatabase(reader.database, to, how);
  stdout.write(`Backed up and checked: ${made}\n`);
  stdout.write(how.key === null ? NO_MAC : `Keep ${macPath(made)} with it: it shows that this till made the backup.\n`);
  return 0;
}

const NO_MAC =
  "It has no MAC, since the key for that is not in this till's vault, or the vault does not open here: a restore will ask for the owner's consent. A till makes the key when it starts.\n";
