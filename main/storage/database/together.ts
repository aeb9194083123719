/** Group commit: what is wanted at the same moment waits for the disk once. */
import { AsyncResource } from "node:async_hooks";
import { afterCommit, type Database, transact, transactPart } from "./database.ts";
import { explainStorageError } from "./failure.ts";

/** So many at once hold up nothing else that waits. */
const MOST_AT_ONCE = 16;

interface Waiting<T> {
  work(): T;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/**
 * Makes one commit of what is wanted at the same moment. Each runs in the name of who asked for it and in the order in which
 * it was asked for, and resolves when all of it is on disk. One that throws goes back and rejects alone; where the disk takes
 * none of it, all reject.
 */
export function committedTogether<T>(database: Database): (work: () => T) => Promise<T> {
  let waiting: Waiting<T>[] = [];
  const commit = () => {
    const now = waiting.slice(0, MOST_AT_ONCE);
    waiting = waiting.slice(MOST_AT_ONCE);
    if (waiting.length > 0) setImmediate(commit);
    const attempt = (one: Waiting<T>) => (now.length === 1 ? done(one) : attempted(database, one));
    try {
      transact(database, () => {
        const answers = now.map(attempt);
        afterCommit(database, () => {
          for (const answer of answers) answer();
        });
      });
    } catch (error) {
      for (const { reject } of now) reject(error);
    }
  };
  return (work) =>
    new Promise((resolve, reject) => {
      // What has arrived by now is read before this runs.
      if (waiting.push({ work: AsyncResource.bind(work), resolve, reject }) === 1) setImmediate(commit);
    });
}

/** @returns what answers it, once it is on disk */
function done<T>({ work, resolve }: Waiting<T>): () => void {
  const value = work();
  return () => resolve(value);
}

/** As a part that goes back alone. @returns what answers it, once it is on disk @throws what is the disk's, and not its own */
function attempted<T>(database: Database, one: Waiting<T>): () => void {
  try {
    return transactPart(database, () => done(one));
  } catch (error) {
    if (explainStorageError(error) !== null || !database.inTransaction) throw error;
    return () => one.reject(error);
  }
}
