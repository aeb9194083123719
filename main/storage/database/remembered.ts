/** A cache of rows, invalidated by every write of this connection or another one. */
import { setImmediate as nextTurn } from "node:timers";
import { afterBegin, afterRollback, changesOf, type Database, statementOf } from "./database.ts";

/** Returns a cached value, or reads it. Values are shared: do not change them. */
export type Remembering<V extends Read> = (key: string, read: (key: string) => V) => V;

type Read = object | string | number | boolean | null;

/** Cached rows, more than a till uses at a time. Up to twice as many are cached; the least used go first. */
const MAX_ROWS = 500;

/** Caches values derived from the rows of one table, by a key column. A rollback clears the cache. */
export function rememberRows<V extends Read>(
  database: Database,
  { table, key }: { table: string; key: string },
): Remembering<V> {
  if (database.readonly) return (name, read) => read(name);
  let [known, older] = [new Map<string, V>(), new Map<string, V>()];
  const invalidate = (name: string) => {
    for (const one of [known, older]) {
      one.delete(name);
      one.delete(ALL);
    }
  };
  const store = (name: string, value: V) => {
    if (known.size >= MAX_ROWS) [known, older] = [new Map(), known];
    known.set(name, value);
    return value;
  };
  let isSubscribed = false;
  const invalidateAll = () => {
    known.clear();
    older.clear();
  };
  afterRollback(database, invalidateAll);
  afterOtherWrites(database, invalidateAll);
  return (name, read) => {
    checkOtherWrites(database);
    if (!isSubscribed) {
      // Triggers created in a transaction roll back with it.
      if (database.inTransaction) return read(name);
      onWrite(database, { table, key }, invalidate);
      isSubscribed = true;
    }
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const before = older.get(name);
    return store(name, before === undefined ? read(name) : before);
  };
}

/** Caches a value derived from whole small tables, until one of their rows is written. */
export function rememberTables<V extends Read>(
  database: Database,
  tables: readonly { table: string; key: string }[],
  read: () => V,
): () => V {
  const own = tables.map((table) => rememberRows<object>(database, table));
  let known: { of: object[]; value: V } | null = null;
  return () => {
    // One object per table; a write to the table replaces it.
    const of = own.map((remembering) => remembering(ALL, () => ({})));
    if (known?.of.every((one, place) => one === of[place]) !== true) known = { of, value: read() };
    return known.value;
  };
}

const ALL = "\0all";

/** Caches values derived from several tables until this connection writes anything. */
export function rememberUntilWritten<V extends Read>(database: Database, read: (key: string) => V): (key: string) => V {
  const known = new Map<string, V>();
  let at = -1;
  afterRollback(database, () => known.clear());
  afterOtherWrites(database, () => known.clear());
  return (key) => {
    checkOtherWrites(database);
    const now = changesOf(database);
    if (now !== at || known.size >= MAX_ROWS) known.clear();
    at = now;
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}

interface Others {
  version: number;
  hasChecked: boolean;
  listeners: Set<() => void>;
}

const others = new WeakMap<Database, Others>();

/** Calls `callback` after another connection has written, such as a person with a database tool. */
export function afterOtherWrites(database: Database, callback: () => void): void {
  const known = others.get(database) ?? trackOthers(database);
  known.listeners.add(callback);
  others.set(database, known);
}

function trackOthers(database: Database): Others {
  const known: Others = { version: versionNow(database), hasChecked: false, listeners: new Set() };
  // Writes may depend on cached values, so each transaction checks first.
  afterBegin(database, () => checkDataVersion(database, known));
  return known;
}

/** Checks for writes of other connections, once per event loop turn. Each transaction checks on its own. */
export function checkOtherWrites(database: Database): void {
  const known = others.get(database);
  if (known === undefined || known.hasChecked) return;
  known.hasChecked = true;
  nextTurn(() => {
    known.hasChecked = false;
  });
  checkDataVersion(database, known);
}

function checkDataVersion(database: Database, known: Others): void {
  const version = versionNow(database);
  if (version === known.version) return;
  known.version = version;
  for (const callback of known.listeners) callback();
}

function versionNow(database: Database): number {
  const [row] = statementOf<[], { data_version: number }>(database, "PRAGMA data_version").all();
  return row?.data_version ?? 0;
}

const writeListeners = new WeakMap<Database, Map<string, Set<(name: string) => void>>>();

/**
 * Calls `tell` with the key of each written row, also in transactions that roll back. Uses temporary triggers, so never
 * call it inside a transaction, whose rollback would remove them.
 */
export function onWrite(
  database: Database,
  { table, key }: { table: string; key: string },
  tell: (name: string) => void,
): void {
  const tables = writeListeners.get(database) ?? new Map<string, Set<(name: string) => void>>();
  writeListeners.set(database, tables);
  const listeners = tables.get(table);
  if (listeners !== undefined) return void listeners.add(tell);
  const all = new Set([tell]);
  tables.set(table, all);
  const functionName = `till_wrote_${table}`;
  database.function(functionName, (name: string) => {
    for (const listener of all) listener(name);
    return null;
  });
  const on = (event: string, body: string) =>
    `CREATE TEMP TRIGGER ${functionName}_${event} AFTER ${event} ON main.${table} BEGIN ${body} END;`;
  database.exec(
    [
      on("insert", `SELECT ${functionName}(new.${key});`),
      on(
        "update",
        `SELECT ${functionName}(old.${key}); SELECT ${functionName}(new.${key}) WHERE new.${key} IS NOT old.${key};`,
      ),
      on("delete", `SELECT ${functionName}(old.${key});`),
    ].join("\n"),
  );
}
