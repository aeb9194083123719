/** Backups of the database: made while the till works, verified before they get their name, deleted by age. */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Database } from "../database/database.ts";
import { freeBytes } from "../database/disk-space.ts";
import { renameDurably, syncFileAside } from "../database/durable-file.ts";
import { findDamageAsync } from "../database/integrity.ts";
import { SMALL_BYTES } from "../database/startup-check.ts";
import { macPath, statementOf, writeMac } from "./authenticity.ts";
import { assemble, BrokenChainError, openChain, stateOf, writeChangedPages } from "./changed-pages.ts";
import { openFrozenFile } from "./frozen-file.ts";

/** `upgrade`: before a migration; `asked`: by an operator */
export type BackupKind = "hourly" | "day" | "upgrade" | "asked";

export interface Backup {
  path: string;
  kind: BackupKind;
  at: number;
  /** The backup that this one stores only changes to; missing for a whole database */
  restsOn?: string;
}

export class BadCopyError extends Error {
  override readonly name = "BadCopyError";
}

export const KEPT_DAYS = 30;
export const DAY_MS = 24 * 60 * 60 * 1000;
/** About 1 MB per step, so that a payment waits for less than a screen frame. */
const PAGES_PER_STEP = 256;
const ALL_PAGES = 0x7fffffff;

export function backupFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

const NAME =
  /^till-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(hourly|day|upgrade|asked)(?:\.db|-of-(\d{8}T\d{9}Z-\w+)\.pages)$/;

/**
 * `till-20260302T100000000Z-hourly.db`; a backup of changes also names its base:
 * `till-20260302T110000000Z-hourly-of-20260302T100000000Z-hourly.pages`. Names sort by time.
 */
export function backupName(at: number, kind: BackupKind, restsOn?: Pick<Backup, "at" | "kind">): string {
  const ownName = `till-${stampOf({ at, kind })}`;
  return restsOn === undefined ? `${ownName}.db` : `${ownName}-of-${stampOf(restsOn)}.pages`;
}

function stampOf({ at, kind }: Pick<Backup, "at" | "kind">): string {
  return `${new Date(at).toISOString().replace(/[-:.]/g, "")}-${kind}`;
}

/** Parses a backup's name; null for any other file. */
export function readBackupName(name: string): Omit<Backup, "path" | "restsOn"> | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour, minute, second, ms] = match.slice(1, 8).map(Number);
  return { at: Date.UTC(year, month - 1, day, hour, minute, second, ms), kind: match[8] as BackupKind };
}

/** Returns the finished backups of a folder, newest first. Omits a backup whose base is missing. */
export function listBackups(folder: string): Backup[] {
  const names = new Set(namesIn(folder));
  return [...names]
    .flatMap((name): Backup[] => {
      const read = readBackupName(name);
      const chain = read && chainIn(names, name);
      if (!chain) return [];
      const [parent] = chain.slice(-2, -1);
      return [{ path: join(folder, name), ...read, ...(parent !== undefined && { restsOn: join(folder, parent) }) }];
    })
    .sort((left, right) => right.at - left.at);
}

/** Returns the files of a backup, the whole database first. Throws BrokenChainError. */
export function filesOf(path: string): string[] {
  const chain = chainIn(new Set(namesIn(dirname(path))), basename(path));
  if (chain === null) throw new BrokenChainError("its base backup is missing from the folder");
  return chain.map((name) => join(dirname(path), name));
}

function chainIn(names: ReadonlySet<string>, name: string): string[] | null {
  const chain: string[] = [];
  for (let next: string | undefined = name; next !== undefined; ) {
    if (!names.has(next) || chain.includes(next)) return null;
    chain.unshift(next);
    const parent: string | undefined = NAME.exec(next)?.[9];
    next = parent === undefined ? undefined : [...names].find((candidate) => hasStamp(candidate, parent));
    if (parent !== undefined && next === undefined) return null;
  }
  return chain;
}

function hasStamp(name: string, stamp: string): boolean {
  return name === `till-${stamp}.db` || (name.startsWith(`till-${stamp}-of-`) && NAME.test(name));
}

/** Copies a backup to a new file, as one whole database. Throws BrokenChainError. */
export function placeBackup(path: string, target: string): void {
  if (isPages(path)) assemble(filesOf(path), target);
  else copyFileSync(path, target);
}

export function isPages(path: string): boolean {
  return path.endsWith(PAGES);
}

const PAGES = ".pages";

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Removes the remains of interrupted backups. Requires the data folder's lock. */
export function removeUnfinished(folder: string): void {
  const names = namesIn(folder);
  const isOrphan = (name: string) => MAC.test(name) && !names.includes(name.replace(MAC, ""));
  for (const name of names) if (UNFINISHED.test(name) || isOrphan(name)) rmSync(join(folder, name), { force: true });
}

/** Removes a backup, then its MAC. An orphaned MAC is swept later. */
export async function removeBackup(path: string): Promise<void> {
  await rm(path);
  await rm(macPath(path), { force: true });
}

const PART = ".part";
/** The copy, and SQLite's journal of it. */
const UNFINISHED = /\.(db|pages)\.part(-\w+)?$/;
const MAC = /\.mac(\.new)?$/;

/**
 * Makes a backup, which gets its name once it is complete and on disk. For a large database it stores the changes
 * since the previous backup, unless an operator requested it. Throws BadCopyError for a damaged database.
 */
export async function makeBackup(
  database: Database,
  { folder, at, kind, wholeUpTo = SMALL_BYTES, ...options }: MakeOptions,
): Promise<Backup> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const bytes = statSync(database.name).size;
  const parent =
    kind === "asked" || bytes <= wholeUpTo ? null : baseFor(listBackups(folder), { folder, at, kind, bytes });
  if (parent !== null) {
    const path = join(folder, backupName(at, kind, parent));
    await writeChanges(database, path, {
      ...{ under: parent.path, depth: kind === "hourly" ? "quick" : "full", at, kind },
      ...options,
    });
    return { path, kind, at, restsOn: parent.path };
  }
  const path = join(folder, backupName(at, kind));
  await copyDatabase(database, path, { at, kind, ...options });
  return { path, kind, at };
}

interface MakeOptions extends CopyOptions {
  folder: string;
  /** Databases up to this many bytes are copied whole */
  wholeUpTo?: number;
}

/** Disk space that a whole copy leaves for payments. */
const RESERVED_BYTES = 500 * 1000 * 1000;

/**
 * Returns the base of a new backup, or null for a whole copy: when half has changed, or the last one is a month old.
 * A daily backup uses a daily base, so that hourly ones can be deleted.
 */
function baseFor(
  backups: readonly Backup[],
  { folder, at, kind, bytes }: Pick<MakeOptions, "folder" | "at" | "kind"> & { bytes: number },
): Backup | null {
  const usable = backups.filter((earlier) => earlier.kind !== "asked" && earlier.at < at);
  const isDailyBase = ({ kind, restsOn }: Backup) => kind !== "hourly" || restsOn === undefined;
  const parent = kind === "hourly" ? usable[0] : usable.find(isDailyBase);
  if (parent === undefined) return null;
  const [base = "", ...rest] = filesOf(parent.path);
  const changed = rest.reduce((sum, path) => sum + statSync(path).size, 0);
  const madeAt = readBackupName(basename(base))?.at ?? at;
  const isOutdated = changed > statSync(base).size / 2 || at - madeAt > KEPT_DAYS * DAY_MS;
  return isOutdated && freeBytes(folder) > bytes + RESERVED_BYTES ? null : parent;
}

/**
 * Writes the changes since the base. An empty log and an open reader keep SQLite from writing to the file meanwhile.
 */
async function writeChanges(
  database: Database,
  target: string,
  {
    under: parent,
    depth,
    signal,
    key = null,
    ...description
  }: { under: string; depth: "quick" | "full" } & CopyOptions,
): Promise<void> {
  const damage = await findDamageAsync(database.name, { depth, signal });
  if (damage !== null) throw new BadCopyError(`the database for ${basename(target)} is damaged: ${damage}`);
  const part = `${target}${PART}`;
  using openFile = await openFrozenFile(database, signal);
  try {
    using chain = openChain(filesOf(parent));
    const { state } = await writeChangedPages(part, { ...openFile, chain, signal });
    if (key !== null) writeMac(target, statementOf(database, { ...description, state }), key);
    renameDurably(part, target);
  } catch (error) {
    removeParts(part);
    throw error;
  }
}

export interface CopyOptions {
  at: number;
  kind: BackupKind;
  /** Key of the MAC, in hex (`authenticity.ts`); without it the backup has no MAC */
  key?: string | null;
  /** Copies in one step: each write by another process would restart the copy */
  atOnce?: boolean;
  signal?: AbortSignal;
}

/** Copies a database that may be written meanwhile, then checks, syncs and renames the copy. Throws BadCopyError. */
export async function copyDatabase(
  database: Database,
  target: string,
  { atOnce = false, signal, key = null, ...description }: CopyOptions,
): Promise<void> {
  const part = `${target}${PART}`;
  try {
    await database.backup(part, {
      progress: () => {
        signal?.throwIfAborted();
        return atOnce ? ALL_PAGES : PAGES_PER_STEP;
      },
    });
    chmodSync(part, 0o600);
    const damage = await findDamageAsync(part, { depth: "full", copy: true, signal });
    if (damage !== null) throw new BadCopyError(`the copy for ${basename(target)} is damaged: ${damage}`);
    await syncFileAside(part);
    const state = key === null ? "" : await stateOf(part, signal);
    signal?.throwIfAborted();
    // The MAC comes first, so that a crash never leaves a listed backup without one.
    if (key !== null) writeMac(target, statementOf(database, { ...description, state }), key);
    renameDurably(part, target);
  } catch (error) {
    removeParts(part);
    throw error;
  }
}

function removeParts(part: string): void {
  for (const name of namesIn(dirname(part))) {
    if (name.startsWith(basename(part))) rmSync(join(dirname(part), name), { force: true });
  }
}
