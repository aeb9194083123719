/**
 * The numbers that a till has used (payments, periods, receipts), kept in a file beside its database: a backup that takes the database's place does not
 * know of those that were used since, and none of them may be used for something else.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeCommit, type Database } from "./database.ts";
import { writeFileDurably } from "./durable-file.ts";
import { settingStore } from "./settings.ts";

export const NUMBERED = ["payment", "receipt", "z", "saft"] as const;
export type Numbered = (typeof NUMBERED)[number];

/** The greatest of each kind; null: it could not be read, or there is none. */
export type UsedNumbers = Record<Numbered, number | null>;

/** No till reaches a greater number: a file that has one was edited, and numbers after it may soon run out. */
export const LARGEST_NUMBER = 1_000_000_000_000;

/** The table and the column of each. */
export const NUMBER_COLUMNS: Record<Numbered, readonly [table: string, column: string]> = {
  payment: ["payment", "sequence"],
  receipt: ["receipt", "number"],
  z: ["z_report", "number"],
  saft: ["saft_transaction", "nr"],
};

/** Reads the greatest plausible number of each from a database. */
export const GREATEST: Record<Numbered, string> = {
  payment: greatest("payment"),
  receipt: greatest("receipt"),
  z: greatest("z"),
  saft: greatest("saft"),
};

function greatest(kind: Numbered): string {
  const [table, column] = NUMBER_COLUMNS[kind];
  return `SELECT max(${column}) FROM ${table} WHERE ${column} <= ${LARGEST_NUMBER}`;
}

/**
 * The setting that holds the greatest number of a database which this one took the place of. The open period's view, and
 * whatever gives numbers out, go on after it.
 */
export const USED: Record<Numbered, string> = {
  payment: "usedPayment",
  receipt: "usedReceipt",
  z: "usedZ",
  saft: "usedSaft",
};

/** So far ahead the file is written, so that it is not with every sale. There is no gap in Zs: each is written down. */
const AHEAD: Record<Numbered, number> = { payment: 50, receipt: 50, z: 0, saft: 100 };

export const NO_NUMBERS: Readonly<UsedNumbers> = { payment: null, receipt: null, z: null, saft: null };

/** Reads the file of a data folder; what is not there, or is no number, is null. */
export function readNumbers(folder: string): UsedNumbers {
  const numbers = { ...NO_NUMBERS };
  try {
    const kept = existsSync(fileIn(folder)) ? JSON.parse(readFileSync(fileIn(folder), "utf8")) : {};
    for (const kind of NUMBERED) numbers[kind] = plausibleNumber(kept[kind]);
  } catch {
    // As good as none: the database itself is looked at, too.
  }
  return numbers;
}

/** A number as it may stand in a file or a setting that anything may have happened to. */
export function asNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** The same, of a number that a till may have used: no greater than {@link LARGEST_NUMBER}. */
export function plausibleNumber(value: unknown): number | null {
  const number = asNumber(value);
  return number !== null && number <= LARGEST_NUMBER ? number : null;
}

/**
 * Writes the file before a commit that uses a number which is not in it yet. While the till runs it is ahead of the
 * numbers that were used; once it was stopped in order it is exact.
 */
export function keepNumbers(database: Database, folder: string): Disposable {
  const settings = settingStore(database);
  // At every commit: one question, and not one for each of them.
  const greatest = database.prepare<[], Record<Numbered, number | null>>(
    `SELECT ${NUMBERED.map((kind) => `(${GREATEST[kind]}) AS ${kind}`).join(", ")}`,
  );
  // Of the database that this one took the place of: nothing that runs changes it.
  const before = new Map(NUMBERED.map((kind) => [kind, asNumber(settings.get(USED[kind])) ?? 0]));
  const kept = readNumbers(folder);
  const write = (ahead: boolean) => {
    const next = { ...kept };
    const now = greatest.get() ?? NO_NUMBERS;
    for (const kind of NUMBERED) {
      const used = Math.max(now[kind] ?? 0, before.get(kind) ?? 0);
      const isShort = used > (kept[kind] ?? 0);
      if (isShort || !ahead) next[kind] = used === 0 ? null : used + (ahead ? AHEAD[kind] : 0);
    }
    if (NUMBERED.every((kind) => next[kind] === kept[kind])) return;
    writeFileDurably(fileIn(folder), `${JSON.stringify(next)}\n`, 0o600);
    Object.assign(kept, next);
  };
  const tryToWrite = (ahead: boolean) => {
    try {
      write(ahead);
    } catch {
      // A full disk: what the service says must be taken in all the same. The next commit tries again.
    }
  };
  const forget = beforeCommit(database, () => tryToWrite(true));
  tryToWrite(true);
  return {
    [Symbol.dispose]() {
      forget();
      tryToWrite(false);
    },
  };
}

function fileIn(folder: string): string {
  return join(folder, "numbers.json");
}
