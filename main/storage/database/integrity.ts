/** SQLite's integrity checks of a database file, aside where they take long. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import type { Readable } from "node:stream";
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
const PROGRAM = `
const { sqlite, path, copy, pragma } = JSON.parse(process.argv.at(-1));
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
process.stdout.write(JSON.stringify(answer));
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
  const { stdout, end } = runAside(JSON.stringify({ sqlite, path, copy, pragma: PRAGMAS[depth] }));
  const stop = () => stdout.destroy(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const answer = await text(stdout);
    if (answer === "") throw new Error(`the check of ${path} ended without an answer`);
    return answerOf(JSON.parse(answer));
  } finally {
    signal?.removeEventListener("abort", stop);
    end();
  }
}

/**
 * Runs the program in a process of its own, which ends when it is told to, in the middle of SQLite's reading, too: a
 * thread does not, and a till that stops would wait for it. Electron's program runs nobody else's script, so there it is a
 * thread. Neither is waited for.
 */
function runAside(words: string): { stdout: Readable; end(): void } {
  if (process.versions.electron !== undefined) {
    const worker = new Worker(PROGRAM, { eval: true, argv: [words], stdout: true });
    worker.once("error", (error: Error) => worker.stdout.destroy(error));
    return { stdout: worker.stdout, end: () => void worker.terminate() };
  }
  const child = spawn(process.execPath, ["--eval", PROGRAM, "--", words], { stdio: ["ignore", "pipe", "ignore"] });
  child.once("error", (error) => child.stdout.destroy(error));
  return { stdout: child.stdout, end: () => void child.kill("SIGKILL") };
}
