/** Background integrity checks: the whole file after startup, everything once a day. */

import type { StorageContext } from "../context.ts";
import { transact } from "../database/database.ts";
import { findDamageAsync } from "../database/integrity.ts";
import { integrityRecord } from "../database/integrity-record.ts";
import { isLarge } from "../database/startup-check.ts";
import type { Journal } from "../journal/journal.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface IntegrityPorts extends Pick<StorageContext, "clock" | "database" | "log"> {
  onChange(): void;
}

/** `signal` aborts a check. */
export function integrityChecker(ports: IntegrityPorts, signal: AbortSignal, journal: Journal) {
  const { clock, log, database, onChange } = ports;
  const record = integrityRecord(database);
  // A restart repairs nothing: damage stays recorded until a check finds none.
  let damage = record.damage();
  let hasChecked = false;
  const recordResult = (what: string | null, everything: boolean) => {
    const previousDamage = damage;
    damage = what === null ? null : { at: previousDamage?.at ?? clock.now(), what };
    if (damage !== null) log.error({ damage: damage.what }, "the till's data is damaged");
    if (damage?.what !== previousDamage?.what) onChange();
    transact(database, () => record.record(damage, everything ? clock.now() : null));
  };
  const check = async () => {
    hasChecked = true;
    const found = await findDamageAsync(database.name, { depth: "full", signal });
    const chain = await journal.verifyAsync();
    recordResult(found ?? (chain.ok ? null : `the journal's chain is broken at entry ${chain.firstBadAt}`), true);
  };
  return {
    damage: () => damage,
    checkedAt: record.checkedAt,
    /** Reads the part of a large file that startup skipped. After damage, the next startup reads the whole file first. */
    async checkAtStart() {
      // The daily check covers recorded damage as soon as the till is idle.
      if (!isLarge(database.name) || damage !== null) return;
      record.recordPostponed();
      const found = await findDamageAsync(database.name, { depth: "quick", signal });
      recordResult(found, false);
      if (found === null) log.info("the full check of the till's data passed");
    },
    /** Checks everything, at most once a day by the wall clock: a till that is off at night never runs for a whole day. */
    async daily() {
      const age = clock.now() - (record.checkedAt() ?? Number.NEGATIVE_INFINITY);
      // Recorded damage may concern a database that has since been restored.
      if (age >= DAY_MS || age < 0 || (damage !== null && !hasChecked)) await check();
    },
  };
}
