/**
 * In-memory folder for test data. The till syncs every commit, which doubles the tests' duration on a shared disk.
 * Tests about the disk itself stay on it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const SHARED_MEMORY = "/dev/shm";
const PREFIX = "till-tests-";
/** Space for all tests, including browser profiles, and a reserve. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Creates the folder, and deletes those of killed runs.
 * @param {string} parent where to create it; tests use another one
 * @returns {{ path: string, remove: () => void } | null} null if there is no such memory, too little, or a `noexec`
 * mount
 */
export function memoryFolder(parent = SHARED_MEMORY) {
  if (!existsSync(parent) || !mayExecute(parent)) return null;
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < NEEDED_BYTES) return null;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) erase(join(parent, name));
  }
  const path = join(parent, `${PREFIX}${process.pid}`);
  // Not listable by other users, but PostgreSQL, which runs as another user, has a folder in it.
  mkdirSync(path, { recursive: true, mode: 0o711 });
  return { path, remove: () => erase(path) };
}

/** A `noexec` file system loads no native modules. */
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
