/** Statements that are compiled when they are first used: a till knows three hundred, and a sale uses a third of them. */
import type { Database, Statement } from "better-sqlite3";

type Values = unknown[];

/** Has a connection compile each statement when it is first used: only then it throws what SQLite has against the text. */
export function compileLater(database: Database): void {
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => new LaterStatement(() => prepare(sql))) as unknown as Database["prepare"];
}

class LaterStatement {
  readonly #compile: () => Statement;
  readonly #settings: ((statement: Statement) => void)[] = [];
  #compiled: Statement | null = null;

  constructor(compile: () => Statement) {
    this.#compile = compile;
  }

  run(...values: Values) {
    return this.#statement().run(...values);
  }
  get(...values: Values) {
    return this.#statement().get(...values);
  }
  all(...values: Values) {
    return this.#statement().all(...values);
  }
  iterate(...values: Values) {
    return this.#statement().iterate(...values);
  }
  columns() {
    return this.#statement().columns();
  }
  bind(...values: Values) {
    return this.#set((statement) => statement.bind(...values));
  }
  pluck(on = true) {
    return this.#set((statement) => statement.pluck(on));
  }
  raw(on = true) {
    return this.#set((statement) => statement.raw(on));
  }
  safeIntegers(on = true) {
    return this.#set((statement) => statement.safeIntegers(on));
  }

  #set(setting: (statement: Statement) => void): this {
    if (this.#compiled === null) this.#settings.push(setting);
    else setting(this.#compiled);
    return this;
  }

  #statement(): Statement {
    if (this.#compiled !== null) return this.#compiled;
    const compiled = this.#compile();
    for (const setting of this.#settings) setting(compiled);
    this.#compiled = compiled;
    return compiled;
  }
}
