/** Numbers a till has used, in a file next to its database: a restored backup does not know the later ones. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeCommit, type Database } from "./database.ts";
import { writeFileDurably } from "./durable-file.ts";
import { settingStore } from "./settings.ts";

export const NUMBERED = ["payment", "receipt", "z", "saft"] as const;
export type Numbered = (typeof NUMBERED)[number];

/** The greatest number of each kind; null when unknown or none. */
export type UsedNumbers = Record<Numbered, number | null>;

/** Larger numbers are implausible: the file was edited, and numbers might run out. */
export const LARGEST_NUMBER = 1_000_000_000_000;

export const NUMBER_COLUMNS: Record<Numbered, readonly [table: string, column: string]> = {
  payment: ["payment", "sequence"],
  receipt: ["receipt", "number"],
  z: ["z_report", "number"],
  saft: ["saft_transaction", "nr"],
};

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

/** Settings with the greatest numbers of the database this one replaced. Numbering continues after them. */
export const USED_SETTINGS: Record<Numbered, string> = {
  payment: "usedPayment",
  receipt: "usedReceipt",
  z: "usedZ",
  saft: "usedSaft",
};

/** Reserve written ahead, so that not every sale writes the file. Z numbers have no gaps, so each is written. */
const RESERVE: Record<Numbered, number> = { payment: 50, receipt: 50, z: 0, saft: 100 };

export const NO_NUMBERS: Readonly<UsedNumbers> = { payment: null, receipt: null, z: null, saft: null };

/** Reads a data folder's file; missing or invalid numbers are null. */
export function readNumbers(folder: string): UsedNumbers {
  const numbers = { ...NO_NUMBERS };
  try {
    const stored = existsSync(fileIn(folder)) ? JSON.parse(readFileSync(fileIn(folder), "utf8")) : {};
    for (const kind of NUMBERED) numbers[kind] = plausibleNumber(stored[kind]);
  } catch {
    // Treated as missing: the database itself has numbers too.
  }
  return numbers;
}

export function asNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
}

export function plausibleNumber(value: unknown): number | null {
  const number = asNumber(value);
  return number !== null && number <= LARGEST_NUMBER ? number : null;
}

/** Updates the file before commits that exceed it. It is ahead while the till runs, and exact after a normal stop. */
export function trackUsedNumbers(database: Database, folder: string): Disposable {
  const settings = settingStore(database);
  const greatest = database.prepare<[], Record<Numbered, number | null>>(
    `SELECT ${NUMBERED.map((kind) => `(${GREATEST[kind]}) AS ${kind}`).join(", ")}`,
  );
  // Numbers of the replaced database; constant at run time.
  const replacedNumbers = new Map(NUMBERED.map((kind) => [kind, asNumber(settings.get(USED_SETTINGS[kind])) ?? 0]));
  const onDisk = readNumbers(folder);
  const write = (ahead: boolean) => {
    const next = { ...onDisk };
    const now = greatest.get() ?? NO_NUMBERS;
    for (const kind of NUMBERED) {
      const used = Math.max(now[kind] ?? 0, replacedNumbers.get(kind) ?? 0);
      const isShort = used > (onDisk[kind] ?? 0);
      if (isShort || !ahead) next[kind] = used === 0 ? null : used + (ahead ? RESERVE[kind] : 0);
    }
    if (NUMBERED.every((kind) => next[kind] === onDisk[kind])) return;
    writeFileDurably(fileIn(folder), `${JSON.stringify(next)}\n`, 0o600);
    Object.assign(onDisk, next);
  };
  const tryToWrite = (ahead: boolean) => {
    try {
      write(ahead);
    } catch {
      // On a full disk, outcomes must still be stored. The next commit tries again.
    }
  };
  const unsubscribe = beforeCommit(database, () => tryToWrite(true));
  tryToWrite(true);
  return {
    [Symbol.dispose]() {
      unsubscribe();
      tryToWrite(false);
    },
  };
}

function fileIn(folder: string): string {
  return join(folder, "numbers.json");
}
