/** A restore refused because of its totals, and the result of a restore. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closeDatabase, connect, type Database } from "../../../../../main/storage/database/database.ts";
import { EXCLUDED } from "../../../../../main/storage/database/recovery-advice.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { machineIdentity } from "../../../../../main/storage/vault/machine-id.ts";
import { generatedSecret } from "../../../../../main/storage/vault/vault.ts";
import { checkInThreads } from "../../../../support/checks-in-threads.ts";
import { reportDatabaseOf } from "../../../../support/report-database.ts";
import { createUsedDataFolder, NOW } from "./used-data-folder.ts";

checkInThreads();

/** Creates a data folder with one booking and a key for its backups. */
async function createShop() {
  const shop = await createUsedDataFolder();
  generatedSecret(openFileVault(shop.data, machineIdentity()), "backupKey");
  change(shop.path, (database) =>
    reportDatabaseOf(database, { timeZone: "Europe/Oslo", cutOff: "04:00" }).book("P1", NOW, {
      kind: "capture",
      amount: 19_900,
    }),
  );
  return shop;
}

function change(path: string, work: (database: Database) => void): void {
  const database = connect(path);
  work(database);
  closeDatabase(database);
}

/** Changes a payment and its booking, and keeps the schema. */
function changeBooking(path: string): void {
  change(path, (database) => {
    const trigger = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'booking_keeps_values'").pluck().get();
    database.exec(`DROP TRIGGER booking_keeps_values; UPDATE booking SET amount = 24900; UPDATE payment SET amount = 24900;
      ${trigger}`);
  });
}

describe("a file with totals that differ from its bookings", () => {
  it("is refused in the words of verify when unauthenticated, and nothing is changed", async () => {
    using shop = await createShop();
    await shop.run("backup --to DATA/mine.db");
    const file = join(shop.data, "mine.db");
    changeBooking(file);
    const before = readdirSync(shop.data).sort();
    const content = readFileSync(shop.path);
    expect(await shop.run("restore DATA/mine.db --unauthenticated")).toMatchObject({
      code: 1,
      stderr: `${file}: the sums of period 1 do not match its bookings: they were changed. Nothing was changed here.\n`,
    });
    expect(readdirSync(shop.data).sort()).toEqual(before);
    expect(readFileSync(shop.path).equals(content)).toBe(true);
  });

  it("is restored when this till made it, because the shop has no better one", async () => {
    using shop = await createShop();
    changeBooking(shop.path);
    await shop.run("backup --to DATA/mine.db");
    expect(await shop.run("restore DATA/mine.db")).toMatchObject({ code: 0 });
  });
});

describe("the result of a restore", () => {
  it("names the next step", async () => {
    using shop = await createShop();
    await shop.run("backup --to DATA/mine.db");
    const { stdout } = await shop.run("restore DATA/mine.db");
    expect(stdout).toContain("Restored from");
    expect(stdout).toMatch(/Next: start the till\. [^\n]*from the service[^\n]*Close the day\.\n$/);
    expect(stdout).not.toContain("--config");
  });

  it("says that a till with keys imports no settings from the file", async () => {
    using shop = await createShop();
    openFileVault(shop.data, machineIdentity()).put("secret", "s3cret");
    await shop.run("backup --to DATA/mine.db");
    rmSync(join(shop.data, "mine.db.mac"));
    const { stderr } = await shop.run("restore DATA/mine.db");
    expect(stderr).toContain(`A till with its own keys or settings takes none of these from it: ${EXCLUDED.en}.`);
    expect(stderr).toContain("A new machine takes only the settings");
    const { stdout } = await shop.run("restore DATA/mine.db --unauthenticated");
    expect(stdout).toContain(`None of these are from the file: ${EXCLUDED.en}.`);
    expect(stdout).not.toContain("new machine");
  });

  it("says that a new machine gets the file's settings and no users", async () => {
    using shop = await createShop();
    await shop.run("backup --to DATA/mine.db");
    const fresh = join(shop.data, "new");
    mkdirSync(fresh);
    copyFileSync(join(shop.data, "mine.db"), join(fresh, "mine.db"));
    const { stdout } = await shop.run(`restore DATA/new/mine.db --unauthenticated --data DATA/new`);
    expect(stdout).toContain("This is a new machine: it takes the settings of the file");
    expect(stdout).toContain("Next: start the till with --config FILE");
    expect(stdout).not.toContain("None of these");
  });
});
