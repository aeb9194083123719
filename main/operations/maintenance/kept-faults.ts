/** The vending machine's faults in the replaced database: a restore repairs no machine. */
import type { Database } from "../../storage/database/database.ts";
import { type ChainLink, chainLinkAt } from "../../storage/journal/chain.ts";

const TABLES = ["slot_off_sale", "doubtful_vend"] as const;

type Row = Record<string, string | number | null>;

/** Faults by table. `isNewer`: they are of the backup's till, and at least as recent as the backup. */
export interface ReplacedFaults {
  rows: Row[][];
  isNewer: boolean;
}

/** Reads the slots that are off sale and the doubtful vends. @param end of the backup's journal */
export function readFaults(database: Database, end: ChainLink): ReplacedFaults {
  return {
    rows: TABLES.map((table) => database.prepare<[], Row>(`SELECT * FROM ${table}`).all()),
    isNewer: chainLinkAt(database, end.entries)?.hash.equals(end.hash) ?? false,
  };
}

/** Inside a transaction: adds these to the backup's faults. Newer ones replace all of the backup's. Both have one schema. */
export function keepFaults(database: Database, { rows, isNewer }: ReplacedFaults): void {
  for (const [index, table] of TABLES.entries()) {
    if (isNewer) database.prepare(`DELETE FROM ${table}`).run();
    for (const row of rows[index] ?? []) {
      const names = Object.keys(row);
      const values = names.map((name) => `@${name}`);
      database.prepare(`INSERT OR REPLACE INTO ${table} (${names}) VALUES (${values})`).run(row);
    }
  }
}
