import type { KeptSettings } from "../../../contract/settings.ts";
import { type Database, statementOf, transact } from "./database.ts";
import { type Remembering, rememberRows } from "./remembered.ts";

/** Named values of the till in its database: never a secret. */
export interface SettingStore {
  /** Null: there is none. It is everybody's: nobody changes it */
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

const READ = "SELECT value FROM setting WHERE name = ?";
const WRITE = "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

type Json = object | string | number | boolean | null;

const values = new WeakMap<Database, Remembering<Json>>();

/** Reads and writes the `setting` table; values are JSON, read once until they are written. */
export function settingStore(database: Database): SettingStore {
  const remembered = values.get(database) ?? rememberRows<Json>(database, { table: "setting", key: "name" });
  values.set(database, remembered);
  const read = (name: string) => {
    const row = statementOf<[string], { value: string }>(database, READ).get(name);
    return row ? frozen(JSON.parse(row.value)) : null;
  };
  return {
    get: (name) => remembered(name, read),
    set(name, value) {
      transact(database, () => statementOf(database, WRITE).run(name, JSON.stringify(value)));
    },
  };
}

function frozen(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** Where the till's settings are kept. */
export const SETTINGS = "settings";

/** The settings that this data folder was provisioned with; null before the first time. */
export function keptSettings(database: Database): KeptSettings | null {
  return settingStore(database).get(SETTINGS) as KeptSettings | null;
}

/** The setting that says when a backup was last restored, until every payment was compared with the service. */
export const RESTORED_AT = "restoredAt";

/** The setting that holds the number of the last payment from a backup: operations up to that payment may be lost. */
export const RESTORED_UP_TO = "restoredUpTo";

/** The setting that says when the service's list was first read after a restore, by the service's clock; see `recovery.ts`. */
export const LOST_UNTIL = "lostUntil";

/**
 * The setting that holds the number of the last payment from a file that was restored without authentication. Up to that
 * payment the till takes no step that a person did not ask for.
 */
export const UNPROVEN_UP_TO = "unprovenUpTo";

/** The setting that says how many journal entries came before this database's own: revisions do not go back at a restore. */
export const REVISION_BASE = "revisionBase";
