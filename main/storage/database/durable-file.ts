import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file atomically and durably. An existing temporary file is removed first, because it may be a link. */
export function writeFileDurably(path: string, content: string, mode: number): void {
  const temporary = `${path}.new`;
  rmSync(temporary, { force: true });
  const file = openSync(temporary, "wx", mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameDurably(temporary, path);
}

/** Renames a synced file durably, replacing any file of that name. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

export function syncFile(path: string): void {
  syncPath(path, "r+");
}

export function syncFolder(path: string): void {
  if (process.platform === "win32") return; // Folders cannot be opened for syncing there; NTFS journals the rename.
  syncPath(path, "r");
}

function syncPath(path: string, flags: "r" | "r+"): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs a large file without blocking the event loop. */
export async function syncFileAside(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
