/** Writes a data folder as left by a busy till: years of payments, books, Zs and a signed journal. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { businessDayOf, shiftDay, startOfDay } from "../../../contract/accounting/reports-time.ts";
import type { ChainedRow } from "../../../contract/journal/journal-chain.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import { openSaftKey } from "../../../main/accounting/exports/saft/key.ts";
import { startSigner } from "../../../main/accounting/exports/saft/signer.ts";
import { makeReport } from "../../../main/accounting/periods/report.ts";
import { openSeals } from "../../../main/accounting/periods/seals.ts";
import { openTally } from "../../../main/accounting/periods/tally.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import {
  closeDatabase,
  type Database,
  enableWriteAheadLog,
  openDatabase,
} from "../../../main/storage/database/database.ts";
import { syncFile } from "../../../main/storage/database/durable-file.ts";
import { tillPrefix } from "../../../main/storage/database/identifiers.ts";
import { type ChainLink, chainEnd, chainHash } from "../../../main/storage/journal/chain.ts";
import { headFile } from "../../../main/storage/journal/head.ts";
import { createJournal } from "../../../main/storage/journal/journal.ts";
import { openFileVault } from "../../../main/storage/vault/file-vault.ts";
import { machineIdentity } from "../../../main/storage/vault/machine-id.ts";
import type { Vault } from "../../../main/storage/vault/vault.ts";
import { type SeededRandom, seededRandom } from "../../support/seeded-random.ts";
import { openScenarioTill } from "./scenario-till.ts";
import { SCENARIOS } from "./scenarios.ts";
import { type Names, recordScenario, type Template, type TemplateRow } from "./template.ts";

export interface SeedOptions {
  dataDir: string;
  payments: number;
  /** Seed: the same number makes the same payments, up to the same moment */
  seed: number;
  /** Time of the last payment, ms since the epoch */
  until: number;
  /** Number of days */
  days: number;
  /**
   * Whether captures and refunds are signed as in SAF-T: real signatures are slow and sequential.
   * `invented`: dummy values of the same length, for readers that never verify them
   */
  signed: boolean | "invented";
  /** Machine binding of the vault; this machine by default */
  machineId?: string;
  timeZone?: string;
  onProgress?(done: number): void;
}

export interface Seeded {
  payments: number;
  journal: number;
  reports: number;
}

const CURRENCY = "NOK";
const DAYS_AT_ONCE = 20;
const HOUR = 3_600_000;
/** The shop is open from 8 to 22, and closes its day at 23:30: hours are relative to the cut-off at 4. */
const OPENS = 4 * HOUR;
const CLOSES = 18 * HOUR;
const DAY_ENDS = 19.5 * HOUR;
const CUT_OFF = "04:00";
const PEOPLE = ["Astrid", "Bjørn", "Dina", "Emil", "Frida"];
const NOTES = ["Table", "Order", "Coffee", "Tour of the harbour", "Wine tasting", "Ticket", "Repair of shoes"];
/** Retention of exchanges. */
const EXCHANGES_MS = 90 * 24 * HOUR;

/** Creates the folder. @throws when a till has used it */
export async function seedFolder(options: SeedOptions): Promise<Seeded> {
  const { dataDir, machineId } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "till.db");
  const database = openDatabase(path);
  const vault = openFileVault(dataDir, machineId === undefined ? machineIdentity() : { machineId });
  try {
    if (chainEnd(database)().entries > 0) throw new Error(`A till has been at work in ${dataDir}.`);
    disableDurability(database);
    const later = dropIndexes(database);
    const seeded = writeYears(database, options);
    for (const sql of later) database.exec(sql);
    if (options.signed !== false) await signAll(database, vault, options);
    database.prepare("UPDATE receipt_cursor SET sequence = (SELECT max(sequence) FROM journal)").run();
    enableWriteAheadLog(database);
    const head = { ...chainEnd(database)(), at: options.until, open: false };
    closeDatabase(database);
    syncFile(path);
    headFile(dataDir, vault).write(head);
    return { ...seeded, journal: head.entries };
  } finally {
    closeDatabase(database);
    vault.close();
  }
}

/** Disables durability: an incomplete folder is rebuilt. */
function disableDurability(database: Database): void {
  // Leaves the log first: SQLite allows no other change from that mode.
  database.pragma("journal_mode = DELETE");
  // OFF is refused on a defensive connection.
  database.pragma("journal_mode = MEMORY");
  database.pragma("synchronous = OFF");
  database.pragma("locking_mode = EXCLUSIVE");
  database.pragma("cache_size = -600000");
  database.pragma("foreign_keys = OFF");
}

/**
 * Drops indexes and triggers of the word index that writing does not need. Creating them at the end is faster: row by
 * row, the words took most of the time. @returns the SQL that creates them
 */
function dropIndexes(database: Database): string[] {
  const found = database
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND (name = 'payment_text_follows' OR type = 'index'
         AND tbl_name IN ('payment','journal','movement','exchange') AND name NOT IN ('payment_reserved','payment_unlisted','payment_recovered'))`,
    )
    .all();
  for (const { type, name } of found) database.exec(`DROP ${type} ${name}`);
  return [...found.map(({ sql }) => sql), WORDS];
}

const WORDS =
  "INSERT INTO payment_text (rowid, text) SELECT sequence, text FROM payment WHERE text IS NOT NULL ORDER BY sequence";

async function signAll(database: Database, vault: Vault, { signed, until, timeZone }: SeedOptions): Promise<void> {
  const clock = { ...systemClock, now: () => until };
  const log = pino({ level: "error" });
  const journal = createJournal(database);
  const ports = { database, vault, journal, clock, log, timeZone: zoneOf(timeZone) };
  if (signed === "invented") {
    openSaftKey({ ...ports, now: until });
    database.exec(INVENTED);
  }
  const signer = startSigner(ports);
  database.exec("BEGIN");
  await signer.catchUp();
  database.exec("COMMIT");
  await signer.close();
}

/** A signature of 1024 bits has 172 characters in Base64. */
const INVENTED = `
  INSERT INTO saft_transaction (nr, booking, at, trans_date, trans_time, amount, signature, key_version)
  SELECT row_number() OVER (ORDER BY sequence), sequence, at, date(at / 1000, 'unixepoch'), time(at / 1000, 'unixepoch'),
    (amount + additional_amount) * CASE kind WHEN 'refund' THEN -1 ELSE 1 END, hex(randomblob(86)),
    (SELECT max(version) FROM saft_key)
  FROM booking WHERE +kind IN ('capture','refund') ORDER BY sequence`;

function zoneOf(timeZone: string | undefined): string {
  return timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A scheduled step: a payment's first step or a later one. */
interface Due {
  at: number;
  step: number;
  template: Template;
  names: Names;
}

function writeYears(database: Database, options: SeedOptions): Omit<Seeded, "journal"> {
  const { payments, days, until, onProgress = () => undefined } = options;
  const random = seededRandom(options.seed);
  const shop = { timeZone: zoneOf(options.timeZone), cutOff: CUT_OFF };
  const templates = playAll(random, payments);
  const writer = openWriter(database, until);
  const dayCloser = openDayCloser(database, shop);
  const later = new Map<string, Due[]>();
  const last = businessDayOf(until, shop);
  const counts = perDay(payments, days, random);
  const prefix = tillPrefix(database);
  let sequence = 0;
  database.exec("BEGIN");
  for (let day = 0; day < days; day += 1) {
    const name = shiftDay(last, day - days + 1);
    const from = startOfDay(name, shop);
    const end = Math.min(from + CLOSES, until);
    const opens = Math.min(from + OPENS, end - HOUR);
    const fresh = momentsOf(counts[day] ?? 0, opens, end, random).map((at): Due | number => at);
    const due = [...fresh, ...(later.get(name) ?? [])].sort((one, other) => timeOf(one) - timeOf(other));
    later.delete(name);
    for (const one of due) {
      if (typeof one === "number") sequence += 1;
      const whole = typeof one === "number" ? begin(random, templates, { prefix, sequence, at: one }) : one;
      const next = writer.write(whole, random);
      if (next === null) continue;
      const nextDay = businessDayOf(next.at, shop);
      // Steps during the night move to the next day; steps after the end stay open.
      const on = nextDay <= name ? shiftDay(name, 1) : nextDay;
      if (on <= last && next.at < until) later.set(on, [...(later.get(on) ?? []), next]);
    }
    if (from + DAY_ENDS < until) dayCloser.close(from + DAY_ENDS, writer);
    if (day % DAYS_AT_ONCE === 0) database.exec("COMMIT; BEGIN");
    onProgress(sequence);
  }
  database.exec("COMMIT");
  return { payments: sequence, reports: dayCloser.reports() };
}

function timeOf(one: Due | number): number {
  return typeof one === "number" ? one : one.at;
}

/** Returns payments per day: more on Saturdays and before Christmas, fewer on Mondays; the last day has the rest. */
function perDay(payments: number, days: number, random: SeededRandom): number[] {
  const weights = Array.from({ length: days }, (_, day) => [0.6, 0.8, 1, 1, 1.3, 1.6, 0.7][day % 7] ?? 1).map(
    (weight, day) => weight * (day % 365 > 320 ? 1.4 : 1) * (0.85 + 0.3 * random.next()),
  );
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let assigned = 0;
  let share = 0;
  return weights.map((weight) => {
    share += weight;
    const count = Math.round((payments * share) / totalWeight) - assigned;
    assigned += count;
    return count;
  });
}

function momentsOf(count: number, from: number, to: number, random: SeededRandom): number[] {
  return Array.from({ length: count }, () => Math.round(from + (to - from) * random.next())).sort((a, b) => a - b);
}

/** Plays every scenario with many amounts: a shop has prices, and some are common. */
function playAll(random: SeededRandom, payments: number): (() => Template)[] {
  using till = openScenarioTill(CURRENCY);
  const prices = Math.min(900, Math.max(30, Math.round(payments / 400)));
  const table: { upTo: number; templates: Template[] }[] = [];
  let upTo = 0;
  for (const scenario of SCENARIOS) {
    upTo += scenario.share;
    const own = Math.max(4, Math.ceil((prices * scenario.share) / 520));
    const templates = Array.from({ length: own }, () => recordScenario(till, scenario, priceOf(random)));
    table.push({ upTo, templates });
  }
  return Array.from({ length: 1000 }, (_, part) => {
    const templates = table.find((entry) => part < entry.upTo)?.templates ?? [];
    // Squared: the first prices are far more frequent than the last.
    return () => templates[Math.floor(random.next() ** 2 * templates.length)] as Template;
  });
}

function priceOf(random: SeededRandom): number {
  const kind = random.next();
  if (kind < 0.5) return random.between(2, 40) * 500 - (random.next() < 0.5 ? 100 : 0);
  if (kind < 0.9) return random.between(1000, 80_000);
  return random.between(80_000, 1_500_000);
}

function begin(
  random: SeededRandom,
  templates: (() => Template)[],
  { prefix, sequence, at }: { prefix: string; sequence: number; at: number },
): Due {
  const template = random.pick(templates)();
  const number = `${prefix}-${String(sequence).padStart(4, "0")}`;
  const names: Names = {
    sequence,
    number,
    posTid: `${number}-${random.identifier(8)}`,
    tid: `${random.identifier(8)}-${random.identifier(16)}`.toLowerCase(),
    ids: Array.from({ length: template.operations }, () => random.identifier(20)),
    ending: String(random.between(0, 9999)).padStart(4, "0"),
    text: `${random.pick(NOTES)} ${random.between(1, 99_999)}`,
    people: [random.pick(PEOPLE), random.pick(PEOPLE)],
    steps: [],
  };
  return { at, step: 0, template, names };
}

/** A row before it is chained. */
type JournalValues = Omit<ChainedRow, "sequence">;

interface Writer {
  /** Writes one step. @returns the payment's next step, if any */
  write(due: Due, random: SeededRandom): Due | null;
  /** Appends to the journal. No other code may append on this connection: the till's journal caches its end. */
  append(values: JournalValues): void;
  head(): ChainLink;
}

function openWriter(database: Database, until: number): Writer {
  const inserts = new Map<string, (row: readonly unknown[]) => void>();
  let head = chainEnd(database)();
  let clock = 0;
  const period = database.prepare<[], number>("SELECT coalesce(max(number), 0) + 1 FROM z_report").pluck();
  const journal = database.prepare(
    "INSERT INTO journal (sequence, at, event, pos_tid, actor, data, hash) VALUES (@sequence, @at, @event, @pos_tid, @actor, @data, @hash)",
  );
  const insertOf = ({ table, columns }: TemplateRow) => {
    const key = `${table} ${columns.length}`;
    const known = inserts.get(key);
    if (known) return known;
    const made = prepareInsert(database, table, columns);
    inserts.set(key, made);
    return made;
  };
  const append = (values: JournalValues) => {
    const row = { ...values, sequence: head.entries + 1 };
    const hash = chainHash(head.hash, row);
    journal.run({ ...row, hash });
    head = { entries: row.sequence, hash };
  };
  return {
    append,
    head: () => head,
    write({ at, step, template, names }, random) {
      const begins = Math.max(at, clock);
      names.steps[step] = begins;
      const { rows = [], lastsMs = 0 } = template.steps[step] ?? {};
      const now = Number(period.get());
      for (const row of rows) {
        if (row.table === "exchange" && begins < until - EXCHANGES_MS) continue;
        const values = row.values.map((value) => (typeof value === "function" ? value(names) : value));
        if (row.table === "journal") append(byColumn(row, values));
        else insertOf(row)(row.table === "booking" ? [...values, now] : values);
      }
      clock = begins + lastsMs;
      const pause = template.scenario.pauses[step];
      if (!pause || step + 1 >= template.steps.length) return null;
      return { at: clock + random.between(pause[0], pause[1]), step: step + 1, template, names };
    },
  };
}

function byColumn({ columns }: TemplateRow, values: readonly unknown[]): JournalValues {
  return Object.fromEntries(columns.map((column, place) => [column, values[place]])) as unknown as JournalValues;
}

/** Prepares an insert that replaces rows changed by a later step. */
function prepareInsert(database: Database, table: string, given: readonly string[]) {
  const columns = table === "booking" ? [...given, "period"] : given;
  const keys = { payment: ["pos_tid"], operation: ["id"], movement: ["pos_tid", "kind", "position"] }[table];
  // Excludes key columns: SQLite would search every operation for references.
  const changing = columns.filter((column) => !keys?.includes(column));
  const upsert = keys
    ? ` ON CONFLICT (${keys}) DO UPDATE SET ${changing.map((column) => `${column} = excluded.${column}`).join(", ")}`
    : "";
  const marks = columns.map(() => "?").join(", ");
  const insert = database.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})${upsert}`);
  return (row: readonly unknown[]) => void insert.run(...row);
}

/** Closes a day as a manager does: the Z from the till's own report, and its journal row. */
function openDayCloser(database: Database, time: { timeZone: string; cutOff: string }) {
  const seals = openSeals(database);
  const shop = { ...time, currency: CURRENCY, merchant: "T001", pos: { id: "counter-1", name: "Counter 1" } };
  const ports = { database, tally: openTally(database), seals, shop };
  let reports = 0;
  return {
    reports: () => reports,
    close(now: number, writer: Writer): void {
      const { entries, hash } = writer.head();
      const first = seals.anchor().through + 1;
      const ok = { ok: true, firstBadAt: null };
      const rows = { first: entries < first ? null : first, last: entries < first ? null : entries };
      const checked = { ...rows, hash: entries === 0 ? null : hash.toString("hex"), check: ok };
      const by = PEOPLE[0] ?? null;
      const content = makeReport(
        ports,
        { now, journal: checked, reconciliation: null, comparison: null, underWay: null },
        { decisions: [], by },
      );
      const through = { through: ports.tally.lastSequence(), journalThrough: entries };
      const { number, currency, captured, refunded, fees, seal } = seals.seal(content, { at: now, ...through });
      const data = { number, currency, captured, refunded, fees, hash: seal?.hash ?? null };
      writer.append({ at: now, event: "report.closed", pos_tid: null, actor: by, data: canonicalJson(data) });
      reports += 1;
    },
  };
}
