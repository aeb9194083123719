/** SQLite's integrity checks of a database file, in a worker thread where they take long. */
import { createRequire } from "node:module";
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

/** Reading a large file takes seconds in which nothing else would be done: another thread does it. */
const WORKER = `
const { parentPort, workerData } = require("node:worker_threads");
const Sqlite = require(workerData.sqlite);
const database = new Sqlite(workerData.path, { readonly: !workerData.copy, fileMustExist: true });
database.pragma("cell_size_check = ON");
if (workerData.copy) database.pragma("journal_mode = DELETE");
const answer = database.pragma(workerData.pragma);
database.close();
parentPort.postMessage(answer);
`;

/**
 * {@link findDamage} in another thread.
 * @param options.copy  the file is a fresh copy of nobody else's: it is also made one that needs no log beside it
 * @param options.signal ends the check; the promise then rejects
 */
export async function findDamageAside(
  path: string,
  { depth, copy = false, signal }: { depth: keyof typeof PRAGMAS; copy?: boolean; signal?: AbortSignal },
): Promise<string | null> {
  signal?.throwIfAborted();
  const sqlite = createRequire(import.meta.url).resolve("better-sqlite3");
  const worker = new Worker(WORKER, { eval: true, workerData: { sqlite, path, copy, pragma: PRAGMAS[depth] } });
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const stop = () => reject(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  worker.once("message", (answer: unknown) => resolve(answerOf(answer)));
  worker.once("error", (error: Error) => resolve(error.message));
  worker.once("exit", () => resolve("the check ended without an answer"));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener("abort", stop);
    // Not awaited: SQLite finishes reading first, and whoever gave the check up does not wait for that.
    void worker.terminate();
  }
}
