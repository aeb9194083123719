import type { Database } from "../../main/storage/database/database.ts";

/** Counts the statements of a database: fast code runs few. */
export interface CountedStatements extends Disposable {
  /** Prepared statements, one entry per preparation */
  prepared: string[];
  /** Executed statements, one entry per execution */
  run: string[];
  /** Number of transactions written to disk, each with one sync */
  commits(): number;
  clear(): void;
}

/** Counts all statements of a connection from now on. */
export function countStatements(database: Database): CountedStatements {
  const counted = { prepared: [] as string[], run: [] as string[] };
  const prepare = database.prepare.bind(database);
  const shared = Object.getPrototypeOf(prepare("SELECT 1"));
  const original = { run: shared.run, get: shared.get, all: shared.all, iterate: shared.iterate };
  for (const way of ["run", "get", "all", "iterate"] as const) {
    shared[way] = function counting(this: { database: Database; source: string }, ...values: unknown[]) {
      if (this.database === database) counted.run.push(this.source);
      return original[way].apply(this, values);
    };
  }
  database.prepare = ((sql: string) => {
    counted.prepared.push(sql);
    return prepare(sql);
  }) as typeof database.prepare;
  return {
    ...counted,
    commits: () => counted.run.filter((sql) => sql === "COMMIT").length,
    clear() {
      counted.prepared.length = 0;
      counted.run.length = 0;
    },
    [Symbol.dispose]() {
      Object.assign(shared, original);
      database.prepare = prepare;
    },
  };
}
