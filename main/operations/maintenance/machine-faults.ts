/** Keeps the vending machine's faults across a restore: restoring a database repairs no machine. */
import type { Database } from "../../storage/database/database.ts";
import { type ChainLink, chainLinkAt } from "../../storage/journal/chain.ts";

const TABLES = ["slot_off_sale", "doubtful_vend"] as const;

type Row = Record<string, string | number | null>;

/** Faults by table. `isNewer`: they belong to the backup's till and are at least as recent as the backup. */
export interface ReplacedFaults {
  rows: Row[][];
  isNewer: boolean;
}

export function readFaults(database: Database, end: ChainLink): ReplacedFaults {
  return {
    rows: TABLES.map((table) => database.prepare<[], Row>(`SELECT * FROM ${table}`).all()),
    isNewer: chainLinkAt(database, end.entries)?.hash.equals(end.hash) ?? false,
  };
}

/**
 * Adds faults to those of the backup; call inside a transaction. If they are newer, they replace the backup's. Both
 * databases have the same schema.
 */
export function restoreFaults(database: Database, { rows, isNewer }: ReplacedFaults): void {
  for (const [index, table] of TABLES.entries()) {
    if (isNewer) database.prepare(`DELETE FROM ${table}`).run();
    for (const row of rows[index] ?? []) {
      const names = Object.keys(row);
      const values = names.map((name) => `@${name}`);
      database.prepare(`INSERT OR REPLACE INTO ${table} (${names}) VALUES (${values})`).run(row);
    }
  }
}
