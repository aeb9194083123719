/** Factory reset: overwrites the till's keys first, then deletes its files and no others. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describeOpen, openBusiness } from "../../configuration/settings/open-business.ts";
import { belongsToProgram, earlierFolder, nextFolder, stagingFolder } from "../../configuration/setup/folders.ts";
import { openToRead } from "../../storage/database/database.ts";
import { syncFolder } from "../../storage/database/durable-file.ts";
import { databasePath } from "../../storage/database/inspection.ts";
import { wipeVault } from "../../storage/vault/files.ts";
import { type ExitCode, lockOrRefuse, TaskError, type TaskPorts } from "./folder.ts";

export interface ResetRequest {
  dataDir: string;
  /** `--yes`; without it, only prints what would be deleted */
  yes: boolean;
  force: boolean;
}

/** Deletes all till files from its data folder. Keeps the folder and any other files. */
export function reset({ dataDir, yes, force }: ResetRequest, { stdout }: TaskPorts): ExitCode {
  if (!existsSync(dataDir) || !readdirSync(dataDir).some(belongsToProgram)) {
    throw new TaskError(`There is no till's data in ${dataDir}. Name the folder with --data DIR.`);
  }
  const lock = lockOrRefuse(dataDir);
  try {
    const losses = describeLosses(dataDir);
    if (losses !== null && !force) {
      throw new TaskError(`${losses} Nothing was changed. Finish these first, or add --force to lose them.`);
    }
    if (!yes) {
      const names = readdirSync(dataDir).filter(belongsToProgram).join(", ");
      throw new TaskError(`This removes ${names} from ${dataDir} permanently. Add --yes to confirm.`, 2);
    }
    if (losses !== null) stdout.write(`Lost: ${losses}\n`);
    for (const folder of foldersWithKeys(dataDir)) wipeVault(folder);
    remove(dataDir, (name) => !name.startsWith("till.lock"));
  } finally {
    lock[Symbol.dispose]();
  }
  remove(dataDir, () => true);
  const remainingNames = readdirSync(dataDir);
  stdout.write(`${dataDir} no longer holds a till: the keys were overwritten and the data was removed.\n`);
  if (remainingNames.length > 0) stdout.write(`Not part of the till, and kept: ${remainingNames.join(", ")}\n`);
  return 0;
}

/** Returns a sentence if unfinished work would be lost or the database is unreadable; otherwise null. */
function describeLosses(dataDir: string): string | null {
  const path = databasePath(dataDir);
  if (!existsSync(path)) return null;
  try {
    using reader = openToRead(path, { alone: true });
    const open = describeOpen(openBusiness(reader.database));
    return open && `This till has unfinished work: ${open}. After a reset, only the service would have a record of it.`;
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    return `Open payments cannot be checked, since ${path} cannot be read (${because}).`;
  }
}

function foldersWithKeys(dataDir: string): string[] {
  const earlier = earlierFolder(dataDir);
  const existing = existsSync(earlier) ? readdirSync(earlier).map((name) => join(earlier, name)) : [];
  return [dataDir, stagingFolder(dataDir), nextFolder(dataDir), ...existing].filter((folder) => existsSync(folder));
}

function remove(dataDir: string, which: (name: string) => boolean): void {
  for (const name of readdirSync(dataDir).filter((candidate) => belongsToProgram(candidate) && which(candidate))) {
    rmSync(join(dataDir, name), { recursive: true });
  }
  syncFolder(dataDir);
}
