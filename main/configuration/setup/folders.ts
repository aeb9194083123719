/** Folders of the set-up, and the file names that belong to a till. */
import { join } from "node:path";
import { vaultFiles } from "../../storage/vault/files.ts";

export function stagingFolder(dataDir: string): string {
  return join(dataDir, "setup");
}

export function nextFolder(dataDir: string): string {
  return join(stagingFolder(dataDir), "next");
}

export function intentFile(dataDir: string): string {
  return join(stagingFolder(dataDir), "swap.json");
}

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

/** Names of the till: data, keys, the demo's service. Lock, window profile and logs belong to the program. */
export function belongsToTill(name: string): boolean {
  // The write-ahead log, and files replaced by a restore.
  return TILLS.has(withoutSuffix(name)) || name.startsWith("till.db-") || name.startsWith("till.db.");
}

export function belongsToProgram(name: string): boolean {
  return belongsToTill(name) || PROGRAMS.has(withoutSuffix(name)) || name.startsWith("till.lock-");
}

/** Strips the suffix of an unfinished replacement. */
function withoutSuffix(name: string): string {
  return name.replace(/\.new$/, "");
}
