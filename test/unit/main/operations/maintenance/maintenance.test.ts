import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { RecoveryNeededError } from "../../../../../main/app/data-folder.ts";
import { paymentRows } from "../../../../../main/payments/rows.ts";
import { makeBackup } from "../../../../../main/storage/backups/backups.ts";
import { closeDatabase, connect, openDatabase } from "../../../../../main/storage/database/database.ts";
import { lockFolder } from "../../../../../main/storage/database/lock.ts";
import { MIGRATIONS, migrate } from "../../../../../main/storage/database/migrations.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { USED_SETTINGS } from "../../../../../main/storage/database/used-numbers.ts";
import { countedEntries } from "../../../../../main/storage/journal/revision.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { machineIdentity } from "../../../../../main/storage/vault/machine-id.ts";
import { generatedSecret } from "../../../../../main/storage/vault/vault.ts";
import { checkInThreads } from "../../../../support/checks-in-threads.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { reportDatabaseOf } from "../../../../support/report-database.ts";

import { createUsedDataFolder, damage, NOW, run, tamper } from "./used-data-folder.ts";

checkInThreads();

describe("the command line", () => {
  it.each([
    ["", /Expected a task/],
    ["polish", /Unknown task "polish"/],
    ["restore", /Expected a backup file/],
    ["journal", /Unknown task "journal"/],
    ["verify twice", /Unexpected argument/],
    ["backup --to a.db b.db", /Unexpected argument/],
    ["verify --to a.db", /only be used with backup/],
    ["backup --loud", /--loud/],
    ["verify --unauthenticated", /only be used with restore/],
  ])("of '%s' is refused with its usage", async (line, means) => {
    const { code, stderr, stdout } = await run(line, "nowhere");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(means);
    expect(stderr).toContain("npm run till -- <task>");
  });

  it("prints help on request", async () => {
    expect(await run("--help", "nowhere")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("restore FILE"),
    });
  });

  it.each(["backup", "verify", "journal verify", "journal accept"])(
    "%s reports a folder without a till, and creates none",
    async (line) => {
      using folder = temporaryFolder();
      const otherFolder = join(folder.path, "elsewhere");
      const { code, stderr } = await run(line, otherFolder);
      expect(code).toBe(1);
      expect(stderr).toContain(otherFolder);
      expect(existsSync(otherFolder)).toBe(false);
    },
  );
});

describe("backup", () => {
  it("is written to the folder, also for a killed till, and changes nothing else", async () => {
    using shop = await createUsedDataFolder();
    await shop.till(3, "is killed");
    const before = readdirSync(shop.data).sort();
    expect(await shop.run("backup")).toMatchObject({ code: 0, stdout: expect.stringContaining("-asked.db") });
    expect(shop.backups()).toHaveLength(1);
    expect(await shop.run("backup --to DATA/mine.db")).toMatchObject({ code: 0 });
    const after = readdirSync(shop.data).filter(
      (name) => !["backups", "mine.db", "mine.db.mac", "till.db-shm"].includes(name),
    );
    expect(after.sort()).toEqual(before);
    expect(await shop.run("journal verify DATA/mine.db")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("8 journal entries"),
    });
  });

  it("reports a missing folder and the expected one, and writes nothing", async () => {
    using shop = await createUsedDataFolder();
    const { code, stderr } = await shop.run("backup --to DATA/stick/mine.db");
    expect([code, stderr]).toEqual([
      2,
      `There is no folder ${join(shop.data, "stick")} for mine.db. Create the folder, or name a file in an existing one. Nothing was written.\n`,
    ]);
    expect(existsSync(join(shop.data, "stick"))).toBe(false);
  });

  it.each([
    ["stick/", "There is no folder @. Create the folder, or name a file in an existing one. Nothing was written."],
    ["backups/", "@ is a folder: name a file in it."],
    ["backups", "@ is a folder: name a file in it."],
  ])("refuses %s, which names a folder", async (to, problem) => {
    using shop = await createUsedDataFolder();
    await shop.run("backup");
    const before = readdirSync(shop.data).sort();
    const message = problem.replace("@", join(shop.data, to.replace("/", "")));
    expect(await shop.run(`backup --to DATA/${to}`)).toMatchObject({ code: 2, stderr: `${message}\n` });
    expect(readdirSync(shop.data).sort()).toEqual(before);
  });

  it("reports an unwritable target, and leaves no file", async () => {
    using shop = await createUsedDataFolder();
    generatedSecret(openFileVault(shop.data, machineIdentity()), "backupKey");
    const before = readdirSync(shop.data).sort();
    const name = `${"long".repeat(64)}.db`;
    const { code, stderr } = await shop.run(`backup --to DATA/${name}`);
    expect([code, stderr]).toEqual([1, expect.stringContaining(join(shop.data, name))]);
    expect(stderr).toContain("Nothing was written.");
    expect(readdirSync(shop.data).sort()).toEqual(before);
  });

  it("does not overwrite an existing file", async () => {
    using shop = await createUsedDataFolder();
    expect((await shop.run("backup --to DATA/till.db")).code).toBe(2);
  });

  it("refuses a damaged database", async () => {
    using shop = await createUsedDataFolder();
    damage(shop.path);
    expect((await shop.run("backup")).code).toBe(1);
    expect(shop.backups()).toEqual([]);
  });
});

describe("restore", () => {
  it("installs a backup, keeps the previous database, and the till starts", async () => {
    using shop = await createUsedDataFolder();
    await shop.run("backup");
    const [backup] = shop.backups();
    await shop.till(4);
    damage(shop.path);
    const damaged = readFileSync(shop.path);
    const { code, stdout } = await shop.run(`restore ${backup?.path.replace(shop.data, "DATA")}`);
    expect([code, stdout]).toEqual([0, expect.stringContaining("6 journal entries")]);
    expect(readFileSync(`${shop.path}.replaced-20260302T100000000Z`).equals(damaged)).toBe(true);
    expect(await shop.starts()).toBe(6);
  });

  it("assembles a backup of changed pages, and refuses it when its base was changed", async () => {
    using till = await createUsedDataFolder();
    await till.till(3);
    const folder = join(till.data, "backups");
    const key = generatedSecret(openFileVault(till.data, machineIdentity()), "backupKey");
    const make = async (at: number) => {
      const database = openDatabase(till.path);
      try {
        return await makeBackup(database, { folder, at, kind: "hourly", wholeUpTo: 0, key });
      } finally {
        closeDatabase(database);
      }
    };
    const base = await make(NOW - 2);
    await till.till(4);
    const { path } = await make(NOW - 1);
    await till.till(5);
    expect(path).toMatch(/\.pages$/);
    damage(till.path);
    const advice = await till.starts().catch((error) => error);
    expect(advice).toBeInstanceOf(RecoveryNeededError);
    expect(advice.advice.options[0].command).toContain(basename(path));
    expect(advice.message).toContain("(12 journal entries)");
    const baseBytes = readFileSync(base.path);
    damage(base.path);
    const refused = await till.run(`restore ${path.replace(till.data, "DATA")}`);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was changed") });
    writeFileSync(base.path, baseBytes);
    expect(await till.run(`restore ${path.replace(till.data, "DATA")}`)).toMatchObject({ code: 0 });
    expect(await till.starts()).toBe(13);
  });

  it("keeps the WAL of a killed till with its database", async () => {
    using shop = await createUsedDataFolder();
    await shop.run("backup");
    await shop.till(4, "is killed");
    await shop.run(`restore ${shop.backups()[0]?.path.replace(shop.data, "DATA")}`);
    const replaced = `${shop.path}.replaced-20260302T100000000Z`;
    expect(await shop.run(`journal verify ${replaced.replace(shop.data, "DATA")}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("9 journal entries"),
    });
    expect(await shop.starts()).toBe(6);
  });

  it("accepts a backup of an older till, and leaves its open vend to an operator", async () => {
    using shop = await createUsedDataFolder();
    const old = connect(join(shop.data, "old.db"));
    migrate(
      old,
      MIGRATIONS.filter(({ version }) => version <= 30),
    );
    old.pragma("foreign_keys = OFF");
    old.exec("INSERT INTO vend (pos_tid, id, is_deposit, items, state) VALUES ('P1', 'V1', 0, '[]', 'authorising')");
    old.exec(`INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount,
      additional_edit, phase, created_at, modified_at) VALUES ('P1', 1, 'A', 'AUTH', 'NOK', 1, 0, 0, 'waiting', 1, 1)`);
    old.close();
    expect(await shop.run("restore DATA/old.db --unauthenticated")).toMatchObject({ code: 0 });
    expect(await shop.starts()).toBe(1);
    const restored = openDatabase(shop.path);
    expect(restored.prepare("SELECT state FROM vend").pluck().get()).toBe("unknown");
    closeDatabase(restored);
  });

  it("continues revisions after those of every replaced database, also of a lost one", async () => {
    using shop = await createUsedDataFolder();
    generatedSecret(openFileVault(shop.data, machineIdentity()), "backupKey");
    await shop.run("backup --to DATA/mine.db");
    await shop.till(200);
    let counted = 0;
    for (const restore of [1, 2, 3]) {
      for (const end of ["", "-wal", "-shm"]) rmSync(`${shop.path}${end}`, { force: true });
      expect(await shop.run("restore DATA/mine.db")).toMatchObject({ code: 0 });
      const database = openDatabase(shop.path);
      expect(countedEntries(database)).toBeGreaterThan(Math.max(200, counted));
      counted = countedEntries(database);
      closeDatabase(database);
      if (restore > 1) await shop.till(1);
    }
  });

  it("marks the backup's payments as possibly incomplete, also when their clock was ahead", async () => {
    using shop = await createUsedDataFolder();
    generatedSecret(openFileVault(shop.data, machineIdentity()), "backupKey");
    const database = openDatabase(shop.path);
    database.exec(`INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount,
      additional_edit, phase, created_at, modified_at) VALUES ('P1', 1, 'A', 'SALE', 'NOK', 1, 0, 0, 'waiting', ${NOW + 3_600_000}, 1)`);
    closeDatabase(database);
    await shop.run("backup --to DATA/mine.db");
    expect(await shop.run("restore DATA/mine.db")).toMatchObject({ code: 0 });
    const restored = openDatabase(shop.path);
    expect(paymentRows(restored).find("P1")).toMatchObject({ hasLostOperations: true, isUnproven: false });
    closeDatabase(restored);
  });

  it("accepts a raw copy with its WAL", async () => {
    using shop = await createUsedDataFolder();
    await shop.till(4, "is killed");
    copyFileSync(shop.path, join(shop.data, "raw.db"));
    copyFileSync(`${shop.path}-wal`, join(shop.data, "raw.db-wal"));
    expect(await shop.run("restore DATA/raw.db --unauthenticated")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("10 journal entries"),
    });
  });

  it.each<[string, (path: string) => void]>([
    ["is damaged", damage],
    ["is not a database", (path) => copyFileSync(import.meta.filename, path)],
    ["is missing", (path) => rmSync(path)],
    ["has a changed journal", (path) => tamper(path, "UPDATE journal SET actor = 'Mallory' WHERE sequence = 2")],
    ["is of a newer till", (path) => tamper(path, "PRAGMA user_version = 9999")],
    ["belongs to another program", (path) => tamper(path, "DROP TABLE setting")],
  ])("refuses a backup that %s, and changes nothing", async (_what, spoil) => {
    using shop = await createUsedDataFolder();
    const file = join(shop.data, "mine.db");
    await shop.run("backup --to DATA/mine.db");
    spoil(file);
    const before = readdirSync(shop.data).sort();
    const content = readFileSync(shop.path);
    const { code, stderr } = await shop.run("restore DATA/mine.db");
    expect([code, stderr]).toEqual([1, expect.stringContaining(file)]);
    expect(readdirSync(shop.data).sort()).toEqual(before);
    expect(readFileSync(shop.path).equals(content)).toBe(true);
  });

  it("refuses while a till uses the folder, with exit code 3", async () => {
    using shop = await createUsedDataFolder();
    await shop.run("backup --to DATA/mine.db");
    const lock = lockFolder(shop.data);
    expect(await shop.run("restore DATA/mine.db")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("Stop it"),
    });
    lock.release();
  });
});

describe("the numbers of a replaced database", () => {
  const works = (path: string, work: (reports: ReturnType<typeof reportDatabaseOf>) => void) => {
    const database = openDatabase(path);
    work(reportDatabaseOf(database, { timeZone: "Europe/Oslo", cutOff: "04:00" }));
    closeDatabase(database);
  };
  const sign = (path: string, nr: number) =>
    works(path, ({ database }) =>
      database.exec(
        `INSERT OR IGNORE INTO saft_key VALUES (1, 'key', 0); INSERT INTO saft_transaction VALUES (${nr}, ${nr}, 0, '', '', 1, 's', 1)`,
      ),
    );
  const sell = (path: string, posTid: string) =>
    works(path, ({ book }) => book(posTid, NOW, { kind: "capture", amount: 500 }));
  const close = (path: string) => works(path, ({ z }) => z(NOW));

  it("are not reused, however often a backup is restored", async () => {
    using shop = await createUsedDataFolder();
    close(shop.path);
    await shop.run("backup --to DATA/mine.db");
    sell(shop.path, "a");
    sell(shop.path, "b");
    sign(shop.path, 1);
    sign(shop.path, 2);
    close(shop.path);
    close(shop.path);
    for (let times = 0; times < 2; times += 1) {
      expect(await shop.run("restore DATA/mine.db")).toMatchObject({ code: 0 });
      works(shop.path, ({ x, database }) => {
        expect(x(NOW)).toMatchObject({ period: 4, afterRestore: true });
        expect(settingStore(database).get(USED_SETTINGS.saft)).toBe(2);
      });
    }
    sell(shop.path, "c");
    works(shop.path, ({ z, ports }) => {
      expect(z(NOW)).toMatchObject({ number: 4, captured: 500, afterRestore: true });
      expect(ports.seals.verify()).toEqual({ entries: 2, ok: true, firstBadAt: null });
    });
    expect(await shop.run("verify")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2 closed periods match their seals"),
    });
  });

  it("are unknown when it is unreadable: the next Z still reports the restore", async () => {
    using shop = await createUsedDataFolder();
    close(shop.path);
    await shop.run("backup --to DATA/mine.db");
    close(shop.path);
    copyFileSync(import.meta.filename, shop.path);
    expect(await shop.run("restore DATA/mine.db")).toMatchObject({ code: 0 });
    works(shop.path, ({ z }) => {
      expect(z(NOW)).toMatchObject({ number: 2, afterRestore: true });
    });
  });

  it("are compared with the bookings by verify, which names the period", async () => {
    using shop = await createUsedDataFolder();
    sell(shop.path, "a");
    close(shop.path);
    sell(shop.path, "b");
    works(shop.path, ({ database }) => database.exec("UPDATE tally SET amount = amount + 1 WHERE period = 1"));
    expect(await shop.run("verify")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("the sums of period 1 do not match its bookings"),
    });
  });
});

describe("the start of a till", () => {
  it("uses its own data, however it ended", async () => {
    using shop = await createUsedDataFolder();
    await shop.till(2, "is killed");
    expect(await shop.starts()).toBe(7);
    expect(await shop.starts()).toBe(7);
  });

  it.each<[string, (path: string) => void, RegExp]>([
    ["its database is damaged", damage, /damaged/],
    ["its database is not a database", (path) => copyFileSync(import.meta.filename, path), /not a database/],
    ["its database is missing", (path) => rmSync(path), /is missing or empty/],
    ["its WAL is missing", (path) => rmSync(`${path}-wal`), /-wal is missing/],
    [
      "its database was replaced by an old copy",
      (path) => copyFileSync(`${path}.old`, path),
      /ends after 5 entries, and had 8/,
    ],
    ["its head is missing", (path) => rmSync(join(path, "../journal.head")), /journal\.head.* is missing/],
  ])("is refused when %s, with a backup offered and nothing changed", async (_what, spoil, means) => {
    using shop = await createUsedDataFolder();
    copyFileSync(shop.path, `${shop.path}.old`);
    await shop.run("backup");
    await shop.till(3, means.source.includes("entries") ? "is killed, signed" : "is killed");
    spoil(shop.path);
    if (!existsSync(shop.path) || means.source.includes("entries")) rmSync(`${shop.path}-wal`);
    const files = () => readdirSync(shop.data).filter((name) => !name.endsWith("-shm"));
    const before = files();
    const content = existsSync(shop.path) ? readFileSync(shop.path) : null;
    for (let start = 0; start < 2; start += 1) {
      const refusal = await shop.starts().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(RecoveryNeededError);
      expect(refusal).toMatchObject({ exitCode: 1, message: expect.stringMatching(means) });
      const command = `npm run till -- restore '${shop.backups()[0]?.path.replace("'", "'\\''")}' --data '${shop.data.replace("'", "'\\''")}'`;
      expect(String(refusal)).toContain(command);
    }
    expect(files()).toEqual(before);
    expect(existsSync(shop.path)).toBe(content !== null);
    if (content !== null) expect(readFileSync(shop.path).equals(content)).toBe(true);
    expect((await shop.run(`restore ${shop.backups()[0]?.path.replace(shop.data, "DATA")}`)).code).toBe(0);
    expect(await shop.starts()).toBe(6);
  });

  it("offers a good backup when newer ones are damaged", async () => {
    using shop = await createUsedDataFolder();
    await shop.run("backup", NOW);
    await shop.till(3);
    await shop.run("backup", NOW + 1);
    const [newer, good] = shop.backups();
    damage(newer?.path ?? "");
    damage(shop.path);
    const refusal = await shop.starts().catch((error: unknown) => error);
    expect(String(refusal)).toContain(`newest good backup is ${good?.path}`);
  });

  it("uses the data as it is when an operator accepts it", async () => {
    using shop = await createUsedDataFolder();
    await shop.till(3, "is killed");
    rmSync(`${shop.path}-wal`);
    expect(await shop.run("verify")).toMatchObject({ code: 1, stdout: expect.stringContaining("journal accept") });
    expect(await shop.run("journal verify")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("-wal is missing"),
    });
    const accepted = await shop.run("journal accept");
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining("6 entries") });
    expect(await shop.starts()).toBe(6);
    const database = openDatabase(shop.path);
    const lastEntry = database.prepare("SELECT event, data FROM journal ORDER BY sequence DESC").get();
    closeDatabase(database);
    expect(lastEntry).toMatchObject({ event: "journal.accepted", data: expect.stringContaining('"signedEntries":5') });
    expect(await shop.run("journal accept")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing to accept"),
    });
  });
});
