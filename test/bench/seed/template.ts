/** A scenario that was played once, ready to be written again with other names and times. */
import { createHash } from "node:crypto";
import { MASKED_CUSTOMER, maskCustomer } from "../../../contract/values/identifiers.ts";
import { type Database, transact } from "../../../main/storage/database/database.ts";
import { ACTORS, CUSTOMER, SCENARIO_TIME, type ScenarioTill, STEP_MS, TEXT, TID } from "./scenario-till.ts";
import type { Scenario } from "./scenarios.ts";

/** Values that differ between payments. Times in ms since the epoch. */
export interface Names {
  sequence: number;
  number: string;
  posTid: string;
  tid: string;
  /** Operation ids in order of creation */
  ids: string[];
  /** The last four digits of the phone number */
  ending: string;
  text: string;
  people: [string, string];
  /** Start time of each step */
  steps: number[];
}

type Plain = string | number | null | Buffer;
type Value = Plain | ((names: Names) => Plain);

/** Tables whose rows are copied; `journal` and `booking` are written by their own rules. */
export const COPIED = ["payment", "operation", "movement", "exchange", "booking", "journal"] as const;
export type Copied = (typeof COPIED)[number];

export interface TemplateRow {
  table: Copied;
  columns: readonly string[];
  values: readonly Value[];
}

export interface Template {
  scenario: Scenario;
  operations: number;
  steps: readonly { rows: readonly TemplateRow[]; lastsMs: number }[];
}

/** Keys that identify a row in later steps. */
const IDENTITY: Record<Copied, readonly string[]> = {
  payment: ["pos_tid"],
  operation: ["id"],
  movement: ["pos_tid", "kind", "position"],
  exchange: ["sequence"],
  booking: ["sequence"],
  journal: ["sequence"],
};

type Stored = Record<string, Plain>;

/** Plays a scenario with one amount, and records the rows of each step. */
export function recordScenario(till: ScenarioTill, scenario: Scenario, amount: number): Template {
  const told = new Told();
  try {
    // All scenarios use the same names, so each is rolled back after recording.
    transact(till.database, () => {
      told.template = play(till, scenario, amount);
      throw told;
    });
  } catch (error) {
    if (error !== told) throw error;
  }
  return told.template as Template;
}

/** Rolls back a scenario. */
class Told extends Error {
  template: Template | undefined;
}

function play(till: ScenarioTill, scenario: Scenario, amount: number): Template {
  const before = new Map<string, string>();
  const posTid = till.begin({ ...scenario.begin, amount });
  const steps = scenario.steps.map((step, index) => {
    if (index > 0) till.nextStep();
    step(till, amount, posTid);
    return newRows(till.database, posTid, before);
  });
  const payment = rowsOf(till.database, "payment", posTid)[0];
  const ids = rowsOf(till.database, "operation", posTid).map(({ id }) => String(id));
  const slots = slotsOf({ posTid, number: String(payment?.number), ids });
  return {
    scenario,
    operations: ids.length,
    steps: steps.map((rows, step) => ({
      rows: rows.map(({ table, row }) => compile(table, row, slots)),
      lastsMs: lengthOf(
        rows.map(({ row }) => row),
        step,
      ),
    })),
  };
}

function rowsOf(database: Database, table: Copied, posTid: string): Stored[] {
  const order = IDENTITY[table].join(", ");
  return database.prepare<[string], Stored>(`SELECT * FROM ${table} WHERE pos_tid = ? ORDER BY ${order}`).all(posTid);
}

/** Returns rows that are new or changed since the previous step. */
function newRows(database: Database, posTid: string, before: Map<string, string>): { table: Copied; row: Stored }[] {
  return COPIED.flatMap((table) =>
    rowsOf(database, table, posTid).flatMap((row) => {
      const key = [table, ...IDENTITY[table].map((column) => row[column])].join(" ");
      const content = JSON.stringify(row);
      if (before.get(key) === content) return [];
      before.set(key, content);
      return [{ table, row }];
    }),
  );
}

function lengthOf(rows: readonly Stored[], step: number): number {
  const from = SCENARIO_TIME + step * STEP_MS;
  const times = rows.flatMap(({ at }) => (typeof at === "number" ? [at - from] : []));
  return Math.max(0, ...times);
}

/** Tables with generated ids. */
const OWN_NUMBER: readonly Copied[] = ["exchange", "booking", "journal"];
/** Columns that must not be written: numbers of the target folder, and generated columns. */
const NOT_COPIED: readonly string[] = ["hash", "period", "of_payment", "of_permission"];

function compile(table: Copied, row: Stored, slots: Slots): TemplateRow {
  const columns = Object.keys(row).filter(
    (column) => !(column === "sequence" && OWN_NUMBER.includes(table)) && !NOT_COPIED.includes(column),
  );
  const values = columns.map((column) => compileValue(table, column, row[column] ?? null, slots));
  const body = values[columns.indexOf("body")];
  // Another id changes the fingerprint.
  if (typeof body === "function") {
    values[columns.indexOf("fingerprint")] = (names) =>
      createHash("sha256")
        .update(String(body(names)))
        .digest();
  }
  return { table, columns, values };
}

type Slots = Map<string, (names: Names) => string>;

function slotsOf({ posTid, number, ids }: { posTid: string; number: string; ids: string[] }): Slots {
  return new Map<string, (names: Names) => string>([
    [posTid, (names) => names.posTid],
    [number, (names) => names.number],
    [TID, (names) => names.tid],
    [maskCustomer(CUSTOMER), (names) => MASKED_CUSTOMER + names.ending],
    [TEXT, (names) => names.text],
    ...ACTORS.map((actor, index) => [actor, (names: Names) => names.people[index] ?? ""] as const),
    ...ids.map((id, index) => [id, (names: Names) => names.ids[index] ?? ""] as const),
  ]);
}

/** A scenario time: the step and the offset in it. */
const MOMENT = /200\d{10}/;

function momentOf(time: number): (names: Names) => number {
  const step = Math.floor((time - SCENARIO_TIME) / STEP_MS);
  const into = (time - SCENARIO_TIME) % STEP_MS;
  return ({ steps }) => (steps[step] ?? 0) + into;
}

function compileValue(table: Copied, column: string, value: Plain, slots: Slots): Value {
  if (table === "payment" && column === "sequence") return ({ sequence }) => sequence;
  // The related journal row: omitted, as for a repeated response.
  if (table === "exchange" && column === "journal") return null;
  if (typeof value === "number") return MOMENT.test(String(value)) ? momentOf(value) : value;
  if (Buffer.isBuffer(value) && column === "body") {
    const text = compileText(value.toString(), slots);
    return typeof text === "function" ? (names) => Buffer.from(String(text(names))) : value;
  }
  return typeof value === "string" ? compileText(value, slots) : value;
}

function compileText(text: string, slots: Slots): Value {
  const names = [...slots.keys()].map((name) => name.replace(/[{}.]/g, "\\$&"));
  const pattern = new RegExp(`(${MOMENT.source}|${names.join("|")})`);
  const parts = text.split(pattern).map((part): Value => {
    const slot = slots.get(part);
    if (slot) return slot;
    return MOMENT.test(part) && part.length === 13 ? momentOf(Number(part)) : part;
  });
  if (parts.length === 1) return text;
  return (given) => {
    let written = "";
    for (const part of parts) written += typeof part === "function" ? part(given) : part;
    return written;
  };
}
