import type { KeptSettings } from "../../../contract/settings.ts";
import { type Database, transact } from "./database.ts";

/** Named values of the till in its database: never a secret. */
export interface SettingStore {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** Reads and writes the `setting` table; values are JSON. */
export function settingStore(database: Database): SettingStore {
  const read = database.prepare<[string], { value: string }>("SELECT value FROM setting WHERE name = ?");
  const write = database.prepare(
    "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  return {
    get(name) {
      const row = read.get(name);
      return row ? JSON.parse(row.value) : null;
    },
    set(name, value) {
      transact(database, () => write.run(name, JSON.stringify(value)));
    },
  };
}

/** Where the till's settings are kept. */
export const SETTINGS = "settings";

/** The settings that this data folder was provisioned with; null before the first time. */
export function keptSettings(database: Database): KeptSettings | null {
  return settingStore(database).get(SETTINGS) as KeptSettings | null;
}

/** The setting that says when a backup was last restored, until every payment was compared with the service. */
export const RESTORED_AT = "restoredAt";
