import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Replaces a file's content so that, whatever happens, either the old or the new content is there: written beside,
 * synced, renamed, and the folder synced.
 */
export function writeFileDurably(path: string, content: string, mode: number): void {
  const beside = `${path}.new`;
  const file = openSync(beside, "w", mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
  if (process.platform === "win32") return; // A folder cannot be opened for syncing there; NTFS journals the rename.
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
