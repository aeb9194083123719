/** Background integrity checks of the till's data: the whole file after a start, everything once a day. */

import type { StorageContext } from "../context.ts";
import { transact } from "../database/database.ts";
import { findDamageAside } from "../database/integrity.ts";
import { type Damage, integrityRecord } from "../database/integrity-record.ts";
import { isLarge } from "../database/startup-check.ts";
import type { Journal } from "../journal/journal.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface IntegrityPorts extends Pick<StorageContext, "clock" | "database" | "log"> {
  /** {@link IntegrityKeeper.damage} says something new */
  onChange(): void;
}

export interface IntegrityKeeper {
  /** What was found last, and since when; null when nothing */
  damage(): Damage | null;
  checkedAt(): number | null;
  /**
   * Reads what the start of a till on a large file has left for later. What it finds is warned of, and the next start
   * reads all of the file before it goes on, and offers a backup.
   */
  atStart(): Promise<void>;
  /** Checks everything, when that was not done for a day. */
  daily(): Promise<void>;
}

/** Makes the checks. @param signal ends what is under way */
export function integrityKeeper(ports: IntegrityPorts, signal: AbortSignal, journal: Journal): IntegrityKeeper {
  const { clock, log, database, onChange } = ports;
  const record = integrityRecord(database);
  // A restart repairs nothing: damage stays recorded until a check finds the data whole.
  let damage = record.damage();
  let looked = false;
  const conclude = (what: string | null, everything: boolean) => {
    const before = damage;
    damage = what === null ? null : { at: before?.at ?? clock.now(), what };
    if (damage !== null) log.error({ damage: damage.what }, "the till's data is damaged");
    if (damage?.what !== before?.what) onChange();
    transact(database, () => record.note(damage, everything ? clock.now() : null));
  };
  const check = async () => {
    looked = true;
    const found = await findDamageAside(database.name, { depth: "full", signal });
    const chain = await journal.verifyAside();
    conclude(
      found ?? (chain.ok ? null : `the journal's entry ${chain.firstBadAt} does not follow from the one before`),
      true,
    );
  };
  return {
    damage: () => damage,
    checkedAt: record.checkedAt,
    async atStart() {
      // What stands from before is looked at with everything else, as soon as the till is idle.
      if (!isLarge(database.name) || damage !== null) return;
      record.owe();
      const found = await findDamageAside(database.name, { depth: "quick", signal });
      conclude(found, false);
      if (found === null) log.info("the rest of the till's data was read: it is whole");
    },
    /** By the wall clock: a till that is switched off at night is never up for a day. */
    async daily() {
      const age = clock.now() - (record.checkedAt() ?? Number.NEGATIVE_INFINITY);
      // What stands from an earlier run may be of a database that was restored since.
      if (age >= DAY_MS || age < 0 || (damage !== null && !looked)) await check();
    },
  };
}
