import { describe, expect, it } from "vitest";
import { type Database, openDatabase, transact } from "../../../../../main/storage/database/database.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";

function filled(database: Database) {
  const journal = looseJournal(database);
  for (const amount of [100, 200, 300, 400])
    journal.append({ event: "money.captured", posTid: "p", actor: "Owner", data: { amount } }, amount);
  return journal;
}

/** A change made with a database tool. */
function tamper(database: Database, sql: string) {
  database.exec("DROP TRIGGER journal_keeps_rows; DROP TRIGGER journal_keeps_values;");
  database.exec(sql);
}

describe("the journal", () => {
  it("is valid after writes", () => {
    using made = temporaryDatabase();
    expect(filled(made.database).verify()).toEqual({ entries: 4, ok: true, firstBadAt: null });
    expect(
      looseJournal(made.database)
        .ofPayment("p")
        .map((row) => row.data.amount),
    ).toEqual([100, 200, 300, 400]);
  });

  it("is one chain for all journals of a connection, also after a rollback", () => {
    using made = temporaryDatabase();
    const [one, other] = [looseJournal(made.database), looseJournal(made.database)];
    one.append({ event: "first" }, 1);
    other.append({ event: "second" }, 2);
    const failingTransaction = () =>
      transact(made.database, () => {
        one.append({ event: "never" }, 3);
        throw new Error("back");
      });
    expect(failingTransaction).toThrow("back");
    one.append({ event: "third" }, 3);
    expect(other.verify()).toEqual({ entries: 3, ok: true, firstBadAt: null });
    expect(other.head()).toEqual(one.head());
  });

  it("continues after entries that another connection appended in the same turn", () => {
    using made = temporaryDatabase();
    const journal = looseJournal(made.database);
    journal.append({ event: "ours" }, 1);
    const tool = openDatabase(made.path);
    looseJournal(tool).append({ event: "a tool's" }, 2);
    tool.close();
    transact(made.database, () => journal.append({ event: "ours again" }, 3));
    expect(journal.verify()).toEqual({ entries: 3, ok: true, firstBadAt: null });
  });

  it.each(["UPDATE journal SET data = '{}' WHERE sequence = 2", "DELETE FROM journal WHERE sequence = 4"])(
    "refuses %s",
    (sql) => {
      using made = temporaryDatabase();
      filled(made.database);
      expect(() => made.database.exec(sql)).toThrow(/append-only/);
    },
  );

  it.each([
    ["a changed amount", `UPDATE journal SET data = '{"amount":999}' WHERE sequence = 2`, 2],
    ["a changed time", "UPDATE journal SET at = 1 WHERE sequence = 3", 3],
    ["a removed row", "DELETE FROM journal WHERE sequence = 2", 3],
    ["a removed first row", "DELETE FROM journal WHERE sequence = 1", 2],
    ["a changed author", "UPDATE journal SET actor = 'Mallory' WHERE sequence = 4", 4],
  ])("detects %s", (_what, sql, firstBadAt) => {
    using made = temporaryDatabase();
    const journal = filled(made.database);
    tamper(made.database, sql);
    expect(journal.verify()).toMatchObject({ ok: false, firstBadAt });
  });

  it("detects two swapped rows", () => {
    using made = temporaryDatabase();
    const journal = filled(made.database);
    tamper(
      made.database,
      "UPDATE journal SET sequence = -2 WHERE sequence = 2; UPDATE journal SET sequence = 2 WHERE sequence = 3; UPDATE journal SET sequence = 3 WHERE sequence = -2",
    );
    expect(journal.verify()).toMatchObject({ ok: false, firstBadAt: 2 });
  });
});
