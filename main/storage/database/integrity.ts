import { spawn } from "node:child_process";
import { once } from "node:events";
// biome-ignore lint/plugin/connections: a worker that checks a database
import { createRequire } from "node:module";
import { addAbortSignal, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
// biome-ignore lint/plugin/connections: a worker that checks a database
import { Worker } from "node:worker_threads";
import { openToRead } from "./database.ts";
import { damageIn, findStartupDamage, isLarge, isSuspect } from "./startup-check.ts";

/**
 * `quick` skips comparing indexes with their tables. `start` is `quick` for a small file; for a large one it checks
 * only what the till uses first.
 */
export type Depth = "start" | "quick" | "full";

const PRAGMAS = { quick: "quick_check(10)", full: "integrity_check(10)" } as const;

/** Returns the damage in SQLite's words, also for an unreadable file; null when none exists. */
export function findDamage(path: string, { depth, alone }: { depth: Depth; alone: boolean }): string | null {
  try {
    using reader = openToRead(path, { alone });
    const { database } = reader;
    if (depth === "start" && isLarge(path) && !isSuspect(database)) return findStartupDamage(database);
    return damageIn(database.pragma(PRAGMAS[depth === "full" ? "full" : "quick"]));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs in a thread: reading a large file takes seconds, on a slow disk minutes. */
const THREAD = `
const { parentPort, workerData: { sqlite, path, copy, pragma } } = require("node:worker_threads");
const check = () => {
  const Sqlite = require(sqlite);
  const database = new Sqlite(path, { readonly: !copy, fileMustExist: true });
  database.pragma("cell_size_check = ON");
  if (copy) database.pragma("journal_mode = DELETE");
  const answer = database.pragma(pragma);
  database.close();
  return answer;
};
let answer;
try {
  answer = check();
} catch (error) {
  answer = [{ problem: error.message }];
}
parentPort.postMessage(answer);
`;

/** Runs that thread in a child process, which is killed together with its parent. */
const PROCESS = `
const { Worker } = require("node:worker_threads");
const [thread, words] = process.argv.slice(-2);
process.stdin.on("end", () => process.kill(process.pid, "SIGKILL")).resume();
new Worker(thread, { eval: true, workerData: JSON.parse(words) })
  .once("message", (answer) => process.stdout.write(JSON.stringify(answer), () => process.exit()))
  .once("exit", (code) => code !== 0 && process.exit(code));
`;

/**
 * Runs {@link findDamage} without blocking. `copy`: the file is a private copy, which is also set to need no log.
 * Throws when the check did not finish, which says nothing about the file.
 */
export async function findDamageAsync(
  path: string,
  { depth, copy = false, signal }: { depth: keyof typeof PRAGMAS; copy?: boolean; signal?: AbortSignal },
): Promise<string | null> {
  signal?.throwIfAborted();
  // biome-ignore lint/plugin/connections: a worker that checks a database
  const sqlite = createRequire(import.meta.url).resolve("better-sqlite3");
  const task = { sqlite, path, copy, pragma: PRAGMAS[depth] };
  const child = await spawnChecker(task);
  try {
    return damageIn(await (child === null ? runInThread(task, signal) : readAnswer(child.stdout, signal)));
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    child?.kill("SIGKILL");
  }
}

/** Starts a child process, which unlike a thread can be killed while SQLite reads. Null where none can be started. */
async function spawnChecker(task: object) {
  if (process.versions.electron !== undefined) return null;
  // Clears the options the till itself was started with.
  const env = { ...process.env, NODE_OPTIONS: "" };
  const args = ["--eval", PROCESS, "--", THREAD, JSON.stringify(task)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"], env });
  child.on("error", () => undefined);
  return await once(child, "spawn").then(
    () => child,
    () => null,
  );
}

async function readAnswer(stdout: Readable, signal: AbortSignal | undefined): Promise<unknown> {
  const answer = await text(signal === undefined ? stdout : addAbortSignal(signal, stdout));
  if (answer === "") throw new Error("the integrity check ended without a result");
  return JSON.parse(answer);
}

async function runInThread(workerData: object, signal: AbortSignal | undefined): Promise<unknown> {
  // biome-ignore lint/plugin/connections: a worker that checks a database
  const worker = new Worker(THREAD, { eval: true, workerData });
  try {
    const [answer] = await once(worker, "message", { signal });
    return answer;
  } finally {
    // Not awaited: SQLite would first finish reading.
    void worker.terminate();
  }
}
