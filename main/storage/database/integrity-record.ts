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
  /** Records a full check. `fullCheckAt`: ms since the epoch when indexes were compared too, else null. */
  record(damage: Damage | null, fullCheckAt: number | null): void;
}

const CHECKED = "checkedAt";
const DAMAGE = "damage";
const POSTPONED = "checksOwed";

export function integrityRecord(database: Database): IntegrityRecord {
  const settings = settingStore(database);
  const postponedChecks = () => Number(settings.get(POSTPONED) ?? 0);
  return {
    damage: () => settings.get(DAMAGE) as Damage | null,
    checkedAt: () => settings.get(CHECKED) as number | null,
    postponedChecks,
    recordPostponed: () => settings.set(POSTPONED, postponedChecks() + 1),
    record(damage, fullCheckAt) {
      if (fullCheckAt !== null) settings.set(CHECKED, fullCheckAt);
      settings.set(DAMAGE, damage);
      if (postponedChecks() > 0) settings.set(POSTPONED, 0);
    },
  };
}
