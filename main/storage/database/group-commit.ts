import { AsyncResource } from "node:async_hooks";
import { afterCommit, type Database, savepoint, transact } from "./database.ts";
import { explainStorageError } from "./failure.ts";

/** Limit per commit, so that other work is not delayed. */
const MAX_BATCH = 16;

interface PendingRequest<T> {
  work(): T;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/**
 * Groups concurrent requests into one commit; each resolves when it is on disk. One that throws rejects alone; when the
 * disk fails, all reject.
 */
export function groupCommit<T>(database: Database): (work: () => T) => Promise<T> {
  let pending: PendingRequest<T>[] = [];
  const commit = () => {
    const batch = pending.slice(0, MAX_BATCH);
    pending = pending.slice(MAX_BATCH);
    if (pending.length > 0) setImmediate(commit);
    const attempt = (request: PendingRequest<T>) =>
      batch.length === 1 ? run(request) : runAsSavepoint(database, request);
    try {
      transact(database, () => {
        const settlers = batch.map(attempt);
        afterCommit(database, () => {
          for (const settle of settlers) settle();
        });
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return (work) =>
    new Promise((resolve, reject) => {
      // Requests that have arrived by now are read before this runs.
      if (pending.push({ work: AsyncResource.bind(work), resolve, reject }) === 1) setImmediate(commit);
    });
}

function run<T>({ work, resolve }: PendingRequest<T>): () => void {
  const value = work();
  return () => resolve(value);
}

/** Runs one request as a savepoint. Returns a function that settles it after the commit. Throws disk errors only. */
function runAsSavepoint<T>(database: Database, request: PendingRequest<T>): () => void {
  try {
    return savepoint(database, () => run(request));
  } catch (error) {
    if (explainStorageError(error) !== null || !database.inTransaction) throw error;
    return () => request.reject(error);
  }
}
