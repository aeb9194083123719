import { expect, it } from "vitest";
import { readFaults, restoreFaults } from "../../../../../main/operations/maintenance/machine-faults.ts";
import type { Database } from "../../../../../main/storage/database/database.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";

function block(database: Database, slot: string, clearedAt: number | null = null) {
  database.prepare("INSERT INTO slot_off_sale VALUES ('m', ?, 'p', 'blocked', '{}', 1, ?)").run(slot, clearedAt);
}
const offSale = (database: Database) =>
  database.prepare("SELECT slot FROM slot_off_sale WHERE cleared_at IS NULL ORDER BY slot").pluck().all();

it.each([
  ["replace the backup's when the replaced database has the backup's journal", true, ["B2", "C3"]],
  ["are added to the backup's when the replaced database has another journal", false, ["A1", "B2", "C3"]],
])("the faults of a replaced database %s", (_, isSame, expected) => {
  using backup = temporaryDatabase();
  using replaced = temporaryDatabase();
  looseJournal(backup.database).append({ event: "till.started" }, 1);
  looseJournal(replaced.database).append({ event: "till.started" }, isSame ? 1 : 2);
  looseJournal(replaced.database).append({ event: "till.started" }, 3);
  block(backup.database, "A1");
  block(backup.database, "B2", 2);
  block(replaced.database, "B2");
  block(replaced.database, "C3");
  restoreFaults(backup.database, readFaults(replaced.database, looseJournal(backup.database).head()));
  expect(offSale(backup.database)).toEqual(expected);
});
