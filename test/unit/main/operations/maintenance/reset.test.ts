import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { maintain } from "../../../../../main/operations/maintenance/main.ts";
import { closeDatabase, openDatabase } from "../../../../../main/storage/database/database.ts";
import { lockFolder } from "../../../../../main/storage/database/lock.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { testVault } from "../../../../support/vault.ts";

/** A data folder with every file that a till creates, and a file of another user. */
function place(phase: "captured" | "waiting" = "captured") {
  const folder = temporaryFolder();
  const data = join(folder.path, "data");
  mkdirSync(data);
  const database = openDatabase(join(data, "till.db"));
  database
    .prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
       VALUES ('p', 1, 'A-1', 'SALE', 'NOK', 100, 0, 0, ?, 0, 0)`,
    )
    .run(phase);
  closeDatabase(database);
  testVault(data).put("secret", "very-secret-value");
  for (const name of ["setup/next", "earlier/demo-2026-01-01T000000", "backups", "window/Default", "logs", "sandbox"])
    mkdirSync(join(data, name), { recursive: true });
  for (const name of ["setup", "setup/next", "earlier/demo-2026-01-01T000000"]) {
    writeFileSync(join(data, name, "vault.json"), "sealed");
    writeFileSync(join(data, name, "machine.key"), "a key");
  }
  for (const name of [
    "journal.head",
    "till.db.replaced-20260101",
    "backups/1.db",
    "window/Default/x",
    "journal.head.new",
  ])
    writeFileSync(join(data, name), "x");
  writeFileSync(join(folder.path, "outside.key"), "another program's");
  symlinkSync(join(folder.path, "outside.key"), join(data, "till.json"));
  writeFileSync(join(data, "holiday.jpg"), "a picture");
  lockFolder(data).release();
  return { data, outside: join(folder.path, "outside.key"), [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

async function run(line: string, data: string) {
  const text = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof text) => ({
    write(more: string) {
      text[name] += more;
    },
  });
  const ports = { stdout: stream("stdout"), stderr: stream("stderr"), env: { TILL_DATA: data }, now: 0 };
  return { code: await maintain(line.split(" "), ports), ...text };
}

describe("a factory reset", () => {
  it("removes the till and nothing else", async () => {
    using shop = place();
    const { code, stdout } = await run("reset --yes", shop.data);
    expect(code).toBe(0);
    expect(readdirSync(shop.data).sort()).toEqual(["holiday.jpg", "till.json"]);
    expect(readFileSync(shop.outside, "utf8")).toBe("another program's");
    expect(stdout).toMatch(/no longer holds a till[\s\S]*holiday\.jpg, till\.json/);
  });

  it("lists what it would remove, and removes nothing, without --yes", async () => {
    using shop = place();
    const before = readdirSync(shop.data);
    const { code, stderr } = await run("reset", shop.data);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/till\.db.*--yes/)]);
    expect(readdirSync(shop.data)).toEqual(before);
  });

  it("is refused for a till with unfinished business, unless forced", async () => {
    using shop = place("waiting");
    const refused = await run("reset --yes", shop.data);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("1 payment is not finished")]);
    expect(existsSync(join(shop.data, "till.db"))).toBe(true);
    const forced = await run("reset --yes --force", shop.data);
    expect([forced.code, forced.stdout]).toEqual([0, expect.stringContaining("Lost: This till has unfinished work")]);
    expect(existsSync(join(shop.data, "till.db"))).toBe(false);
  });

  it("is refused for an unreadable database, unless forced", async () => {
    using shop = place();
    writeFileSync(join(shop.data, "till.db"), "not a database");
    expect(await run("reset --yes", shop.data)).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining("cannot be checked") },
    });
    expect((await run("reset --yes --force", shop.data)).code).toBe(0);
  });

  it("waits for the till to stop", async () => {
    using shop = place();
    const lock = lockFolder(shop.data);
    expect((await run("reset --yes", shop.data)).code).toBe(3);
    lock.release();
    expect((await run("reset --yes", shop.data)).code).toBe(0);
  });

  it("can be repeated after an interruption, and reports an empty folder as empty", async () => {
    using shop = place();
    for (const name of ["till.db", "vault.json", "machine.key"]) writeFileSync(join(shop.data, name), "");
    await run("reset --yes --force", shop.data);
    const again = await run("reset --yes", shop.data);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("There is no till's data")]);
    expect((await run("reset --yes", join(shop.data, "nowhere"))).code).toBe(1);
  });

  it("owns the option --force, and rejects extra words", async () => {
    using shop = place();
    expect(await run("verify --force", shop.data)).toMatchObject({ code: 2, stderr: expect.stringContaining("reset") });
    expect((await run("reset now --yes", shop.data)).code).toBe(2);
  });
});
