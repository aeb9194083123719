/** An unreachable number, planted in a file or in the replaced database, blocks no later sale. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { paymentRows } from "../../../../../main/payments/rows.ts";
import { closeDatabase, connect, type Database } from "../../../../../main/storage/database/database.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { USED_SETTINGS } from "../../../../../main/storage/database/used-numbers.ts";
import { checkInThreads } from "../../../../support/checks-in-threads.ts";
import { createUsedDataFolder } from "./used-data-folder.ts";

checkInThreads();

type Shop = Awaited<ReturnType<typeof createUsedDataFolder>>;

/** Creates a data folder with three payments, and a backup `mine.db` with the first of them. */
async function createShop(): Promise<Shop> {
  const shop = await createUsedDataFolder();
  work(shop.path, (database) => addPayment(database, "1"));
  await shop.run("backup --to DATA/mine.db");
  work(shop.path, (database) => ["2", "3"].map((number) => addPayment(database, number)));
  return shop;
}

function work<T>(path: string, change: (database: Database) => T): T {
  const database = connect(path);
  try {
    return change(database);
  } finally {
    closeDatabase(database);
  }
}

function addPayment(database: Database, number: string): void {
  database.exec(
    `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit,
     phase, created_at, modified_at) VALUES ('P${number}', ${number}, 'N${number}', 'SALE', 'NOK', 100, 0, 0, 'captured', 1, 1)`,
  );
}

const TABLES = {
  payment: "UPDATE payment SET sequence = @",
  receipt:
    "INSERT INTO receipt (number, pos_tid, kind, part, model, issued_at) VALUES (@, (SELECT pos_tid FROM payment), 'sale', 0, '{}', 1)",
};

describe("an unauthenticated file", () => {
  it.each([
    ["payment", "1000000000001"],
    ["payment", "9223372036854775807"],
    ["receipt", "9007199254740991"],
  ] as const)("is refused when its table %s has the number %s, and nothing is changed", async (table, number) => {
    using shop = await createShop();
    work(join(shop.data, "mine.db"), (database) => database.exec(TABLES[table].replace("@", number)));
    const { code, stderr } = await shop.run("restore DATA/mine.db --unauthenticated");
    const problem = new RegExp(`mine.db .*table ${table} has the implausible number ${number}.*Nothing was changed`);
    expect([code, stderr]).toEqual([1, expect.stringMatching(problem)]);
    expect(work(shop.path, (database) => paymentRows(database).highestSequence())).toBe(3);
  });
});

describe("a restored backup", () => {
  it.each<[string, number, (shop: Shop) => void]>([
    ["a payment", 3, ({ path }) => work(path, (database) => addPayment(database, "9007199254740991"))],
    [
      "the settings",
      3,
      ({ path }) =>
        work(path, (database) => settingStore(database).set(USED_SETTINGS.payment, Number.MAX_SAFE_INTEGER)),
    ],
    [
      "the file of used numbers",
      1,
      ({ path, data }) => {
        rmSync(path);
        writeFileSync(join(data, "numbers.json"), JSON.stringify({ payment: 1_000_000_000_001 }));
      },
    ],
  ])("does not continue from an unreachable number planted in %s", async (_where, highest, plant) => {
    using shop = await createShop();
    plant(shop);
    expect(await shop.run("restore DATA/mine.db --unauthenticated")).toMatchObject({ code: 0, stderr: "" });
    expect(work(shop.path, (database) => paymentRows(database).highestSequence())).toBe(highest);
  });
});
