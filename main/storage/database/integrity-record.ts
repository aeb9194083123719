import type { Database } from "./database.ts";
import { settingStore } from "./settings.ts";

export interface Damage {
  /** First found, ms since the epoch */
  at: number;
  what: string;
}

const CHECKED = "checkedAt";
const DAMAGE = "damage";
const POSTPONED = "checksOwed";

export function integrityRecord(database: Database) {
  const settings = settingStore(database);
  const postponedChecks = () => Number(settings.get(POSTPONED) ?? 0);
  return {
    /** Damage found by the last full check; null when none */
    damage: () => settings.get(DAMAGE) as Damage | null,
    /** Last full check with every index, ms since the epoch; null before the first */
    checkedAt: () => settings.get(CHECKED) as number | null,
    /** Consecutive starts that postponed the full check and ended before it */
    postponedChecks,
    recordPostponed: () => settings.set(POSTPONED, postponedChecks() + 1),
    /** Records a full check. `fullCheckAt`: ms since the epoch when indexes were compared too, else null. */
    record(damage: Damage | null, fullCheckAt: number | null) {
      if (fullCheckAt !== null) settings.set(CHECKED, fullCheckAt);
      settings.set(DAMAGE, damage);
      if (postponedChecks() > 0) settings.set(POSTPONED, 0);
    },
  };
}
