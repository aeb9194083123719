/**
 * A folder in memory for what tests write. The till syncs every commit: on a disk that others use, too, tests wait for it
 * twice as long as they work. Tests about the disk itself stay on it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Linux keeps this one in memory. */
const SHARED_MEMORY = "/dev/shm";
const PREFIX = "till-tests-";
/** What the tests write at once, browsers' profiles included, and room for others beside it. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Makes the folder, and removes those that runs which were killed left behind.
 * @param {string} parent where to make it: another one for tests
 * @returns {{ path: string, remove: () => void } | null} null where there is no such memory, too little of it, or none
 *   that programs may be started from
 */
export function memoryFolder(parent = SHARED_MEMORY) {
  if (!existsSync(parent) || !mayExecute(parent)) return null;
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < NEEDED_BYTES) return null;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) erase(join(parent, name));
  }
  const path = join(parent, `${PREFIX}${process.pid}`);
  // Nobody else may list it; PostgreSQL, which is another user, has a folder in it.
  mkdirSync(path, { recursive: true, mode: 0o711 });
  return { path, remove: () => erase(path) };
}

/** A file system that is mounted `noexec` loads no native module either. */
function mayExecute(parent) {
  const mounts = existsSync("/proc/mounts") ? readFileSync("/proc/mounts", "utf8").split("\n") : [];
  const mounted = mounts.map((line) => line.split(" ")).filter(([, place]) => place === parent);
  return !mounted.some(([, , , options]) => options.split(",").includes("noexec"));
}

function isRunning(pid) {
  return existsSync(`/proc/${pid}`);
}

function erase(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}
