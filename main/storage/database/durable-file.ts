import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Replaces a file's content atomically and durably, so that either the old or the new content is there: written beside,
 * synced, renamed, and the folder synced. What has the name beside is removed, and never written to: a link may lead elsewhere.
 */
export function writeFileDurably(path: string, content: string, mode: number): void {
  const beside = `${path}.new`;
  rmSync(beside, { force: true });
  const file = openSync(beside, "wx", mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameDurably(beside, path);
}

/** Renames a file whose content is synced: after this the new name is on disk too, in place of what had it. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Puts on disk what a file holds. */
export function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Puts on disk which names a folder holds. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return; // A folder cannot be opened for syncing there; NTFS journals the rename.
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** {@link syncFile} of a file so large that nothing else is to wait for it. */
export async function syncFileAside(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
