/** Tables and settings that grant rights. Never taken from an unauthenticated backup. */
import { packReason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { type Database, openToRead } from "../../storage/database/database.ts";
import { PREFIX } from "../../storage/database/identifiers.ts";
import { SETTINGS, settingStore, UNPROVEN_UP_TO } from "../../storage/database/settings.ts";
import { chainEnd } from "../../storage/journal/chain.ts";
import { newestPayment } from "./used-numbers.ts";

/** Tables that grant rights, in order of their foreign keys. */
const TABLES = [
  ...["staff", "staff_account", "pin_try", "refund_key", "refund_key_wrap"],
  ...["register_client", "webhook"],
] as const;

/** Settings that describe the file's payments and grant no rights. */
const DATA_SETTINGS = [PREFIX, "referencesSealed"];

export const RIGHTS = [...TABLES, "setting"].join(", ");

export interface ReplacedRights {
  hasUsers: boolean;
  /** True if the file's settings are used: this machine has neither settings nor service keys */
  hasFileSettings: boolean;
}

/**
 * Replaces all rights in the restored database by those of the replaced one, and hands open work to an operator. Call
 * inside a transaction.
 * @param replaced the previous database; null if none is trusted, and then no user has rights
 * @param takesSettings whether the file may name the service if the replaced database does not
 */
export function replaceRights(
  database: Database,
  { replaced, takesSettings, now }: { replaced: string | null; takesSettings: boolean; now: number },
): ReplacedRights {
  using reader = replaced === null ? null : openToRead(replaced, { alone: true });
  const ownRows = reader === null ? null : (sql: string) => rowsOf(reader.database, sql);
  for (const table of TABLES.toReversed()) database.prepare(`DELETE FROM ${table}`).run();
  for (const table of TABLES) insert(database, table, ownRows?.(`SELECT * FROM ${table}`) ?? []);
  const { entries } = chainEnd(database)();
  database.prepare("UPDATE webhook SET position = min(position, ?)").run(entries);
  const settings = ownRows?.("SELECT * FROM setting") ?? [];
  const hasFileSettings = settings.length === 0 && takesSettings;
  const keptSettingNames = hasFileSettings ? [...DATA_SETTINGS, SETTINGS] : DATA_SETTINGS;
  const placeholders = keptSettingNames.map(() => "?").join(", ");
  database.prepare(`DELETE FROM setting WHERE name NOT IN (${placeholders})`).run(...keptSettingNames);
  insert(
    database,
    "setting",
    settings.filter(({ name }) => !keptSettingNames.includes(String(name))),
  );
  leaveToPerson(database, now);
  return { hasUsers: database.prepare("SELECT 1 FROM staff LIMIT 1").get() !== undefined, hasFileSettings };
}

/** Prevents automatic sends, captures and releases, so an untrusted file cannot move money. */
function leaveToPerson(database: Database, now: number): void {
  settingStore(database).set(UNPROVEN_UP_TO, newestPayment(database));
  database
    .prepare(
      `UPDATE operation SET state = 'parked', by_rule = 0, unknown_since = coalesce(unknown_since, @now),
         last_error = @because
       WHERE settled_at IS NULL`,
    )
    .run({ now, because: packReason(reasonFor("queue_unauthenticated")) });
  database
    .prepare("UPDATE vend SET state = 'unknown', because = ? WHERE state IN ('authorising','dispensing','settling')")
    .run(packReason(reasonFor("vend_unauthenticated")));
}

type Row = Record<string, unknown>;

function insert(database: Database, table: string, rows: readonly Row[]): void {
  for (const row of rows) {
    const names = Object.keys(row);
    const values = names.map((name) => `@${name}`).join(", ");
    database.prepare<[Row]>(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${values})`).run(row);
  }
}

/** Returns no rows for a damaged or missing table, so it grants no rights. */
function rowsOf(database: Database, sql: string): Row[] {
  try {
    return database.prepare<[], Row>(sql).all();
  } catch {
    return [];
  }
}
