/** Recovery advice for a database that a till must not start on: which backup to restore, or what else to do. */
import { existsSync } from "node:fs";
import { type Backup, backupFolder, filesOf, isPages, listBackups } from "../backups/backups.ts";
import { assemble, readPagesHeader } from "../backups/changed-pages.ts";
import { chainEnd } from "../journal/chain.ts";
import { isTills, openToRead } from "./database.ts";
import type { BadFinding } from "./inspection.ts";
import { databasePath } from "./inspection.ts";
import { findDamage } from "./integrity.ts";
import { NEWEST_VERSION, versionOf } from "./migrations.ts";

/** What was found, in paragraphs; then what can be done, each way with the command for it. */
export interface Advice {
  found: string[];
  ways: { what: string; command: string }[];
}

/** A backup that a till could start from. */
export interface GoodBackup extends Backup {
  /** How many entries its journal has */
  entries: number;
}

/**
 * The whole backup that holds the most; null when there is none. By its journal's length, not by its name: a clock that
 * was wrong names a backup wrongly.
 */
export function newestGoodBackup(dataDir: string): GoodBackup | null {
  const readable = listBackups(backupFolder(dataDir)).flatMap((backup) => {
    const entries = entriesOf(backup.path);
    return entries === null ? [] : [{ ...backup, entries }];
  });
  const fullest = readable.sort((a, b) => b.entries - a.entries);
  return fullest.find(({ path }) => isGood(path)) ?? null;
}

/** One that rests on others is what it was when it was made, and that was a database that had been checked. */
function isGood(path: string): boolean {
  if (!isPages(path)) return findDamage(path, { depth: "quick", alone: true }) === null;
  try {
    assemble(filesOf(path), null);
    return true;
  } catch {
    return false;
  }
}

/** How many entries the journal of a till's database has; null when this till cannot use the file. */
function entriesOf(path: string): number | null {
  if (!existsSync(path)) return null;
  try {
    if (isPages(path)) {
      const { entries, schema } = readPagesHeader(path);
      return schema <= NEWEST_VERSION ? entries : null;
    }
    using reader = openToRead(path, { alone: true });
    const { database } = reader;
    return isTills(database) && versionOf(database) <= NEWEST_VERSION ? chainEnd(database)().entries : null;
  } catch {
    return null;
  }
}

/** Puts a finding and its ways out in words, for a folder that this process has locked; nothing in it is changed. */
export function recoveryAdvice(finding: BadFinding, dataDir: string): Advice {
  if (finding.is === "newer") {
    return { found: [`${finding.because} It was not touched: start the newer till, or restore a backup.`], ways: [] };
  }
  const backup = newestGoodBackup(dataDir);
  const found = [
    `${finding.because} The till did not start, and changed nothing.`,
    backup
      ? `The newest good backup is ${backup.path}, made ${minute(backup.at)} (${backup.entries} journal entries). Payments made after it are at the payment service, but this till will not know them.`
      : `There is no good backup in ${backupFolder(dataDir)}. Keep a copy of ${dataDir} and ask for support.`,
  ];
  const ways: Advice["ways"] = [];
  if (backup) {
    ways.push({
      what: "To go back to that backup (what is there now is kept beside it)",
      command: `${PROGRAM} restore ${quoted(backup.path)} --data ${quoted(dataDir)}`,
    });
  }
  if (finding.is === "behind") {
    const entries = entriesOf(databasePath(dataDir));
    ways.push({
      what: `To go on with the data as it is now (${entries} journal entries), if you know why it is so`,
      command: `${PROGRAM} journal accept --data ${quoted(dataDir)}`,
    });
  }
  return { found, ways };
}

/** The program that the commands are of, unless they are put in another's words. */
export const PROGRAM = "npm run till --";

/** The same advice where maintenance is another program's: the installed till's own. */
export function inWordsOf({ found, ways }: Advice, program = PROGRAM): Advice {
  return { found, ways: ways.map(({ what, command }) => ({ what, command: command.replace(PROGRAM, () => program) })) };
}

/** The advice as lines for a terminal. */
export function adviceText({ found, ways }: Advice): string {
  return [...found, ...ways.flatMap(({ what, command }) => [`${what}:`, `  ${command}`])].join("\n");
}

function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** As a shell takes it, where it needs quotes at all. */
export function quoted(path: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(path)) return path;
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`;
}
