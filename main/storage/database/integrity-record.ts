/** The integrity record: results of database checks, kept in the database from run to run. */
import type { Database } from "./database.ts";
import { settingStore } from "./settings.ts";

export interface Damage {
  /** When it was first found, ms since the epoch */
  at: number;
  /** In SQLite's words */
  what: string;
}

export interface IntegrityRecord {
  /** What the last whole check found; null when nothing, or before the first */
  damage(): Damage | null;
  /** When everything was last checked, with every index; ms since the epoch, null before the first time */
  checkedAt(): number | null;
  /** How many starts in a row have left reading the whole file for later, and did not come to it */
  owed(): number;
  /** The whole file is being read from now on, with the till at work. */
  owe(): void;
  /** The whole file was read. @param everything when every index was compared as well: ms since the epoch */
  note(damage: Damage | null, everything: number | null): void;
}

const CHECKED = "checkedAt";
const DAMAGE = "damage";
const OWED = "checksOwed";

/** Reads and writes the record, in the till's settings. */
export function integrityRecord(database: Database): IntegrityRecord {
  const settings = settingStore(database);
  const owed = () => Number(settings.get(OWED) ?? 0);
  return {
    damage: () => settings.get(DAMAGE) as Damage | null,
    checkedAt: () => settings.get(CHECKED) as number | null,
    owed,
    owe: () => settings.set(OWED, owed() + 1),
    note(damage, everything) {
      if (everything !== null) settings.set(CHECKED, everything);
      settings.set(DAMAGE, damage);
      if (owed() > 0) settings.set(OWED, 0);
    },
  };
}
