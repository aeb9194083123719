/** The rows of a sale as bare statements. Imports nothing from the program, because a minimal server runs it. */
import { randomBytes } from "node:crypto";
import type { Database } from "better-sqlite3";

type Stored = Record<string, unknown>;

/** A statement for each table of a sale, and the rows that a sale wrote. */
export type SaleRows = readonly { sql: string; rows: readonly Stored[] }[];

/** Returns the rows of one sale in a till's database. */
export function saleRows(till: Database): SaleRows {
  return ["payment", "operation", "journal"].map((table) => {
    const columns = till.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
    const values = columns.map((column) => `@${column}`).join(", ");
    const rows = till.prepare<[], Stored>(`SELECT * FROM ${table}`).all();
    return { sql: `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values})`, rows };
  });
}

/**
 * Prepares a function that commits another such sale, without queries or checks.
 * @param database an empty database with a till's tables
 * @returns a function that commits a sale and returns the ids of the sale and its operation
 */
export function saleWriter(database: Database, sale: SaleRows): () => { posTid: string; id: string } {
  const [payments, operations, entries] = sale.map(({ sql, rows }) => ({ insert: database.prepare(sql), rows }));
  let count = 0;
  const write = () => {
    count += 1;
    // Keys like a till's, and increasing times.
    const number = `5EED-${String(count).padStart(4, "0")}`;
    const posTid = `${number}-${randomBytes(4).toString("hex")}`;
    const id = randomBytes(10).toString("hex");
    const times = (row: Stored) => ({ created_at: Number(row.created_at) + count, modified_at: count });
    for (const row of payments?.rows ?? [])
      payments?.insert.run({ ...row, ...times(row), pos_tid: posTid, sequence: count, number });
    for (const row of operations?.rows ?? []) operations?.insert.run({ ...row, ...times(row), id, pos_tid: posTid });
    // After the last existing row.
    for (const row of entries?.rows ?? [])
      entries?.insert.run({ ...row, sequence: null, at: Number(row.at) + count, pos_tid: posTid });
    return { posTid, id };
  };
  const commitAll = database.transaction(write);
  return () => commitAll.immediate();
}
