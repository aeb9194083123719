import { connect } from "../../../main/storage/database/database.ts";
import { MIGRATIONS, migrate } from "../../../main/storage/database/migrations.ts";
import { sellForADay } from "./day.ts";
import { gapsOf } from "./gaps.ts";
import { ROWS } from "./rows.ts";
import { closePeriod, openShop, type Shop } from "./shop.ts";

/** A database as a till of one version left it. */
export interface LeftDatabase {
  bytes: Buffer;
  /** What it has no example of */
  gaps: string[];
  /** The sums that the service had then, in minor units */
  service: Shop["service"];
}

/** A whole day is sold, and closed with a Z, every so many versions; the first ones, before there were books, sell always. */
const [VERSIONS_PER_DAY, FIRST_VERSIONS] = [3, 4];

/**
 * Takes one till through all versions: at each it writes what is new with it, and at some it sells for a day and closes
 * the period. @returns its database at each version, with the rows of all earlier ones
 */
export function databasesOfAllVersions(path: string): Map<number, LeftDatabase> {
  const left = new Map<number, LeftDatabase>();
  const database = connect(path);
  database.pragma("synchronous = OFF");
  const shop = openShop(database);
  for (const [index, { version }] of MIGRATIONS.entries()) {
    migrate(database, MIGRATIONS.slice(0, index + 1));
    database.transaction(() => {
      ROWS[version]?.(shop);
      const isDay = version % VERSIONS_PER_DAY === 0;
      if (isDay || version <= FIRST_VERSIONS) sellForADay(shop);
      if (isDay && shop.has("z_report")) closePeriod(shop);
    })();
    left.set(version, { bytes: database.serialize(), gaps: gapsOf(database), service: { ...shop.service } });
  }
  database.close();
  return left;
}
