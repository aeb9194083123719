import { statfsSync } from "node:fs";

export type DiskSpace = "ok" | "low" | "full";

/** Under this people are warned. */
const LOW_BYTES = 500 * 1000 * 1000;
/** Under this no new payment begins: what is under way needs the rest. */
const FULL_BYTES = 100 * 1000 * 1000;

/** The level of free disk space. */
export function diskSpace(freeBytes: number): DiskSpace {
  if (freeBytes < FULL_BYTES) return "full";
  return freeBytes < LOW_BYTES ? "low" : "ok";
}

/** How many bytes this user may still write on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
