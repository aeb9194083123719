/** A cache of rows, invalidated by every write of this connection or another one. */
import { setImmediate as nextTurn } from "node:timers";
import { afterBegin, afterRollback, changesOf, type Database, statementOf } from "./database.ts";

/** Returns a cached value, or reads it. Values are shared: do not change them. */
export type CachedRead<V extends Read> = (key: string, read: (key: string) => V) => V;

type Read = object | string | number | boolean | null;

/** Cached rows, more than a till uses at a time. Up to twice as many are cached; the least used go first. */
const MAX_ROWS = 500;

/** Caches values derived from the rows of one table, by a key column. A rollback clears the cache. */
export function cacheRows<V extends Read>(
  database: Database,
  { table, key }: { table: string; key: string },
): CachedRead<V> {
  if (database.readonly) return (name, read) => read(name);
  let [recent, older] = [new Map<string, V>(), new Map<string, V>()];
  const invalidate = (name: string) => {
    for (const map of [recent, older]) {
      map.delete(name);
      map.delete(ALL);
    }
  };
  const store = (name: string, value: V) => {
    if (recent.size >= MAX_ROWS) [recent, older] = [new Map(), recent];
    recent.set(name, value);
    return value;
  };
  let isSubscribed = false;
  const invalidateAll = () => {
    recent.clear();
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
    const recentValue = recent.get(name);
    if (recentValue !== undefined) return recentValue;
    const olderValue = older.get(name);
    return store(name, olderValue === undefined ? read(name) : olderValue);
  };
}

/** Caches a value derived from whole small tables, until one of their rows is written. */
export function cacheTables<V extends Read>(
  database: Database,
  tables: readonly { table: string; key: string }[],
  read: () => V,
): () => V {
  const caches = tables.map((table) => cacheRows<object>(database, table));
  let cached: { versions: object[]; value: V } | null = null;
  return () => {
    // One object per table; a write to the table replaces it.
    const versions = caches.map((cachedRead) => cachedRead(ALL, () => ({})));
    if (cached?.versions.every((version, index) => version === versions[index]) !== true)
      cached = { versions, value: read() };
    return cached.value;
  };
}

const ALL = "\0all";

/** Caches values derived from several tables until this connection writes anything. */
export function cacheUntilWrite<V extends Read>(database: Database, read: (key: string) => V): (key: string) => V {
  const cached = new Map<string, V>();
  let cachedAtChange = -1;
  afterRollback(database, () => cached.clear());
  afterOtherWrites(database, () => cached.clear());
  return (key) => {
    checkOtherWrites(database);
    const changes = changesOf(database);
    if (changes !== cachedAtChange || cached.size >= MAX_ROWS) cached.clear();
    cachedAtChange = changes;
    const value = cached.get(key) ?? read(key);
    cached.set(key, value);
    return value;
  };
}

interface OtherWrites {
  version: number;
  hasChecked: boolean;
  listeners: Set<() => void>;
}

const otherWrites = new WeakMap<Database, OtherWrites>();

/** Calls `callback` after another connection has written, such as a person with a database tool. */
export function afterOtherWrites(database: Database, callback: () => void): void {
  const tracked = otherWrites.get(database) ?? trackOthers(database);
  tracked.listeners.add(callback);
  otherWrites.set(database, tracked);
}

function trackOthers(database: Database): OtherWrites {
  const tracked: OtherWrites = { version: versionNow(database), hasChecked: false, listeners: new Set() };
  // Writes may depend on cached values, so each transaction checks first.
  afterBegin(database, () => checkDataVersion(database, tracked));
  return tracked;
}

/** Checks for writes of other connections, once per event loop turn. Each transaction checks on its own. */
export function checkOtherWrites(database: Database): void {
  const tracked = otherWrites.get(database);
  if (tracked === undefined || tracked.hasChecked) return;
  tracked.hasChecked = true;
  nextTurn(() => {
    tracked.hasChecked = false;
  });
  checkDataVersion(database, tracked);
}

function checkDataVersion(database: Database, tracked: OtherWrites): void {
  const version = versionNow(database);
  if (version === tracked.version) return;
  tracked.version = version;
  for (const callback of tracked.listeners) callback();
}

function versionNow(database: Database): number {
  const [row] = statementOf<[], { data_version: number }>(database, "PRAGMA data_version").all();
  return row?.data_version ?? 0;
}

const writeListeners = new WeakMap<Database, Map<string, Set<(name: string) => void>>>();

/**
 * Calls `listener` with the key of each written row, also in transactions that roll back. Uses temporary triggers, so
 * never call it inside a transaction, whose rollback would remove them.
 */
export function onWrite(
  database: Database,
  { table, key }: { table: string; key: string },
  listener: (name: string) => void,
): void {
  const tables = writeListeners.get(database) ?? new Map<string, Set<(name: string) => void>>();
  writeListeners.set(database, tables);
  const listeners = tables.get(table);
  if (listeners !== undefined) return void listeners.add(listener);
  const all = new Set([listener]);
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
