/** What was read from a table, remembered until it is written: by whichever statement of this connection, or by another one. */
import { setImmediate as nextTurn } from "node:timers";
import { afterBegin, afterRollback, changesOf, type Database, statementOf } from "./database.ts";

/** Reads a row, or remembers what was read of it. What is handed out is everybody's: it is never changed. */
export type Remembering<V extends Read> = (key: string, read: (key: string) => V) => V;

type Read = object | string | number | boolean | null;

/** A till has fewer rows at work at once; twice as many are kept at the most, those that nobody asks for the first to go. */
const MOST = 500;

/**
 * Remembers what is made of the rows of one table, by a column of theirs. A transaction that goes back takes with it what
 * was read in it. A connection that cannot write remembers nothing: others write beside it.
 */
export function rememberRows<V extends Read>(
  database: Database,
  { table, key }: { table: string; key: string },
): Remembering<V> {
  if (database.readonly) return (name, read) => read(name);
  let [known, older] = [new Map<string, V>(), new Map<string, V>()];
  const forget = (name: string) => {
    for (const one of [known, older]) {
      one.delete(name);
      one.delete(ALL);
    }
  };
  const keep = (name: string, value: V) => {
    if (known.size >= MOST) [known, older] = [new Map(), known];
    known.set(name, value);
    return value;
  };
  let isTold = false;
  const forgetAll = () => {
    known.clear();
    older.clear();
  };
  afterRollback(database, forgetAll);
  afterOthersWrote(database, forgetAll);
  return (name, read) => {
    lookForOthers(database);
    if (!isTold) {
      // What is made in a transaction goes back with it.
      if (database.inTransaction) return read(name);
      onWrite(database, { table, key }, forget);
      isTold = true;
    }
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const before = older.get(name);
    return keep(name, before === undefined ? read(name) : before);
  };
}

/** Remembers what is made of whole tables, small ones, until a row of one of them is written. */
export function rememberTables<V extends Read>(
  database: Database,
  tables: readonly { table: string; key: string }[],
  read: () => V,
): () => V {
  const own = tables.map((table) => rememberRows<object>(database, table));
  let known: { of: object[]; value: V } | null = null;
  return () => {
    // For each table an object that is another once any of its rows is.
    const of = own.map((remembering) => remembering(ALL, () => ({})));
    if (known?.of.every((one, place) => one === of[place]) !== true) known = { of, value: read() };
    return known.value;
  };
}

/** Stands for all rows: it is forgotten with each of them. */
const ALL = "\0all";

/**
 * Remembers what is made of several tables until this connection has written anything at all: for what is asked for
 * several times between two commits. @param read of one row or the other, by its name
 */
export function rememberUntilWritten<V extends Read>(database: Database, read: (key: string) => V): (key: string) => V {
  const known = new Map<string, V>();
  let at = -1;
  afterRollback(database, () => known.clear());
  afterOthersWrote(database, () => known.clear());
  return (key) => {
    lookForOthers(database);
    const now = changesOf(database);
    if (now !== at || known.size >= MOST) known.clear();
    at = now;
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}

/** The version of the file by which another connection's writing is seen, and whether this turn has looked. */
interface Others {
  version: number;
  hasLooked: boolean;
  listeners: Set<() => void>;
}

const others = new WeakMap<Database, Others>();

/** Calls `look` when another connection has written: a person with a tool, say. The till itself has one that writes. */
export function afterOthersWrote(database: Database, look: () => void): void {
  const known = others.get(database) ?? followOthers(database);
  known.listeners.add(look);
  others.set(database, known);
}

function followOthers(database: Database): Others {
  const known: Others = { version: versionNow(database), hasLooked: false, listeners: new Set() };
  // What is written goes by what is remembered.
  afterBegin(database, () => lookAgain(database, known));
  return known;
}

/** Looks whether another connection has written, once in each turn of the event loop; each transaction looks by itself. */
export function lookForOthers(database: Database): void {
  const known = others.get(database);
  if (known === undefined || known.hasLooked) return;
  known.hasLooked = true;
  nextTurn(() => {
    known.hasLooked = false;
  });
  lookAgain(database, known);
}

function lookAgain(database: Database, known: Others): void {
  const version = versionNow(database);
  if (version === known.version) return;
  known.version = version;
  for (const look of known.listeners) look();
}

function versionNow(database: Database): number {
  const [row] = statementOf<[], { data_version: number }>(database, "PRAGMA data_version").all();
  return row?.data_version ?? 0;
}

const told = new WeakMap<Database, Map<string, Set<(name: string) => void>>>();

/**
 * Tells of each row of a table that is written, by a column of it, also of those of a transaction that goes back.
 * Temporary triggers are this connection's alone: they see every write, and nothing of them is in the file. Never in a
 * transaction: what is made in one goes back with it.
 */
export function onWrite(
  database: Database,
  { table, key }: { table: string; key: string },
  tell: (name: string) => void,
): void {
  const tables = told.get(database) ?? new Map<string, Set<(name: string) => void>>();
  told.set(database, tables);
  const listeners = tables.get(table);
  if (listeners !== undefined) return void listeners.add(tell);
  const all = new Set([tell]);
  tables.set(table, all);
  const wrote = `till_wrote_${table}`;
  database.function(wrote, (name: string) => {
    for (const listener of all) listener(name);
    return null;
  });
  const on = (event: string, words: string) =>
    `CREATE TEMP TRIGGER ${wrote}_${event} AFTER ${event} ON main.${table} BEGIN ${words} END;`;
  database.exec(
    [
      on("insert", `SELECT ${wrote}(new.${key});`),
      on("update", `SELECT ${wrote}(old.${key}); SELECT ${wrote}(new.${key}) WHERE new.${key} IS NOT old.${key};`),
      on("delete", `SELECT ${wrote}(old.${key});`),
    ].join("\n"),
  );
}
