import { type Database, transact } from "../../storage/database/database.ts";

/** So many at once hold up nothing else that waits. */
const MOST_AT_ONCE = 16;

interface Waiting<T> {
  work(): T;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/**
 * Makes one commit of what is wanted at the same moment: the disk is waited for once. Each resolves when all of it is on
 * disk, in the order in which it was asked for. Where one fails nothing of any is kept: then each is done by itself, and
 * rejects by itself, so `work` may be called twice.
 */
export function committedTogether<T>(database: Database): (work: () => T) => Promise<T> {
  let waiting: Waiting<T>[] = [];
  const commit = () => {
    const now = waiting.slice(0, MOST_AT_ONCE);
    waiting = waiting.slice(MOST_AT_ONCE);
    if (waiting.length > 0) setImmediate(commit);
    try {
      const values = transact(database, () => now.map(({ work }) => ({ value: work() })));
      for (const [index, { value }] of values.entries()) now[index]?.resolve(value);
    } catch (error) {
      if (now.length === 1) now[0]?.reject(error);
      else for (const one of now) commitAlone(database, one);
    }
  };
  return (work) =>
    new Promise((resolve, reject) => {
      // What has arrived by now is read before this runs.
      if (waiting.push({ work, resolve, reject }) === 1) setImmediate(commit);
    });
}

function commitAlone<T>(database: Database, { work, resolve, reject }: Waiting<T>): void {
  try {
    resolve(transact(database, work));
  } catch (error) {
    reject(error);
  }
}
