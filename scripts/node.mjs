/** Runs every script on the project's pinned Node, one process at a time where needed. Must itself run on Node 20. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MAJOR = 24;
/** Cache of the scripts; tests that corrupt something use their own. */
export const CACHE = process.env.TILL_CACHE ?? join(ROOT, "node_modules", ".cache", "till");
const LOCK_RETRY_MS = 150;

/** Returns the environment of child processes, with the project's programs and Node first in PATH. */
export function projectEnvironment(extra = {}) {
  const bin = join(ROOT, "node_modules", ".bin");
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`, ...extra };
}

/**
 * Runs `main` on the pinned Node: in this process, or in a new one with the same arguments.
 * @param {string} script as `import.meta.url`
 * @param {() => Promise<number>} main returns the exit code
 */
export async function onProjectNode(script, main) {
  if (Number(process.versions.node.split(".")[0]) >= MAJOR) {
    try {
      process.exit(await main());
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    }
  }
  const node = pinnedNode();
  if (node === null) {
    console.error(`The till needs Node ${MAJOR} (this is ${process.version}): run "npm ci" first, which brings it.`);
    process.exit(1);
  }
  process.exit(await runChild(node, [fileURLToPath(script), ...process.argv.slice(2)], { env: projectEnvironment() }));
}

function pinnedNode() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const places = [join(ROOT, "node_modules", "node", "bin", name), join(ROOT, "node_modules", ".bin", "node")];
  return places.find((place) => existsSync(place)) ?? null;
}

/**
 * Runs a program in the foreground, with shared streams and forwarded signals.
 * @param {{ env?: object, cwd?: string, onOutput?: (text: string) => void }} options `onOutput` receives the output instead of our
 * streams
 * @returns its exit code; 128 + the signal's number if a signal ended it
 */
export function runChild(program, args, { env = process.env, cwd = process.cwd(), onOutput } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: onOutput ? ["ignore", "pipe", "pipe"] : "inherit" });
    for (const stream of onOutput ? [child.stdout, child.stderr] : []) stream.setEncoding("utf8").on("data", onOutput);
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    const finish = (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.once("error", (error) => {
      console.error(`${program} could not be run: ${error.message}`);
      finish(1);
    });
    child.once(onOutput ? "close" : "exit", (code, signal) => finish(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** Runs `work` while no other process runs work of the same name. The lock is released when the process ends. */
export async function withLock(name, work) {
  const { default: Sqlite } = await import("better-sqlite3");
  mkdirSync(CACHE, { recursive: true });
  const lock = new Sqlite(join(CACHE, `${name}.lock`), { timeout: 0 });
  try {
    while (!tryLock(lock)) await sleep(LOCK_RETRY_MS);
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock) {
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (String(error.code).startsWith("SQLITE_BUSY")) return false;
    throw error;
  }
}
