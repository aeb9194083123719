import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { closeDatabase, openDatabase } from "../../../../../main/storage/database/database.ts";
import { lockFolder } from "../../../../../main/storage/database/lock.ts";
import { reportDatabaseOf } from "../../../../support/report-database.ts";

import { append, createUsedDataFolder, NOW, tamper } from "./used-data-folder.ts";

describe("verify", () => {
  it("reports nothing for a folder as a till left it, and writes nothing", async () => {
    using shop = await createUsedDataFolder();
    const before = readdirSync(shop.data);
    for (const line of ["verify", "journal verify", "journal verify DATA/till.db"])
      expect(await shop.run(line)).toMatchObject({ code: 0, stdout: expect.stringContaining("5 journal entries") });
    expect(readdirSync(shop.data)).toEqual(before);
  });

  it.each([
    [0, "0 closed periods match their seals"],
    [1, "1 closed period matches its seal"],
    [2, "2 closed periods match their seals"],
  ])("counts %i closed", async (count, text) => {
    using shop = await createUsedDataFolder();
    const database = openDatabase(shop.path);
    const { z } = reportDatabaseOf(database, { timeZone: "Europe/Oslo", cutOff: "04:00" });
    for (let made = 0; made < count; made += 1) z(NOW);
    closeDatabase(database);
    expect(await shop.run("verify")).toMatchObject({ code: 0, stdout: expect.stringContaining(`: ${text}, and`) });
  });

  it("works on a running till without disturbing it", async () => {
    using shop = await createUsedDataFolder();
    const lock = lockFolder(shop.data);
    const database = openDatabase(shop.path);
    append(database, 1);
    for (const line of ["verify", "journal verify", "journal verify DATA/till.db", "backup"])
      expect(await shop.run(line)).toMatchObject({ code: 0 });
    append(database, 1);
    expect(existsSync(`${shop.path}-wal`)).toBe(true);
    closeDatabase(database);
    lock.release();
    expect(await shop.starts()).toBe(7);
  });

  it("names the first changed entry, which no operator can accept", async () => {
    using shop = await createUsedDataFolder();
    tamper(shop.path, "UPDATE journal SET data = '{}' WHERE sequence IN (3, 4)");
    for (const line of ["verify", "journal verify", "journal verify DATA/till.db"])
      expect(await shop.run(line)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("the chain is broken at journal entry 3"),
      });
    expect((await shop.run("journal accept")).stderr + (await shop.run("verify")).stdout).toContain("entry 3");
  });

  it("reports a truncated tail, although the chain is valid", async () => {
    using shop = await createUsedDataFolder();
    tamper(shop.path, "DELETE FROM journal WHERE sequence > 3");
    expect(await shop.run("journal verify DATA/till.db")).toMatchObject({ code: 0 });
    for (const line of ["verify", "journal verify"])
      expect(await shop.run(line)).toMatchObject({ code: 1, stdout: expect.stringContaining("ends after 3 entries") });
  });
});
