/** A database without its vault: neither a new till nor one that continues automatically. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openOrExplain, RecoveryNeededError } from "../../../../../main/app/data-folder.ts";
import { maintain } from "../../../../../main/operations/maintenance/main.ts";
import { listBackups, makeBackup } from "../../../../../main/storage/backups/backups.ts";
import { closeDatabase, connect, type Database, transact } from "../../../../../main/storage/database/database.ts";
import { lockFolder } from "../../../../../main/storage/database/lock.ts";
import { headFile } from "../../../../../main/storage/journal/head.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { machineIdentity } from "../../../../../main/storage/vault/machine-id.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";

const NOW = Date.UTC(2026, 2, 2, 10);

function place() {
  const folder = temporaryFolder();
  const data = folder.path;
  const file = (name: string) => join(data, name);
  const start = async (work: (database: Database) => unknown = () => undefined) => {
    lockFolder(data).release();
    const vault = openFileVault(data, { ...machineIdentity() });
    const database = await openOrExplain(data, vault, NOW);
    try {
      await work(database);
      const head = looseJournal(database).head();
      headFile(data, vault).write({ ...head, at: NOW, open: false });
      return head.entries;
    } finally {
      closeDatabase(database);
    }
  };
  return {
    start,
    backups: file("backups"),
    remove: (...names: string[]) => names.map((name) => rmSync(file(name))),
    has: (name: string) => existsSync(file(name)),
    change(sql: string) {
      const database = connect(file("till.db"));
      database.exec(`DROP TRIGGER IF EXISTS journal_keeps_rows; ${sql}`);
      database.close();
    },
    async run(...argv: string[]) {
      let output = "";
      const stream = { write: (text: string) => (output += text) };
      const ports = { stdout: stream, stderr: stream, env: { TILL_DATA: data }, now: NOW };
      return { code: await maintain(argv, ports), said: output };
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

function write(count: number) {
  return (database: Database) =>
    transact(database, () => {
      for (let row = 0; row < count; row += 1)
        looseJournal(database).append({ event: "money.captured", data: { row } }, NOW);
    });
}

const CUT = "DELETE FROM journal WHERE sequence > 2";

describe("a truncated journal without its vault", () => {
  it.each([
    ["the vault alone", ["vault.json"]],
    ["the vault and its key", ["vault.json", "machine.key"]],
    ["the vault and the head", ["vault.json", "journal.head"]],
  ])("(%s) blocks the till until an operator accepts it", async (_what, gone) => {
    using till = place();
    await till.start(write(5));
    till.change(CUT);
    till.remove(...gone);
    await expect(till.start()).rejects.toThrow(RecoveryNeededError);
    // Repeated checks repair nothing.
    expect([till.has("vault.json"), (await till.run("verify")).code]).toEqual([false, 1]);
    expect((await till.run("journal", "verify")).code).toBe(1);
    await expect(till.start()).rejects.toThrow(/vault was removed or replaced/);
    expect(await till.run("journal", "accept")).toMatchObject({ code: 0, said: expect.stringContaining("3 entries") });
    expect(await till.start(write(1))).toBe(4);
    expect((await till.run("verify")).code).toBe(0);
  });

  it("is not repaired by another program's vault, nor by removing the whole journal", async () => {
    using till = place();
    await till.start(write(5));
    till.change("DELETE FROM journal");
    till.remove("vault.json");
    await expect(till.start()).rejects.toThrow(RecoveryNeededError);
    till.remove("journal.head");
    till.change(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
       VALUES ('p', 1, 'A-1', 'SALE', 'NOK', 100, 0, 0, 'captured', 0, 0)`,
    );
    await expect(till.start()).rejects.toThrow(RecoveryNeededError);
  });
});

describe("a folder without a journal key", () => {
  it("is a new till when nothing was written yet, also after a power cut at its first start", async () => {
    using till = place();
    expect(await till.start()).toBe(0);
    till.remove("vault.json");
    expect(await till.start(write(1))).toBe(1);
    expect(await till.start()).toBe(1);
  });

  it("is signed at the next start when a till from before signed heads has its keys", async () => {
    using till = place();
    await till.start(write(3));
    till.remove("vault.json", "journal.head");
    openFileVault(join(till.backups, ".."), { ...machineIdentity() }).put("privateKey", "an earlier key");
    expect(await till.start()).toBe(3);
    expect((await till.run("verify")).code).toBe(0);
  });

  it("accepts a restored backup, and is a new till after a reset", async () => {
    using till = place();
    await till.start(async (database) => {
      write(4)(database);
      await makeBackup(database, { folder: till.backups, at: NOW, kind: "hourly" });
    });
    till.remove("vault.json");
    const [backup] = listBackups(till.backups);
    expect((await till.run("restore", backup?.path ?? "", "--unauthenticated")).code).toBe(0);
    expect(await till.start()).toBe(5);
    expect((await till.run("reset", "--yes")).code).toBe(0);
    expect(await till.start()).toBe(0);
  });
});
