/**
 * Replaces a till in its data folder and keeps the old one in `earlier/`. The plan is on disk first, so that the next
 * start completes an interrupted swap, or rolls it back when the new till is incomplete.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Log } from "../../lib/log.ts";
import { StartupError } from "../../lib/startup-error.ts";
import { openToRead } from "../../storage/database/database.ts";
import { syncFolder, writeFileDurably } from "../../storage/database/durable-file.ts";
import { databasePath, inspectDatabase } from "../../storage/database/inspection.ts";
import { vaultFiles } from "../../storage/vault/files.ts";
import { describeOpen, openBusiness } from "../settings/open-business.ts";
import { belongsToTill, earlierFolder, intentFile, nextFolder } from "./folders.ts";
import { clearStaging, discardNext } from "./staging.ts";

const intentSchema = z.object({
  /** Folder name under `earlier/` */
  earlier: z.string().regex(/^[a-z]+-[0-9TZ-]+$/),
  /** `away`: the old till's files are being moved; `in`: all of them are away */
  phase: z.enum(["away", "in"]),
});

type Intent = z.output<typeof intentSchema>;

/** Plans that `setup/next` replaces the till. `was` is part of the earlier folder's name. */
export function planSwap(dataDir: string, was: string, now: number): void {
  const stamp = new Date(now).toISOString().slice(0, 19).replace(/:/g, "");
  const nameExists = (name: string) => existsSync(join(earlierFolder(dataDir), name));
  let earlier = `${was}-${stamp}`;
  for (let number = 2; nameExists(earlier); number += 1) earlier = `${was}-${stamp}-${number}`;
  writeIntent(dataDir, { earlier, phase: "away" });
}

/**
 * Completes a planned swap. The folder must be locked, with nothing open.
 * @throws StartupError (1) when a file cannot be moved: the next start continues
 */
export function completeSwap(dataDir: string, log: Log): void {
  try {
    for (const step of swapSteps(dataDir)) log.info({ step }, "completed a step of replacing the till");
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    const { code = "unknown error" } = cause as NodeJS.ErrnoException;
    const message = `The new set-up in ${dataDir} could not replace the old one (${code}). Nothing is lost: the next start continues.`;
    throw new StartupError(1, message, { cause });
  }
}

export function* swapSteps(dataDir: string): Generator<string, void> {
  const intent = readIntent(dataDir);
  if (intent === null) return discardNext(dataDir);
  if (intent.phase === "away") {
    if (!isStartableTill(nextFolder(dataDir)) || hasOpenBusiness(dataDir, intent))
      return yield* rollBack(dataDir, intent);
    yield* moveAway(dataDir, intent);
    writeIntent(dataDir, { ...intent, phase: "in" });
    yield "all away";
  }
  yield* moveAll(nextFolder(dataDir), dataDir);
  // The intent is removed last, so that the next start also removes remaining keys.
  clearStaging(dataDir);
  yield "all in";
}

function* moveAway(dataDir: string, { earlier }: Intent): Generator<string, void> {
  const folder = join(earlierFolder(dataDir), earlier);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  yield* moveAll(dataDir, folder);
}

/** Returns whether the old till has open business: a command may have finished after the decision. Ignores a demo's. */
function hasOpenBusiness(dataDir: string, { earlier }: Intent): boolean {
  if (earlier.startsWith("demo-") || existsSync(join(earlierFolder(dataDir), earlier))) return false;
  const path = databasePath(dataDir);
  if (!existsSync(path)) return false;
  try {
    using reader = openToRead(path, { alone: true });
    return describeOpen(openBusiness(reader.database)) !== null;
  } catch {
    // An unreadable database may contain open business; the start reports it.
    return true;
  }
}

/** Moves the old till's files back. */
function* rollBack(dataDir: string, { earlier }: Intent): Generator<string, void> {
  const folder = join(earlierFolder(dataDir), earlier);
  if (existsSync(folder)) {
    yield* moveAll(folder, dataDir);
    rmSync(folder, { recursive: true });
  }
  discardNext(dataDir);
  rmSync(intentFile(dataDir));
  yield "rolled back";
}

function* moveAll(from: string, to: string): Generator<string, void> {
  for (const name of existsSync(from) ? readdirSync(from).filter(belongsToTill) : []) {
    renameSync(join(from, name), join(to, name));
    syncFolder(to);
    syncFolder(from);
    yield `${name} moved`;
  }
}

/** Returns whether a folder has a sound database and its keys. */
export function isStartableTill(folder: string): boolean {
  const hasKeys = [vaultFiles(folder).file, vaultFiles(folder).keychain].some((path) => existsSync(path));
  return hasKeys && inspectDatabase(folder, { is: "none" }, { depth: "quick", alone: true }).is === "sound";
}

function readIntent(dataDir: string): Intent | null {
  const path = intentFile(dataDir);
  if (!existsSync(path)) return null;
  try {
    return intentSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new StartupError(1, `${path} cannot be read: the till does not know which of its files are current.`, {
      cause,
    });
  }
}

function writeIntent(dataDir: string, intent: Intent): void {
  writeFileDurably(intentFile(dataDir), `${JSON.stringify(intent)}\n`, 0o600);
}
