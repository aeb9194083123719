import type { Database } from "./database.ts";
import { settingStore } from "./settings.ts";

export interface Damage {
  /** First found, ms since the epoch */
  at: number;
  what: string;
}

export interface IntegrityRecord {
  /** Damage found by the last full check; null when none */
  damage(): Damage | null;
  /** Last full check with every index, ms since the epoch; null before the first */
  checkedAt(): number | null;
  /** Consecutive starts that postponed the full check and ended before it */
  postponedChecks(): number;
  recordPostponed(): void;
  /** Records a full check. `everything`: ms since the epoch when indexes were compared too, else null. */
  note(damage: Damage | null, everything: number | null): void;
}

const CHECKED = "checkedAt";
const DAMAGE = "damage";
const OWED = "checksOwed";

export function integrityRecord(database: Database): IntegrityRecord {
  const settings = settingStore(database);
  const postponedChecks = () => Number(settings.get(OWED) ?? 0);
  return {
    damage: () => settings.get(DAMAGE) as Damage | null,
    checkedAt: () => settings.get(CHECKED) as number | null,
    postponedChecks,
    recordPostponed: () => settings.set(OWED, postponedChecks() + 1),
    note(damage, everything) {
      if (everything !== null) settings.set(CHECKED, everything);
      settings.set(DAMAGE, damage);
      if (postponedChecks() > 0) settings.set(OWED, 0);
    },
  };
}
