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

/** A Z after every so many versions: some periods hold bookings of several. */
const VERSIONS_PER_PERIOD = 3;

/**
 * Takes one till through all versions: at each it writes what is new with it, sells for a day, and sometimes closes the
 * period. @returns its database at each version, with the rows of all earlier ones
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
      sellForADay(shop);
      if (shop.has("z_report") && version % VERSIONS_PER_PERIOD === 0) closePeriod(shop);
    })();
    left.set(version, { bytes: database.serialize(), gaps: gapsOf(database), service: { ...shop.service } });
  }
  database.close();
  return left;
}
