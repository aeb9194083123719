import { expect, it } from "vitest";
import { committedTogether } from "../../../../../main/payments/outcomes/together.ts";
import { beforeCommit } from "../../../../../main/storage/database/database.ts";
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
  const together = committedTogether<string>(database);
  return {
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

it("what is wanted at the same moment is one commit, in its order, and each is told when it is on disk", async () => {
  using kept = counter();
  const told = ten.map(async (name) => {
    expect(await kept.add(name)).toBe(name);
    expect(kept.database.inTransaction).toBe(false);
    expect(kept.commits()).toBe(1);
  });
  expect(kept.names()).toEqual([]);
  await Promise.all(told);
  expect(kept.names()).toEqual(ten);
});

it("more than sixteen are more commits, and none waits for ever", async () => {
  using kept = counter();
  await Promise.all(Array.from({ length: 40 }, (_, index) => kept.add(String(index))));
  expect(kept.commits()).toBe(3);
  expect(kept.names()).toHaveLength(40);
});

it("one that fails takes none of the others with it", async () => {
  using kept = counter();
  await kept.add("name 4");
  const results = await Promise.allSettled(ten.map(kept.add));
  expect(results.map(({ status }) => status)).toEqual(
    ten.map((name) => (name === "name 4" ? "rejected" : "fulfilled")),
  );
  expect(kept.names()).toHaveLength(10);
});
