import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { compileLater } from "../../../../../main/storage/database/later-statement.ts";

function connection() {
  const database = new Sqlite(":memory:");
  database.exec("CREATE TABLE sale (number INTEGER PRIMARY KEY, amount INTEGER NOT NULL) STRICT");
  database.exec("INSERT INTO sale (amount) VALUES (4900), (100)");
  compileLater(database);
  return { database, [Symbol.dispose]: () => database.close() };
}

describe("a statement that is compiled later", () => {
  it("is compiled when it is first used, and once", () => {
    using made = connection();
    const early = made.database.prepare("SELECT count(*) AS count FROM refund");
    expect(() => early.get()).toThrow(/no such table: refund/);
    made.database.exec("CREATE TABLE refund (number INTEGER PRIMARY KEY) STRICT");
    expect(early.get()).toEqual({ count: 0 });
    made.database.exec("ALTER TABLE refund RENAME TO gone");
    expect(() => early.get()).toThrow(/no such table: refund/);
  });

  it("does all that one does which is compiled at once", () => {
    using made = connection();
    const read = (sql: string) => made.database.prepare<unknown[], unknown>(sql);
    expect(read("SELECT amount FROM sale ORDER BY number").pluck().all()).toEqual([4900, 100]);
    expect([...read("SELECT amount FROM sale ORDER BY number").raw().iterate()]).toEqual([[4900], [100]]);
    expect(read("SELECT amount FROM sale WHERE number = ?").bind(2).get()).toEqual({ amount: 100 });
    expect(read("SELECT amount FROM sale WHERE number = @number").get({ number: 1 })).toEqual({ amount: 4900 });
    expect(read("SELECT max(amount) AS most FROM sale").safeIntegers().get()).toEqual({ most: 4900n });
    expect(read("DELETE FROM sale WHERE amount > ?").run(1000)).toMatchObject({ changes: 1 });
    expect(read("SELECT amount FROM sale").columns()).toMatchObject([{ name: "amount", table: "sale" }]);
  });

  it("changes what its rows look like after its first use, too", () => {
    using made = connection();
    const amounts = made.database.prepare("SELECT amount FROM sale ORDER BY number");
    expect(amounts.get()).toEqual({ amount: 4900 });
    expect(amounts.pluck().get()).toBe(4900);
    expect(amounts.pluck(false).get()).toEqual({ amount: 4900 });
  });
});
