import { statfsSync } from "node:fs";

export type DiskSpace = "ok" | "low" | "full";

const LOW_BYTES = 500 * 1000 * 1000;
/** Below this no new payment starts: payments in progress need the rest. */
const FULL_BYTES = 100 * 1000 * 1000;

export function diskSpace(freeBytes: number): DiskSpace {
  if (freeBytes < FULL_BYTES) return "full";
  return freeBytes < LOW_BYTES ? "low" : "ok";
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
