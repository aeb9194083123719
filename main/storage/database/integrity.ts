/** SQLite's integrity checks of a database file, aside where they take long. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { addAbortSignal, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { openToRead } from "./database.ts";
import { answerOf, findStartupDamage, isLarge, isSuspect } from "./startup-check.ts";

/**
 * `quick` compares no index with its table: a fraction of the time, and enough to find a damaged page. `start` is `quick`
 * of a small file, and of a large one only what a till acts on first.
 */
export type Depth = "start" | "quick" | "full";

const PRAGMAS = { quick: "quick_check(10)", full: "integrity_check(10)" } as const;

/**
 * Reads the file through a connection that cannot write: whole, unless it is asked for no more than a `start`.
 * @param options.alone as for {@link openToRead}
 * @returns what is wrong, in SQLite's words; null when nothing is. A file that cannot be read at all is wrong too.
 */
export function findDamage(path: string, { depth, alone }: { depth: Depth; alone: boolean }): string | null {
  try {
    using reader = openToRead(path, { alone });
    const { database } = reader;
    if (depth === "start" && isLarge(path) && !isSuspect(database)) return findStartupDamage(database);
    return answerOf(database.pragma(PRAGMAS[depth === "full" ? "full" : "quick"]));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reading a large file takes seconds, from a slow disk minutes, in which nothing else would be done. */
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

/** That thread in a process of its own, which ends with the one that began it, whatever is being read. */
const PROCESS = `
const { Worker } = require("node:worker_threads");
const [thread, words] = process.argv.slice(-2);
process.stdin.on("end", () => process.kill(process.pid, "SIGKILL")).resume();
new Worker(thread, { eval: true, workerData: JSON.parse(words) })
  .once("message", (answer) => process.stdout.write(JSON.stringify(answer), () => process.exit()))
  .once("exit", (code) => code !== 0 && process.exit(code));
`;

/**
 * {@link findDamage} beside everything else.
 * @param options.copy  the file is a fresh copy of nobody else's: it is also made one that needs no log beside it
 * @param options.signal ends the check; the promise then rejects
 * @throws when the check came to no end: that says nothing of the file
 */
export async function findDamageAside(
  path: string,
  { depth, copy = false, signal }: { depth: keyof typeof PRAGMAS; copy?: boolean; signal?: AbortSignal },
): Promise<string | null> {
  signal?.throwIfAborted();
  const sqlite = createRequire(import.meta.url).resolve("better-sqlite3");
  const given = { sqlite, path, copy, pragma: PRAGMAS[depth] };
  const child = await startedFor(given);
  try {
    return answerOf(await (child === null ? inThread(given, signal) : answerFrom(child.stdout, signal)));
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    child?.kill("SIGKILL");
  }
}

/**
 * A process ends when it is told to, in the middle of SQLite's reading, too: a thread does not, and a till that stops would
 * wait for it. @returns null where none can be started; Electron's program runs no other script
 */
async function startedFor(given: object) {
  if (process.versions.electron !== undefined) return null;
  // What the till itself was started with is none of this program's.
  const env = { ...process.env, NODE_OPTIONS: "" };
  const words = ["--eval", PROCESS, "--", THREAD, JSON.stringify(given)];
  const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "ignore"], env });
  child.on("error", () => undefined);
  return await once(child, "spawn").then(
    () => child,
    () => null,
  );
}

async function answerFrom(stdout: Readable, signal: AbortSignal | undefined): Promise<unknown> {
  const answer = await text(signal === undefined ? stdout : addAbortSignal(signal, stdout));
  if (answer === "") throw new Error("the check ended without an answer");
  return JSON.parse(answer);
}

async function inThread(workerData: object, signal: AbortSignal | undefined): Promise<unknown> {
  const worker = new Worker(THREAD, { eval: true, workerData });
  try {
    const [answer] = await once(worker, "message", { signal });
    return answer;
  } finally {
    // Not awaited: SQLite finishes reading first, and whoever gave the check up does not wait for that.
    void worker.terminate();
  }
}
