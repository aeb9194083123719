import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import { type Database, statementOf, transact } from "./database.ts";
import { type CachedRead, cacheRows } from "./row-cache.ts";

export type SettingStore = ReturnType<typeof settingStore>;

const READ = "SELECT value FROM setting WHERE name = ?";
const WRITE = "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

type Json = object | string | number | boolean | null;

const values = new WeakMap<Database, CachedRead<Json>>();

/** Returns the store over the `setting` table. Values are JSON, cached until they are written. */
export function settingStore(database: Database) {
  const remembered = values.get(database) ?? cacheRows<Json>(database, { table: "setting", key: "name" });
  values.set(database, remembered);
  const read = (name: string) => {
    const row = statementOf<[string], { value: string }>(database, READ).get(name);
    return row ? deepFreeze(JSON.parse(row.value)) : null;
  };
  return {
    /** Null when missing. The value is shared and frozen */
    get: (name: string): unknown => remembered(name, read),
    set(name: string, value: unknown) {
      transact(database, () => statementOf(database, WRITE).run(name, JSON.stringify(value)));
    },
  };
}

function deepFreeze(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

export const SETTINGS = "settings";

/** Returns the provisioned settings; null before the first provisioning. */
export function storedSettings(database: Database): StoredSettings | null {
  return settingStore(database).get(SETTINGS) as StoredSettings | null;
}

/** Time of the last restore; present until every payment was compared with the service. */
export const RESTORED_AT = "restoredAt";

/** Number of the last payment in the restored backup: operations up to it may be lost. */
export const RESTORED_UP_TO = "restoredUpTo";

/** Time of the first reading of the service's list after a restore, by the service's clock; see `recovery.ts`. */
export const LOST_UNTIL = "lostUntil";

/** Number of the last payment in a file restored without authentication: no automatic steps up to it. */
export const UNPROVEN_UP_TO = "unprovenUpTo";

/** Journal entries of earlier databases, so that revisions do not go back at a restore. */
export const REVISION_BASE = "revisionBase";
