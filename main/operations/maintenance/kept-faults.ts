/** What the replaced database knows of the vending machine's faults: a backup is older, and no fault is repaired by it. */
import type { Database } from "../../storage/database/database.ts";

const TABLES = ["slot_off_sale", "doubtful_vend"] as const;

type Row = Record<string, string | number | null>;

/** Reads the slots that are off sale and the doubtful vends, by table. */
export function readFaults(database: Database): Row[][] {
  return TABLES.map((table) => database.prepare<[], Row>(`SELECT * FROM ${table}`).all());
}

/** Inside a transaction: puts these in the place of the backup's. @param faults of {@link readFaults}, by the same schema */
export function keepFaults(database: Database, faults: readonly Row[][]): void {
  for (const [index, table] of TABLES.entries()) {
    database.prepare(`DELETE FROM ${table}`).run();
    for (const row of faults[index] ?? []) {
      const names = Object.keys(row);
      database.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)})`).run(row);
    }
  }
}
