import { ROWS as ROWS_0001_0022 } from "./rows-0001-0022.ts";
import { ROWS as ROWS_SINCE_0023 } from "./rows-since-0023.ts";
import type { Shop } from "./shop.ts";

/**
 * Rows for each migration, by number. They fill its new tables, set its new columns to each kind of value, and are
 * written before the next migration. A migration without an entry fails the build.
 */
export const ROWS: Readonly<Record<number, (shop: Shop) => void>> = { ...ROWS_0001_0022, ...ROWS_SINCE_0023 };
