/** Which numbers a database had used before a backup takes its place: none of them may be used for something else. */
import { existsSync } from "node:fs";
import { USED_SAFT, USED_Z } from "../settings/restored.ts";
import { type Database, openToRead } from "../store/database.ts";
import { settingStore } from "../store/settings.ts";

/** The greatest of each kind; null: it could not be read, or there is none. */
export interface UsedNumbers {
  z: number | null;
  saft: number | null;
}

/** Reads them as far as the file lets itself be read: it may be damaged, which is why a backup takes its place. */
export function usedNumbers(path: string): UsedNumbers {
  if (!existsSync(path)) return { z: null, saft: null };
  try {
    using reader = openToRead(path, { alone: true });
    return numbersIn(reader.database);
  } catch {
    return { z: null, saft: null };
  }
}

function numbersIn(database: Database): UsedNumbers {
  return {
    z: greatest(database, "SELECT max(number) FROM z_report", USED_Z),
    saft: greatest(database, "SELECT max(nr) FROM saft_transaction", USED_SAFT),
  };
}

/** The greatest number in a table, or that of a database which this one once took the place of. */
function greatest(database: Database, sql: string, setting: string): number | null {
  const known = [
    () => database.prepare<[], number | null>(sql).pluck().get(),
    () => settingStore(database).get(setting),
  ].map(tried);
  const numbers = known.filter((value) => typeof value === "number" && Number.isSafeInteger(value) && value > 0);
  return numbers.length === 0 ? null : Math.max(...(numbers as number[]));
}

/** A page that cannot be read takes its own answer away, and no other. */
function tried(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Inside a transaction: the next numbers in this database are greater than those, and than what it knows by itself. */
export function carryOver(database: Database, used: UsedNumbers): void {
  const own = numbersIn(database);
  const settings = settingStore(database);
  const pairs = [
    [USED_Z, own.z, used.z],
    [USED_SAFT, own.saft, used.saft],
  ] as const;
  for (const [setting, here, there] of pairs) {
    if (there !== null && there > (here ?? 0)) settings.set(setting, there);
  }
}
