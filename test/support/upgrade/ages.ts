import { connect } from "../../../main/storage/database/database.ts";
import { MIGRATIONS, migrate } from "../../../main/storage/database/migrations.ts";
import { sellForADay } from "./day.ts";
import { gapsOf } from "./gaps.ts";
import { ROWS } from "./rows.ts";
import { closePeriod, openShop, type Shop } from "./shop.ts";

/** A database as left by a till of one version. */
export interface LeftDatabase {
  bytes: Buffer;
  /** Schema features without an example */
  gaps: string[];
  /** The service's totals at that time, in minor units */
  service: Shop["service"];
}

/** Every few versions, a whole day is sold and closed with a Z; the first versions, without books, always sell. */
const [VERSIONS_PER_DAY, FIRST_VERSIONS] = [3, 4];

/**
 * Takes one till through all versions. Each version writes its new features; some sell for a day and close the period.
 * @returns its database at each version, with all earlier rows
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
