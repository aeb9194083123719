/** The folders of the set-up in a data folder, and which files there are the till's own. */
import { join } from "node:path";
import { vaultFiles } from "../../storage/vault/files.ts";

/** What is being set up: its secrets, sealed, and the till that is about to take the place of this one. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, "setup");
}

/** A whole data folder, made for another environment. */
export function nextFolder(dataDir: string): string {
  return join(stagingFolder(dataDir), "next");
}

/** What is written down before the first file of a swap moves. */
export function intentFile(dataDir: string): string {
  return join(stagingFolder(dataDir), "swap.json");
}

/** Where earlier tills are kept, each a whole data folder. */
export function earlierFolder(dataDir: string): string {
  return join(dataDir, "earlier");
}

const TILLS = new Set([
  ...["till.db", "journal.head", "numbers.json", "backups", "exports", "support", "sandbox"],
  ...Object.values(vaultFiles("")),
]);
const PROGRAMS = new Set([
  "till.lock",
  "window",
  "logs",
  "desktop.json",
  "relaunch.json",
  "breakdowns.json",
  "setup",
  "earlier",
]);

/**
 * Whether a name in a data folder belongs to one till: its data, its keys, its demo's service. The lock, the window's
 * profile and the logs do not: they belong to the program that runs in the folder.
 */
export function isTills(name: string): boolean {
  // The write-ahead log, and what a restored backup replaced.
  return TILLS.has(finished(name)) || name.startsWith("till.db-") || name.startsWith("till.db.");
}

/** Whether a name in a data folder is of this program at all. */
export function isOurs(name: string): boolean {
  return isTills(name) || PROGRAMS.has(finished(name)) || name.startsWith("till.lock-");
}

/** A file that was being written beside the one that it was to replace. */
function finished(name: string): string {
  return name.replace(/\.new$/, "");
}
