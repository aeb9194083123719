/** Payment requests of the merchant's other points of sale, so that each is read only once. A chain has millions. */
import { createHash } from "node:crypto";
import { type Database, transact } from "../../storage/database/database.ts";

export type ForeignRequests = ReturnType<typeof openForeignRequests>;

/** Opens the `foreign_tid` table, which permanently stores eight bytes per request. Moves rows from the older table. */
export function openForeignRequests(database: Database) {
  const find = database.prepare<[bigint]>("SELECT 1 FROM foreign_tid WHERE hash = ?");
  const insert = database.prepare<[bigint]>("INSERT OR IGNORE INTO foreign_tid VALUES (?)");
  const older = database.prepare<[], string>("SELECT tid FROM foreign_request").pluck().all();
  if (older.length > 0) {
    transact(database, () => {
      for (const tid of older) insert.run(hashOf(tid));
      database.prepare("DELETE FROM foreign_request").run();
    });
  }
  return {
    has: (tid: string): boolean => find.get(hashOf(tid)) !== undefined,
    remember: (tid: string) => void transact(database, () => insert.run(hashOf(tid))),
  };
}

function hashOf(tid: string): bigint {
  return createHash("sha256").update(tid).digest().readBigInt64BE();
}
