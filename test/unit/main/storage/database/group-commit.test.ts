import { AsyncLocalStorage } from "node:async_hooks";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { afterCommit, beforeCommit, onListenerError } from "../../../../../main/storage/database/database.ts";
import { groupCommit } from "../../../../../main/storage/database/group-commit.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

function counter() {
  const held = temporaryDatabase();
  const { database } = held;
  database.exec("CREATE TABLE one (name TEXT PRIMARY KEY)");
  const insert = database.prepare("INSERT INTO one (name) VALUES (?)");
  let commits = 0;
  beforeCommit(database, () => {
    commits += 1;
  });
  const logged: string[] = [];
  onListenerError(database, ({ message }) => logged.push(message));
  const together = groupCommit<string>(database);
  return {
    together,
    logged,
    add: (name: string) =>
      together(() => {
        insert.run(name);
        return name;
      }),
    names: () => database.prepare("SELECT name FROM one ORDER BY rowid").pluck().all(),
    commits: () => commits,
    database,
    [Symbol.dispose]: () => held[Symbol.dispose](),
  };
}

const ten = Array.from({ length: 10 }, (_, index) => `name ${index}`);

it("group commit writes concurrent changes in one commit, in order, and resolves each after the commit", async () => {
  using kept = counter();
  const notified = ten.map(async (name) => {
    expect(await kept.add(name)).toBe(name);
    expect(kept.database.inTransaction).toBe(false);
    expect(kept.commits()).toBe(1);
  });
  expect(kept.names()).toEqual([]);
  await Promise.all(notified);
  expect(kept.names()).toEqual(ten);
});

it("group commit splits more than sixteen changes, and delays none indefinitely", async () => {
  using kept = counter();
  await Promise.all(Array.from({ length: 40 }, (_, index) => kept.add(String(index))));
  expect(kept.commits()).toBe(3);
  expect(kept.names()).toHaveLength(40);
});

it("group commit rejects only the change that fails", async () => {
  using kept = counter();
  await kept.add("name 4");
  const results = await Promise.allSettled(ten.map(kept.add));
  expect(results.map(({ status }) => status)).toEqual(
    ten.map((name) => (name === "name 4" ? "rejected" : "fulfilled")),
  );
  expect(kept.names()).toHaveLength(10);
});

it("group commit calls no listeners of a change that was rolled back", async () => {
  using kept = counter();
  await kept.add("name 1");
  const notified: string[] = [];
  const add = (name: string) =>
    kept.together(() => {
      afterCommit(kept.database, () => notified.push(name));
      kept.database.prepare("INSERT INTO one (name) VALUES (?)").run(name);
      return name;
    });
  await Promise.allSettled(["name 0", "name 1", "name 2"].map(add));
  expect(notified).toEqual(["name 0", "name 2"]);
});

it("group commit runs each change in its caller's context", async () => {
  using kept = counter();
  const person = new AsyncLocalStorage<string>();
  const named = (name: string) => person.run(name, () => kept.together(() => person.getStore() ?? "none"));
  expect(await Promise.all(["Anna", "Bo", "Chen"].map(named))).toEqual(["Anna", "Bo", "Chen"]);
});

it("group commit rejects all changes and keeps none when the disk is full", async () => {
  using kept = counter();
  const full = () => {
    throw new Sqlite.SqliteError("database or disk is full", "SQLITE_FULL");
  };
  const results = await Promise.allSettled([kept.add("before"), kept.together(full), kept.add("after")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(kept.names()).toEqual([]);
});

it("group commit resolves all changes and calls the other listeners when a listener throws after the commit", async () => {
  using kept = counter();
  const notified: string[] = [];
  const add = (name: string) =>
    kept.together(() => {
      afterCommit(kept.database, () => {
        if (name === "name 1") throw new Error("the listener failed");
        notified.push(name);
      });
      kept.database.prepare("INSERT INTO one (name) VALUES (?)").run(name);
      return name;
    });
  const names = ["name 0", "name 1", "name 2"];
  expect(await Promise.all(names.map(add))).toEqual(names);
  expect(notified).toEqual(["name 0", "name 2"]);
  expect(kept.logged).toEqual(["the listener failed"]);
});

it("group commit rejects all changes when the whole transaction is rolled back", async () => {
  using kept = counter();
  const breaks = () => {
    kept.database.exec("ROLLBACK");
    throw new Error("out of memory");
  };
  const results = await Promise.allSettled([kept.add("before"), kept.together(breaks), kept.add("after")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(kept.names()).toEqual([]);
});

it("group commit calls listeners in the context of their change's caller", async () => {
  using kept = counter();
  const person = new AsyncLocalStorage<string>();
  const notified: string[] = [];
  const named = (name: string) =>
    person.run(name, () =>
      kept.together(() => {
        afterCommit(kept.database, () => notified.push(person.getStore() ?? "none"));
        return name;
      }),
    );
  await Promise.all(["Anna", "Bo"].map(named));
  expect(notified).toEqual(["Anna", "Bo"]);
});
