/** A till restores its own unchanged backup; any other file needs the owner's consent. */
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { RecoveryNeededError } from "../../../../../main/app/data-folder.ts";
import { paymentRows } from "../../../../../main/payments/rows.ts";
import { listBackups, makeBackup, removeUnfinished } from "../../../../../main/storage/backups/backups.ts";
import { closeDatabase, connect, openDatabase } from "../../../../../main/storage/database/database.ts";
import { MIGRATIONS, migrate } from "../../../../../main/storage/database/migrations.ts";
import { EXCLUDED } from "../../../../../main/storage/database/recovery-advice.ts";
import { schemaDifference } from "../../../../../main/storage/database/schema.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { machineIdentity } from "../../../../../main/storage/vault/machine-id.ts";
import { generatedSecret } from "../../../../../main/storage/vault/vault.ts";
import { checkInThreads } from "../../../../support/checks-in-threads.ts";
import { createUsedDataFolder, damage, NOW } from "./used-data-folder.ts";

checkInThreads();

type Shop = Awaited<ReturnType<typeof createUsedDataFolder>>;

/** A data folder with an owner, a cashier and a payment, and a key for its backups. */
async function createShop(): Promise<Shop> {
  const shop = await createUsedDataFolder();
  generatedSecret(openFileVault(shop.data, machineIdentity()), "backupKey");
  edit(
    shop.path,
    `INSERT INTO staff (id, name, role, pin_salt, pin_hash, created_at) VALUES
    ('OWNER', 'Ola', 'owner', x'01', x'02', 1), ('CASHIER', 'Kari', 'cashier', x'01', x'03', 1);
    INSERT INTO setting (name, value) VALUES ('staffPolicy', '{"signIn":"always"}');
    INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit,
    phase, created_at, modified_at) VALUES ('SOLD', 1, 'S', 'SALE', 'NOK', 100, 0, 0, 'captured', 1, 1)`,
  );
  return shop;
}

/** Creates a backup `mine.db` in the data folder. */
async function backedUp(): Promise<Shop> {
  const shop = await createShop();
  expect(await shop.run("backup --to DATA/mine.db")).toMatchObject({ code: 0 });
  return shop;
}

function edit(path: string, sql: string) {
  const database = connect(path);
  database.exec(sql);
  closeDatabase(database);
}

function query(path: string, sql: string) {
  const database = connect(path);
  try {
    return database.prepare(sql).raw().all();
  } finally {
    closeDatabase(database);
  }
}

const PEOPLE = "SELECT id, role, hex(pin_hash) FROM staff ORDER BY id";
const OURS = [
  ["CASHIER", "cashier", "03"],
  ["OWNER", "owner", "02"],
];
const RESTORED =
  "SELECT data ->> 'authenticated', data ->> 'excluded' FROM journal WHERE event = 'database.restored' ORDER BY sequence DESC LIMIT 1";

const MAKES_OWNERS = "UPDATE staff SET role = 'owner'";
const ownBackup = (shop: Shop) => join(shop.data, "mine.db");

describe("a backup of this till", () => {
  it("is restored without a question, with its users, and journaled as authenticated", async () => {
    using shop = await backedUp();
    edit(shop.path, "UPDATE staff SET role = 'owner' WHERE id = 'CASHIER'");
    expect(await shop.run("restore DATA/mine.db")).toMatchObject({ code: 0 });
    expect(query(shop.path, PEOPLE)).toEqual(OURS);
    expect(query(shop.path, RESTORED)).toEqual([[1, ""]]);
  });

  it.each(["hourly", "day", "upgrade", "asked"] as const)(
    "has its MAC in a file next to it when it is of the kind %s",
    async (kind) => {
      using shop = await createShop();
      const folder = join(shop.data, "backups");
      const database = openDatabase(shop.path);
      const key = generatedSecret(openFileVault(shop.data, machineIdentity()), "backupKey");
      const { path } = await makeBackup(database, { folder, at: NOW, kind, key });
      closeDatabase(database);
      expect(existsSync(`${path}.mac`)).toBe(true);
      expect(await shop.run(`restore ${path.replace(shop.data, "DATA")}`)).toMatchObject({ code: 0 });
    },
  );

  it("is authenticated when it was made by an upgrade", async () => {
    using shop = await createUsedDataFolder();
    rmSync(shop.path);
    const old = connect(shop.path);
    migrate(
      old,
      MIGRATIONS.filter(({ version }) => version <= 46),
    );
    old.close();
    rmSync(join(shop.data, "journal.head"));
    rmSync(join(shop.data, "vault.json"));
    await shop.starts();
    const [backup] = shop.backups();
    expect(backup?.kind).toBe("upgrade");
    expect(await shop.run(`restore ${backup?.path.replace(shop.data, "DATA")}`)).toMatchObject({ code: 0 });
    expect(query(shop.path, RESTORED)).toEqual([[1, ""]]);
  });

  it("of changed pages is authenticated as a whole", async () => {
    using shop = await createShop();
    const folder = join(shop.data, "backups");
    const key = generatedSecret(openFileVault(shop.data, machineIdentity()), "backupKey");
    const make = async (at: number) => {
      const database = openDatabase(shop.path);
      try {
        return await makeBackup(database, { folder, at, kind: "hourly", wholeUpTo: 0, key });
      } finally {
        closeDatabase(database);
      }
    };
    await make(NOW - 2);
    await shop.till(3);
    const { path } = await make(NOW - 1);
    expect(path).toMatch(/\.pages$/);
    expect(await shop.run(`restore ${path.replace(shop.data, "DATA")}`)).toMatchObject({ code: 0 });
    expect(query(shop.path, RESTORED)).toEqual([[1, ""]]);
  });
});

describe("a file that cannot be authenticated", () => {
  it.each<[string, (shop: Shop) => void]>([
    ["with the role of a cashier edited", (shop) => edit(ownBackup(shop), "UPDATE staff SET role = 'owner'")],
    ["with the amount of a payment edited", (shop) => edit(ownBackup(shop), "UPDATE payment SET amount = amount + 1")],
    ["without a MAC", (shop) => rmSync(`${ownBackup(shop)}.mac`)],
    ["with an invalid MAC", (shop) => writeFileSync(`${ownBackup(shop)}.mac`, "{}")],
    ["with a WAL next to it", (shop) => writeFileSync(`${ownBackup(shop)}-wal`, Buffer.alloc(64))],
  ])("%s is not restored without consent, and nothing is changed", async (_what, spoil) => {
    using shop = await backedUp();
    spoil(shop);
    const before = readdirSync(shop.data).sort();
    const content = readFileSync(shop.path);
    const { code, stderr } = await shop.run("restore DATA/mine.db");
    expect([code, stderr]).toEqual([1, expect.stringContaining("--unauthenticated")]);
    const [english = "", norwegian = ""] = stderr.split("\n\n");
    expect(english).toContain(`${ownBackup(shop)} cannot be authenticated as a backup of this till: `);
    expect(norwegian).toMatch(/: (filen|den) [^.]+\. Ingenting er endret\./);
    expect(norwegian).toContain(`${ownBackup(shop)} kan ikke bekreftes som en sikkerhetskopi av denne kassen: `);
    expect(readdirSync(shop.data).sort()).toEqual(before);
    expect(readFileSync(shop.path).equals(content)).toBe(true);
  });

  it("is refused with the list of excluded data, as in docs/operating.md", async () => {
    using shop = await backedUp();
    rmSync(`${ownBackup(shop)}.mac`);
    const { stderr } = await shop.run("restore DATA/mine.db");
    const page = readFileSync("docs/operating.md", "utf8").replace(/\s+/g, " ");
    for (const text of [stderr, page]) expect(text).toContain(EXCLUDED.en);
    expect(stderr).toContain(EXCLUDED.nb);
  });

  it("is not authenticated by the MAC of another backup or till", async () => {
    using shop = await backedUp();
    await shop.till(2);
    await shop.run("backup --to DATA/later.db");
    copyFileSync(join(shop.data, "later.db.mac"), join(shop.data, "mine.db.mac"));
    expect(await shop.run("restore DATA/mine.db")).toMatchObject({ code: 1 });
    using other = await createShop();
    openFileVault(other.data, machineIdentity()).put("backupKey", "5e".repeat(32));
    expect(await other.run("backup --to DATA/mine.db")).toMatchObject({ code: 0 });
    copyFileSync(ownBackup(other), join(shop.data, "theirs.db"));
    copyFileSync(`${ownBackup(other)}.mac`, join(shop.data, "theirs.db.mac"));
    expect(await shop.run("restore DATA/theirs.db")).toMatchObject({ code: 1 });
  });

  it("is not restored under the name of another time or kind", async () => {
    using shop = await createShop();
    await shop.run("backup");
    const [backup] = shop.backups();
    const renamed = join(shop.data, "backups", "till-20260303T100000000Z-day.db");
    renameSync(backup?.path ?? "", renamed);
    renameSync(`${backup?.path}.mac`, `${renamed}.mac`);
    expect(await shop.run(`restore ${renamed.replace(shop.data, "DATA")}`)).toMatchObject({ code: 1 });
  });

  it("grants no rights when the owner consents: users and settings stay those of this till", async () => {
    using shop = await backedUp();
    edit(
      ownBackup(shop),
      `UPDATE staff SET role = 'owner'; INSERT INTO register_client (id, name, key_hash, rights, created_at)
       VALUES ('R', 'Mine', 'h', '["refund"]', 1);
       UPDATE setting SET value = '{"signIn":"never"}' WHERE name = 'staffPolicy';
       INSERT INTO setting (name, value) VALUES ('roles', '{"planted":true}');
       INSERT INTO webhook (id, url, position, created_at) VALUES ('W', 'https://elsewhere.example', 0, 1)`,
    );
    const { code, stdout } = await shop.run("restore DATA/mine.db --unauthenticated");
    expect([code, stdout]).toEqual([0, expect.stringContaining("not authenticated")]);
    expect(query(shop.path, PEOPLE)).toEqual(OURS);
    expect(query(shop.path, "SELECT * FROM register_client")).toEqual([]);
    expect(query(shop.path, "SELECT * FROM webhook")).toEqual([]);
    expect(query(shop.path, "SELECT name, value FROM setting WHERE name IN ('roles', 'staffPolicy')")).toEqual([
      ["staffPolicy", '{"signIn":"always"}'],
    ]);
    const [line] = query(shop.path, RESTORED) as [[number, string]];
    expect(line[0]).toBe(0);
    expect(line[1]).toContain("staff");
    expect(await shop.starts()).toBeGreaterThan(0);
  });

  it("brings no users to a new machine: the owner chooses a new PIN there", async () => {
    using shop = await backedUp();
    using fresh = await createUsedDataFolder();
    for (const name of readdirSync(fresh.data)) rmSync(join(fresh.data, name), { recursive: true });
    copyFileSync(ownBackup(shop), join(fresh.data, "mine.db"));
    copyFileSync(`${ownBackup(shop)}.mac`, join(fresh.data, "mine.db.mac"));
    const refused = await fresh.run("restore DATA/mine.db");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("--unauthenticated")]);
    expect(await fresh.run("restore DATA/mine.db --unauthenticated")).toMatchObject({ code: 0 });
    expect(query(fresh.path, PEOPLE)).toEqual([]);
    expect(query(fresh.path, RESTORED)).toEqual([[0, expect.stringContaining("staff")]]);
  });

  it("moves no money: each unsent operation waits for an operator, and its vends are closed", async () => {
    using shop = await backedUp();
    const kinds = ["create", "capture", "refund", "release", "abort", "reauth"];
    const operations = kinds.map((kind, at) => `('O${at}', 'P0', ${at}, '${kind}', 'ready', x'7b7d', x'00', 1, 1, 1)`);
    const states = ["authorising", "settling", "cancelled", "done"];
    const payments = states.map(
      (_, at) => `('P${at}', ${at + 2}, 'A${at}', 'SALE', 'NOK', 100, 0, 0, 'waiting', 1, 1)`,
    );
    const vends = states.map((state, at) => `('P${at}', 'V${at}', 0, '[]', '${state}')`);
    edit(
      ownBackup(shop),
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit,
       phase, created_at, modified_at) VALUES ${payments.join(", ")};
       INSERT INTO operation (id, pos_tid, sequence, kind, state, body, fingerprint, due_at, created_at, by_rule)
       VALUES ${operations.join(", ")};
       INSERT INTO vend (pos_tid, id, is_deposit, items, state) VALUES ${vends.join(", ")}`,
    );
    expect(await shop.run("restore DATA/mine.db --unauthenticated")).toMatchObject({ code: 0, stderr: "" });
    expect(query(shop.path, "SELECT DISTINCT state, by_rule FROM operation")).toEqual([["parked", 0]]);
    expect(query(shop.path, "SELECT state FROM vend ORDER BY id")).toEqual([
      ["unknown"],
      ["unknown"],
      ["cancelled"],
      ["done"],
    ]);
    const database = connect(shop.path);
    const rows = paymentRows(database);
    expect(["SOLD", "P3"].map((posTid) => rows.find(posTid)?.isUnproven)).toEqual([true, true]);
    closeDatabase(database);
  });

  it("does not state the used numbers: they come from its payments", async () => {
    using shop = await backedUp();
    edit(ownBackup(shop), `INSERT INTO setting (name, value) VALUES ('usedPayment', '${Number.MAX_SAFE_INTEGER}')`);
    expect(await shop.run("restore DATA/mine.db --unauthenticated")).toMatchObject({ code: 0 });
    expect(query(shop.path, "SELECT value FROM setting WHERE name = 'usedPayment'")).toEqual([]);
  });

  it.each<[string, "secret" | "privateKey" | "provisioned", string]>([
    ["a secret", "secret", "s3cret"],
    ["a private key", "privateKey", "-----BEGIN"],
    ["a record of its provisioning", "provisioned", "{}"],
  ])("does not set the service of a till that has %s and lost its database", async (_what, name, value) => {
    using shop = await backedUp();
    openFileVault(shop.data, machineIdentity()).put(name, value);
    edit(
      ownBackup(shop),
      `INSERT INTO setting (name, value) VALUES ('settings', '{"service":{"baseUrl":"https://x.example"}}')`,
    );
    rmSync(shop.path);
    expect(await shop.run("restore DATA/mine.db --unauthenticated")).toMatchObject({ code: 0 });
    expect(query(shop.path, "SELECT value FROM setting WHERE name = 'settings'")).toEqual([]);
  });

  it("made by an earlier version, or a raw copy with its log, is restored with consent", async () => {
    using shop = await createShop();
    await shop.till(4, "is killed");
    copyFileSync(shop.path, join(shop.data, "raw.db"));
    copyFileSync(`${shop.path}-wal`, join(shop.data, "raw.db-wal"));
    expect(await shop.run("restore DATA/raw.db")).toMatchObject({ code: 1 });
    expect(await shop.run("restore DATA/raw.db --unauthenticated")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("10 journal entries"),
    });
  });
});

describe("a file with a foreign schema", () => {
  it.each([
    ["a trigger", "CREATE TRIGGER planted AFTER INSERT ON journal BEGIN UPDATE staff SET role = 'owner'; END"],
    ["a view", "CREATE VIEW planted AS SELECT 1"],
    ["a table", "CREATE TABLE planted (x)"],
    ["an index", "CREATE INDEX planted ON payment (text)"],
    ["a column", "ALTER TABLE staff ADD COLUMN planted TEXT"],
    ["a missing trigger", "DROP TRIGGER booking_keeps_values"],
  ])("is refused with %s, also with consent", async (_what, sql) => {
    using shop = await backedUp();
    edit(ownBackup(shop), sql);
    const { code, stderr } = await shop.run("restore DATA/mine.db --unauthenticated");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/schema[\s\S]*Nothing was changed/)]);
  });

  it.each<[string, (database: ReturnType<typeof connect>) => void]>([
    [
      "a trigger with the name of a table that SQLite adds",
      (database) =>
        database
          .prepare(
            "INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('trigger', ?, 'journal', 0, ?)",
          )
          .run("sqlite_stat1", `CREATE TRIGGER sqlite_stat1 AFTER INSERT ON journal BEGIN ${MAKES_OWNERS}; END`),
    ],
    [
      "a statement inside a trigger, behind what looks like a comment in a text",
      (database) =>
        database
          .prepare("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'booking_in_open_period'")
          .run("'a booking is in", `'a--') WHERE 0; ${MAKES_OWNERS}; SELECT max(1, '\n booking is in`),
    ],
    [
      "an added space in a text",
      (database) =>
        database
          .prepare("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'booking_in_open_period'")
          .run("'a booking is in", "'a  booking is in"),
    ],
  ])("is not restored with %s, planted past SQLite's own checks", async (_, plant) => {
    using shop = await backedUp();
    const database = connect(ownBackup(shop));
    database.unsafeMode(true);
    database.pragma("writable_schema = ON");
    plant(database);
    database.pragma(`schema_version = ${Number(database.pragma("schema_version", { simple: true })) + 1}`);
    closeDatabase(database);
    const refused = await shop.run("restore DATA/mine.db --unauthenticated");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/The schema .*Nothing was changed/) });
    expect(query(shop.path, PEOPLE)).toEqual(OURS);
  });

  it("is not found at any version that the till's own migrations produce, one at a time", () => {
    const database = connect(":memory:");
    for (const step of MIGRATIONS) {
      migrate(database, [step]);
      expect([step.version, schemaDifference(database)]).toEqual([step.version, null]);
    }
    database.close();
  });
});

describe("the MAC of a backup", () => {
  it("is on disk before the backup is listed, and is removed without its backup", async () => {
    using shop = await createShop();
    const folder = join(shop.data, "backups");
    const key = generatedSecret(openFileVault(shop.data, machineIdentity()), "backupKey");
    const database = openDatabase(shop.path);
    const { path } = await makeBackup(database, { folder, at: NOW, kind: "hourly", key });
    closeDatabase(database);
    // The state after a power cut between writing the MAC and renaming the backup.
    renameSync(path, `${path}.part`);
    expect(listBackups(folder)).toEqual([]);
    removeUnfinished(folder);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the advice when a till does not start", () => {
  it("offers a backup without a MAC and explains the consent, in English and Norwegian", async () => {
    using shop = await backedUp();
    await shop.run("backup");
    rmSync(`${shop.backups()[0]?.path}.mac`);
    damage(shop.path);
    const error = await shop.starts().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RecoveryNeededError);
    const [option] = error.advice.options;
    expect(option.command).toContain("--unauthenticated");
    expect(option.description).toMatch(/changed[\s\S]*PIN[\s\S]*endret/);
  });

  it("offers the authenticated backup first when a file without a MAC claims to be newer", async () => {
    using shop = await createShop();
    await shop.run("backup");
    await shop.till(3);
    const planted = join(shop.data, "backups", "till-20260302T110000000Z-hourly.db");
    copyFileSync(shop.path, planted);
    damage(shop.path);
    const error = await shop.starts().catch((thrown) => thrown);
    expect(error.advice.options.map(({ command }: { command: string }) => command)).toEqual([
      expect.not.stringContaining("--unauthenticated"),
      expect.stringContaining("--unauthenticated"),
    ]);
  });
});

describe("the advice with several backups without a MAC", () => {
  it("offers one of them, and skips the others for an authenticated one", async () => {
    using shop = await createShop();
    await shop.run("backup");
    const [genuine] = shop.backups();
    const planted = ["till-20260302T110000000Z-hourly.db", "till-20260302T120000000Z-hourly.db"];
    for (const name of planted) {
      await shop.till(3);
      copyFileSync(shop.path, join(shop.data, "backups", name));
    }
    damage(shop.path);
    const error = await shop.starts().catch((thrown) => thrown);
    expect(error.advice.options.map(({ command }: { command: string }) => command)).toEqual([
      expect.stringContaining(basename(genuine?.path ?? "none")),
      expect.stringContaining(planted[1] ?? "none"),
    ]);
  });
});

describe("the mark of another till", () => {
  it("becomes this till's with its payments, after a question and a report that name both", async () => {
    using shop = await backedUp();
    for (const [path, mark] of [
      [shop.path, "AAAA"],
      [ownBackup(shop), "K7Q2"],
    ] as const)
      edit(path, `INSERT OR REPLACE INTO setting (name, value) VALUES ('prefix', '"${mark}"')`);
    const { stderr } = await shop.run("restore DATA/mine.db");
    expect(stderr).toMatch(/K7Q2[^.]*AAAA[\s\S]*K7Q2[^.]*AAAA/);
    const { stdout } = await shop.run("restore DATA/mine.db --unauthenticated");
    expect(stdout).toMatch(/K7Q2[^.]*AAAA/);
    expect(query(shop.path, "SELECT value FROM setting WHERE name = 'prefix'")).toEqual([['"K7Q2"']]);
  });
});
