/** Recovery advice for a database a till must not start with: which backup to restore, or what else to do. */
import { existsSync } from "node:fs";
import { checkMac, readMac } from "../backups/authenticity.ts";
import { type Backup, backupFolder, filesOf, isPages, listBackups } from "../backups/backups.ts";
import { assemble, readPagesHeader } from "../backups/changed-pages.ts";
import { chainEnd } from "../journal/chain.ts";
import { isTillDatabase, openToRead } from "./database.ts";
import type { BadFinding } from "./inspection.ts";
import { databasePath } from "./inspection.ts";
import { findDamage } from "./integrity.ts";
import { NEWEST_VERSION, versionOf } from "./migrations.ts";

export interface Advice {
  found: string[];
  options: { description: string; command: string }[];
}

/** A backup that a till can start with. */
interface GoodBackup extends Backup {
  entries: number;
  /** True when this till made the backup and it is unchanged */
  isAuthenticated: boolean;
}

/**
 * Returns the fullest authenticated backup, and one without a MAC when that is fuller. It compares journal lengths,
 * because a wrong clock makes names unreliable.
 */
function goodBackups(dataDir: string, key: string | null): GoodBackup[] {
  const readable = listBackups(backupFolder(dataDir)).flatMap((backup) => {
    const entries = entriesOf(backup.path);
    return entries === null ? [] : [{ ...backup, entries, isAuthenticated: false }];
  });
  const fullest = readable.sort((a, b) => b.entries - a.entries);
  let unproven: GoodBackup | null = null;
  for (const backup of fullest) {
    // Skips backups that cannot be better: reading a large one takes minutes.
    if (unproven !== null && (key === null || readMac(backup.path) === null)) continue;
    const state = goodState(backup.path);
    if (state === null) continue;
    const isAuthenticated = checkMac(backup.path, state, key, backup) === null;
    if (isAuthenticated) return [{ ...backup, isAuthenticated }, ...(unproven ? [unproven] : [])];
    unproven ??= { ...backup, isAuthenticated };
  }
  return unproven ? [unproven] : [];
}

/** Returns the digest of an intact backup's database, else null. Backups of changes were checked when made. */
function goodState(path: string): string | null {
  if (!isPages(path) && findDamage(path, { depth: "quick", alone: true }) !== null) return null;
  try {
    return assemble(filesOf(path), null);
  } catch {
    return null;
  }
}

/** Returns the number of journal entries; null when this till cannot use the file. */
function entriesOf(path: string): number | null {
  if (!existsSync(path)) return null;
  try {
    if (isPages(path)) {
      const { entries, schema } = readPagesHeader(path);
      return schema <= NEWEST_VERSION ? entries : null;
    }
    using reader = openToRead(path, { alone: true });
    const { database } = reader;
    return isTillDatabase(database) && versionOf(database) <= NEWEST_VERSION ? chainEnd(database)().entries : null;
  } catch {
    return null;
  }
}

/** Describes a finding and its options for a locked folder. Changes nothing. */
export function recoveryAdvice(finding: BadFinding, dataDir: string, key: string | null): Advice {
  if (finding.is === "newer") {
    return {
      found: [`${finding.because} It was not touched: start the newer till, or restore a backup.`],
      options: [],
    };
  }
  const backups = goodBackups(dataDir, key);
  const [backup] = backups;
  const found = [
    `${finding.because} The till did not start, and changed nothing.`,
    backup
      ? `The newest good backup is ${backup.path}, made ${formatMinute(backup.at)} (${backup.entries} journal entries). Payments made after it are read from the payment service again.`
      : `There is no good backup in ${backupFolder(dataDir)}. Keep a copy of ${dataDir} and contact support.`,
  ];
  const options: Advice["options"] = backups.map((goodBackup) => restoreOption(goodBackup, dataDir));
  if (finding.is === "behind") {
    const entries = entriesOf(databasePath(dataDir));
    options.push({
      description: `To continue with the current data (${entries} journal entries), if you know the cause`,
      command: `${PROGRAM} journal accept --data ${quoted(dataDir)}`,
    });
  }
  return { found, options };
}

function restoreOption({ path, entries, isAuthenticated }: GoodBackup, dataDir: string): Advice["options"][number] {
  const command = `${PROGRAM} restore ${quoted(path)} --data ${quoted(dataDir)}`;
  if (isAuthenticated) return { description: "To restore that backup (the current data is kept next to it)", command };
  return { description: unauthenticatedDescription(entries), command: `${command} ${UNAUTHENTICATED}` };
}

export const UNAUTHENTICATED = "--unauthenticated";

/** Data that a restore ignores in a backup without authentication, in English and Norwegian. */
export const EXCLUDED = {
  en: "people, PINs, roles, linked phones, refund keys, registers' keys, webhooks and settings",
  nb: "ansatte, PIN-koder, roller, koblede telefoner, refusjonsnøkler, nøkler til kassasystemer, webhooks og innstillinger",
} as const;

/** The text the owner consents to, in English and Norwegian. */
export const CONSENT = {
  en: `The till cannot tell who made this file, or whether it was changed. Continue only if you are the owner and trust its source. A till with its own keys or settings takes none of these from it: ${EXCLUDED.en}. A new machine takes only the settings. A till without users needs a new PIN for the owner.`,
  nb: `Kassen kan ikke vite hvem som laget denne filen, eller om noen har endret den. Fortsett bare hvis du er eieren og stoler på kilden. En kasse med egne nøkler eller innstillinger henter ingenting av dette fra den: ${EXCLUDED.nb}. En ny maskin henter bare innstillingene. En kasse uten brukere trenger en ny PIN-kode for eieren.`,
} as const;

function unauthenticatedDescription(entries: number): string {
  return `To restore a backup that is not authenticated (${entries} journal entries). ${CONSENT.en} / For å gå tilbake til en sikkerhetskopi som ikke er bekreftet. ${CONSENT.nb}`;
}

/** The program in the commands, unless {@link withCommand} replaces it. */
export const PROGRAM = "npm run till --";

/** Replaces the program in the commands, for the installed till. */
export function withCommand({ found, options }: Advice, program = PROGRAM): Advice {
  return {
    found,
    options: options.map(({ description, command }) => ({
      description,
      command: command.replace(PROGRAM, () => program),
    })),
  };
}

export function adviceText({ found, options }: Advice): string {
  return [...found, ...options.flatMap(({ description, command }) => [`${description}:`, `  ${command}`])].join("\n");
}

function formatMinute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function quoted(path: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(path)) return path;
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`;
}
