/** Numbers used before a restore. They must never be used again. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Database, openToRead } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import {
  GREATEST,
  LARGEST_NUMBER,
  NO_NUMBERS,
  NUMBER_COLUMNS,
  NUMBERED,
  plausibleNumber,
  readNumbers,
  USED_SETTINGS,
  type UsedNumbers,
} from "../../storage/database/used-numbers.ts";

/** Reads the used numbers from a database, which may be damaged, and from the file that the till keeps next to it. */
export function usedNumbers(path: string): UsedNumbers {
  return greater(replacedNumbers(path), readNumbers(dirname(path)));
}

function replacedNumbers(path: string): UsedNumbers {
  if (!existsSync(path)) return { ...NO_NUMBERS };
  try {
    using reader = openToRead(path, { alone: true });
    return numbersIn(reader.database);
  } catch {
    return { ...NO_NUMBERS };
  }
}

/** Returns the highest number of each table, including those of a database that this one replaced. */
function numbersIn(database: Database): UsedNumbers {
  const numbers = { ...NO_NUMBERS };
  for (const kind of NUMBERED) {
    const candidates = [
      () => database.prepare<[], number | null>(GREATEST[kind]).pluck().get(),
      () => settingStore(database).get(USED_SETTINGS[kind]),
    ].flatMap((read) => plausibleNumber(valueOrNull(read)) ?? []);
    numbers[kind] = candidates.length === 0 ? null : Math.max(...candidates);
  }
  return numbers;
}

/** Returns a number that no till can reach, with its table; null if none exists. */
export function findImplausibleNumber(database: Database): { table: string; number: string } | null {
  for (const [table, column] of Object.values(NUMBER_COLUMNS)) {
    const sql = `SELECT CAST(max(${column}) AS TEXT) FROM ${table} WHERE ${column} > ${LARGEST_NUMBER}`;
    const number = database.prepare<[], string | null>(sql).pluck().get();
    if (number != null) return { table, number };
  }
  return null;
}

/** Returns the highest payment number; 0 if none exists. */
export function newestPayment(database: Database): number {
  return database.prepare<[], number | null>(GREATEST.payment).pluck().get() ?? 0;
}

function greater(left: UsedNumbers, right: UsedNumbers): UsedNumbers {
  const numbers = { ...NO_NUMBERS };
  for (const kind of NUMBERED) {
    const [here, there] = [left[kind], right[kind]];
    numbers[kind] = here === null || there === null ? (here ?? there) : Math.max(here, there);
  }
  return numbers;
}

/** An unreadable page affects only its own value. */
function valueOrNull(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Makes future numbers exceed both the used ones and the database's own. Call inside a transaction. */
export function raiseUsedNumbers(database: Database, used: UsedNumbers): void {
  const ownNumbers = numbersIn(database);
  const settings = settingStore(database);
  for (const kind of NUMBERED) {
    const replacedNumber = used[kind];
    if (replacedNumber !== null && replacedNumber > (ownNumbers[kind] ?? 0))
      settings.set(USED_SETTINGS[kind], replacedNumber);
  }
}
