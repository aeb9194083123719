/** What gives people and programs rights at a till: never taken from a backup that is not authenticated. */
import { packed, reasonFor } from "../../../contract/reasons.ts";
import { type Database, openToRead } from "../../storage/database/database.ts";
import { PREFIX } from "../../storage/database/identifiers.ts";
import { SETTINGS, settingStore, UNPROVEN_UP_TO } from "../../storage/database/settings.ts";
import { chainEnd } from "../../storage/journal/chain.ts";
import { newestPayment } from "./used-numbers.ts";

/** Tables whose rows give rights, each before those that refer to it. */
const TABLES = [
  ...["staff", "staff_account", "pin_try", "refund_key", "refund_key_wrap"],
  ...["register_client", "webhook"],
] as const;

/** Settings that belong to the payments of a file and give no rights. */
const OF_THE_DATA = [PREFIX, "referencesSealed"];

/** What the journal calls them. */
export const RIGHTS = [...TABLES, "setting"].join(", ");

/** The rights of a restored database. */
export interface ReplacedRights {
  /** Whether a person has a right there */
  hasUsers: boolean;
  /** Whether the file's settings are used: this machine has none, and no keys of a service */
  hasFileSettings: boolean;
}

/**
 * Inside a transaction: replaces everything in the restored database that gives rights by
 * what the replaced database has of it, and leaves everything that is open in it to a person.
 * @param replaced the database before the restore; null: there is none to trust, and nobody has a right
 * @param takesSettings whether the file's settings may name the service where the replaced database has none
 */
export function replaceRights(
  database: Database,
  { replaced, takesSettings, now }: { replaced: string | null; takesSettings: boolean; now: number },
): ReplacedRights {
  using reader = replaced === null ? null : openToRead(replaced, { alone: true });
  const own = reader === null ? null : (sql: string) => rowsOf(reader.database, sql);
  for (const table of TABLES.toReversed()) database.prepare(`DELETE FROM ${table}`).run();
  for (const table of TABLES) insert(database, table, own?.(`SELECT * FROM ${table}`) ?? []);
  const { entries } = chainEnd(database)();
  database.prepare("UPDATE webhook SET position = min(position, ?)").run(entries);
  const settings = own?.("SELECT * FROM setting") ?? [];
  const hasFileSettings = settings.length === 0 && takesSettings;
  const kept = hasFileSettings ? [...OF_THE_DATA, SETTINGS] : OF_THE_DATA;
  const among = kept.map(() => "?").join(", ");
  database.prepare(`DELETE FROM setting WHERE name NOT IN (${among})`).run(...kept);
  insert(
    database,
    "setting",
    settings.filter(({ name }) => !kept.includes(String(name))),
  );
  leaveToPerson(database, now);
  return { hasUsers: database.prepare("SELECT 1 FROM staff LIMIT 1").get() !== undefined, hasFileSettings };
}

/** No money moves automatically because of a file from an unknown source: nothing is sent, captured or released. */
function leaveToPerson(database: Database, now: number): void {
  settingStore(database).set(UNPROVEN_UP_TO, newestPayment(database));
  database
    .prepare(
      `UPDATE operation SET state = 'parked', by_rule = 0, unknown_since = coalesce(unknown_since, @now),
         last_error = @because
       WHERE settled_at IS NULL`,
    )
    .run({ now, because: packed(reasonFor("queue_unauthenticated")) });
  database
    .prepare("UPDATE vend SET state = 'unknown', because = ? WHERE state IN ('authorising','dispensing','settling')")
    .run(packed(reasonFor("vend_unauthenticated")));
}

type Row = Record<string, unknown>;

function insert(database: Database, table: string, rows: readonly Row[]): void {
  for (const row of rows) {
    const names = Object.keys(row);
    const values = names.map((name) => `@${name}`).join(", ");
    database.prepare<[Row]>(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${values})`).run(row);
  }
}

/** A damaged table, or one that an older till has not, has no rows: what cannot be read gives nobody a right. */
function rowsOf(database: Database, sql: string): Row[] {
  try {
    return database.prepare<[], Row>(sql).all();
  } catch {
    return [];
  }
}
