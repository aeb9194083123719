import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { environmentOf } from "../../../../../main/configuration/settings/environment.ts";
import { checkProvisioning, readProvisioning } from "../../../../../main/configuration/settings/provision.ts";
import { storeProvisioning } from "../../../../../main/configuration/settings/stored-settings.ts";
import { explain } from "../../../../../main/lib/startup-error.ts";
import { operations } from "../../../../../main/payments/queue/operations.ts";
import type { Database } from "../../../../../main/storage/database/database.ts";
import { storedSettings } from "../../../../../main/storage/database/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { testVault } from "../../../../support/vault.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const files: Record<string, string> = { "key.pem": privateKey, "service.pem": publicKey, "nonsense.pem": "not a key" };
const readFile = (name: string) => {
  const text = files[name];
  if (text === undefined) throw new Error("ENOENT");
  return text;
};

function good() {
  return {
    service: {
      baseUrl: "https://pay.example/",
      merchant: "T001",
      user: "till",
      auth: { scheme: "RSA-SHA256", privateKeyFile: "key.pem" } as Record<string, unknown>,
      testbedToken: "testbed-token-value",
      publicKeyFile: "service.pem",
    } as Record<string, unknown>,
    pos: { id: "counter-1", name: "Counter 1", type: "store" } as Record<string, unknown>,
    currency: "NOK",
    staff: { managerPin: "481516" } as Record<string, unknown>,
  };
}

const CUP = { id: "cup", name: "A cup", amount: 4900 };
const CODED = { ...CUP, barcode: "7038010021145" };
const DRINKS = { id: "drinks", name: "Drinks" };
const LEAD = { id: "lead", name: "Lead", rights: ["sale", "discount"], refundLimit: 0 };

describe("a provisioning file", () => {
  it("is read with its defaults when valid", () => {
    const checked = checkProvisioning(good(), readFile, false);
    expect(checked).toMatchObject({
      ok: true,
      value: {
        settings: {
          service: { baseUrl: "https://pay.example", vendor: "svc", scheme: "RSA-SHA256", publicKey },
          locale: "nb-NO",
          polling: { activeMs: 1000, idleMs: 15_000 },
          expiry: { counterSeconds: 300, kioskSeconds: 180, codeSeconds: 180 },
        },
        managerPin: "481516",
      },
    });
  });

  it("may name different vendors for the media type and the headers", () => {
    const content = good();
    Object.assign(content.service, { vendor: "settle", mediaType: "mcash" });
    expect(checkProvisioning(content, readFile, false)).toMatchObject({
      ok: true,
      value: { settings: { service: { vendor: "settle", mediaType: "mcash" } } },
    });
  });

  it("separates its secrets from the database's values", () => {
    const checked = checkProvisioning(good(), readFile, false);
    if (!checked.ok) throw new Error("refused");
    const storedText = JSON.stringify(checked.value.settings);
    for (const secret of ["PRIVATE KEY", "testbed-token-value", "481516"]) expect(storedText).not.toContain(secret);
    expect(checked.value.secrets).toMatchObject({ privateKey, testbedToken: "testbed-token-value" });
  });

  it.each<[string, (content: ReturnType<typeof good>) => void]>([
    ["service.baseUrl", (content) => (content.service.baseUrl = "http://pay.example")],
    ["service.baseUrl", (content) => (content.service.baseUrl = "https://user:pass@pay.example")],
    ["service.baseUrl", (content) => delete content.service.baseUrl],
    ["service.user", (content) => (content.service.user = null)],
    ["service.merchant", (content) => (content.service.merchant = "T001\r\nX-Evil: 1")],
    [
      "service.auth.privateKeyFile",
      (content) => (content.service.auth = { scheme: "RSA-SHA256", privateKeyFile: "nonsense.pem" }),
    ],
    [
      "service.auth.privateKeyFile",
      (content) => (content.service.auth = { scheme: "RSA-SHA256", privateKeyFile: "missing.pem" }),
    ],
    ["service.auth.secret", (content) => (content.service.auth = { scheme: "SECRET" })],
    ["service.auth.scheme", (content) => (content.service.auth = { scheme: "BASIC" })],
    [
      "service.auth.scheme",
      (content) =>
        Object.assign(content.service, { integrator: "I1", auth: { scheme: "SECRET", secret: "long-enough" } }),
    ],
    ["service.publicKeyFile", (content) => (content.service.publicKeyFile = "nonsense.pem")],
    ["service.mediaType", (content) => (content.service.mediaType = "a/b")],
    ["service.colour", (content) => (content.service.colour = "red")],
    ["pos.type", (content) => (content.pos.type = "kiosk")],
    ["pos.name", (content) => (content.pos.name = "x".repeat(101))],
    ["pos.location.latitude", (content) => (content.pos.location = { latitude: 91 })],
    ["currency", (content) => (content.currency = "kroner")],
    ["currency", (content) => (content.currency = "QQQ")],
    ["callbacks.listen", (content) => Object.assign(content, { callbacks: { publicUrl: "https://till.example/" } })],
    ["callbacks.listen", (content) => Object.assign(content, { callbacks: { listen: "127.0.0.1" } })],
    ["callbacks.listen", (content) => Object.assign(content, { callbacks: { listen: "127.0.0.1:99999" } })],
    ["polling.activeMs", (content) => Object.assign(content, { polling: { activeMs: 1 } })],
    ["staff.managerPin", (content) => (content.staff.managerPin = "1234")],
    ["staff.managerPin", (content) => (content.staff.managerPin = "123456")],
    ["staff.managerPin", (content) => (content.staff.managerPin = "274951")],
    ["locale", (content) => Object.assign(content, { locale: "norsk bokmål" })],
    ["products[1].id", (content) => Object.assign(content, { products: [CUP, { ...CUP, name: "Another" }] })],
    ["products[1].barcode", (content) => Object.assign(content, { products: [CODED, { ...CODED, id: "b" }] })],
    ["products[0].category", (content) => Object.assign(content, { products: [{ ...CUP, category: "nowhere" }] })],
    ["categories[1].id", (content) => Object.assign(content, { categories: [DRINKS, { ...DRINKS, name: "More" }] })],
    ["roles[1].id", (content) => Object.assign(content, { roles: [LEAD, { ...LEAD, name: "Another" }] })],
    ["roles[1].name", (content) => Object.assign(content, { roles: [LEAD, { ...LEAD, id: "b", name: "lead" }] })],
    ["roles[0].name", (content) => Object.assign(content, { roles: [{ ...LEAD, name: null }] })],
    ["roles[0].name", (content) => Object.assign(content, { roles: [{ ...LEAD, name: "Cashier" }] })],
    ["roles[1].name", (content) => Object.assign(content, { roles: [LEAD, { ...LEAD, id: "b", name: " leder" }] })],
  ])("with an invalid %s is refused with the field's name", (field, invalidate) => {
    const content = good();
    invalidate(content);
    const checked = checkProvisioning(content, readFile, false);
    expect(checked.ok ? [] : checked.problems.map((problem) => problem.field)).toContain(field);
  });

  it.each([
    ["a key's text instead of its file's name", privateKey],
    ["the same without line breaks", privateKey.replaceAll("\n", " ")],
    ["the body of a key's file", privateKey.split("\n").slice(1, -2).join("")],
  ])("never repeats %s", (_what, pasted) => {
    for (const field of ["privateKeyFile", "publicKeyFile", "caFile", "certFile", "keyFile"]) {
      const content = good();
      if (field === "privateKeyFile") content.service.auth = { scheme: "RSA-SHA256", privateKeyFile: pasted };
      else if (field.startsWith("publicKey") || field === "caFile") content.service[field] = pasted;
      else {
        const tls = { certFile: "service.pem", keyFile: "key.pem", [field]: pasted };
        Object.assign(content, { callbacks: { listen: "127.0.0.1:0", publicUrl: "https://t.example/", tls } });
      }
      const checked = checkProvisioning(content, readFile, false);
      if (checked.ok) throw new Error("accepted");
      expect(checked.problems.map((problem) => problem.field).join()).toContain(field);
      const message = explain("No.", checked.problems);
      for (const line of privateKey.split("\n").slice(1, -2)) expect(message).not.toContain(line.slice(0, 20));
    }
  });

  it("repeats nothing of invalid JSON, and reports the error's position", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "till.json");
    for (const [text, line, column] of [
      ['{"auth":{"secret":"hunter2-very-secret" "x":1}}', 1, 41],
      ['{"auth":{"secret": hunter2-very-secret}}', 1, 20],
      ['{"auth":\n  {"secret": \'hunter2-very-secret\'}}', 2, 14],
      ['{"staff":{"managerPin":4815I6}}', 1, 28],
      ['{"staff":{"managerPin":"481516",}}', 1, 33],
      ['{"staff":{"managerPin":"481516"', 1, 32],
    ] as const) {
      writeFileSync(path, text);
      expect(readProvisioning(path)).toMatchObject({
        ok: false,
        problems: [{ field: path, expected: `valid JSON: the error is at line ${line}, column ${column}` }],
      });
    }
  });

  it.runIf(process.platform !== "win32")("that is a FIFO, or links to an endless file, is refused immediately", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "till.json");
    const expected = expect.stringContaining("a readable file of at most 16 MB");
    spawnSync("mkfifo", [path]);
    expect(readProvisioning(path)).toMatchObject({ ok: false, problems: [{ field: path, expected }] });
    rmSync(path);
    symlinkSync("/dev/zero", join(folder.path, "endless.pem"));
    writeFileSync(path, JSON.stringify({ ...good(), service: { ...good().service, caFile: "endless.pem" } }));
    const { problems } = readProvisioning(path) as { problems: object[] };
    expect(problems).toContainEqual(expect.objectContaining({ field: "service.caFile", expected }));
  });

  it("that is missing or not JSON is reported by name", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "till.json");
    expect(readProvisioning(path)).toMatchObject({ ok: false, problems: [{ field: path }] });
    writeFileSync(path, "{ not json");
    expect(readProvisioning(path)).toMatchObject({
      ok: false,
      problems: [{ field: path, expected: expect.stringContaining("JSON") }],
    });
  });
});

/** A completed sale. */
function addPaid(database: Database): void {
  database
    .prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
       VALUES ('p', 1, 'A-1', 'SALE', 'NOK', 100, 0, 0, 'captured', 0, 0)`,
    )
    .run();
}

describe("active provisioning", () => {
  const checkedOf = (content: object) => {
    const checked = checkProvisioning(content, readFile, false);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    return checked.value;
  };

  it("survives a restart, with its secrets only in the vault", () => {
    using made = temporaryDatabase();
    const vault = testVault(made.folder);
    const journal = createJournal(made.database);
    expect(storeProvisioning({ database: made.database, vault, journal, now: 1 }, checkedOf(good()))).toEqual([]);
    expect(storedSettings(made.database)).toMatchObject({ currency: "NOK", service: { merchant: "T001" } });
    expect(testVault(made.folder).get("privateKey")).toBe(privateKey);
    const written = made.database.serialize();
    for (const secret of ["PRIVATE KEY", "testbed-token-value", "481516"]) expect(written.includes(secret)).toBe(false);
    expect(existsSync(join(made.folder, "vault.json"))).toBe(true);
  });

  it("does not switch to another service while payments are open", () => {
    using made = temporaryDatabase();
    const vault = testVault(made.folder);
    const ports = { database: made.database, vault, journal: createJournal(made.database), now: 1 };
    storeProvisioning(ports, checkedOf(good()));
    made.database
      .prepare(
        `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
         VALUES ('p', 1, 'A-1', 'AUTH', 'NOK', 100, 0, 0, 'authorised', 0, 0)`,
      )
      .run();
    const changed = good();
    changed.service.merchant = "T002";
    expect(storeProvisioning(ports, checkedOf(changed))).toMatchObject([
      { field: "service.merchant", expected: expect.stringContaining("T001") },
    ]);
    expect(storedSettings(made.database)).toMatchObject({ service: { merchant: "T001" } });
  });

  it.each<[string, string, (content: ReturnType<typeof good>) => void]>([
    ["pos.id", "counter-1", (content) => (content.pos.id = "counter-2")],
    ["service.baseUrl", "https://pay.example", (content) => (content.service.baseUrl = "https://moved.example")],
  ])("keeps its %s while a payment or a request is unfinished", (field, was, change) => {
    using made = temporaryDatabase();
    const vault = testVault(made.folder);
    const ports = { database: made.database, vault, journal: createJournal(made.database), now: 1 };
    storeProvisioning(ports, checkedOf(good()));
    const other = good();
    change(other);
    addPaid(made.database);
    const set = (sql: string) => made.database.exec(sql);
    const refused = [{ field, expected: `${was}, until its unfinished payments are complete (1)` }];
    set("UPDATE payment SET phase = 'waiting'");
    expect(storeProvisioning(ports, checkedOf(other))).toMatchObject(refused);
    set("UPDATE payment SET phase = 'captured'");
    operations(made.database).enqueue({ id: "r", posTid: "p", kind: "refund", body: Buffer.from("{}") }, 1);
    expect(storeProvisioning(ports, checkedOf(other))).toMatchObject(refused);
    expect(storedSettings(made.database)).toMatchObject({ pos: { id: "counter-1" } });
    operations(made.database).settle("r", { state: "done" }, 2);
    expect(storeProvisioning(ports, checkedOf(other))).toEqual([]);
  });

  it.each([
    ["service.merchant", "T001", (content: ReturnType<typeof good>) => (content.service.merchant = "T002")],
    ["currency", "NOK", (content: ReturnType<typeof good>) => (content.currency = "EUR")],
  ])("never mixes payments of another %s", (field, was, change) => {
    using made = temporaryDatabase();
    const vault = testVault(made.folder);
    const ports = { database: made.database, vault, journal: createJournal(made.database), now: 1 };
    const changed = good();
    change(changed);
    // Without open payments, the change corrects a typing error.
    expect(storeProvisioning(ports, checkedOf(changed))).toEqual([]);
    expect(storeProvisioning(ports, checkedOf(good()))).toEqual([]);
    addPaid(made.database);
    expect(storeProvisioning(ports, checkedOf(changed))).toMatchObject([
      { field, expected: `another data folder (--data): this one has payments in ${was}` },
    ]);
    expect(storedSettings(made.database)).toMatchObject({ currency: "NOK", service: { merchant: "T001" } });
  });

  it("follows its service to another address when nothing is unfinished", () => {
    using made = temporaryDatabase();
    const vault = testVault(made.folder);
    const ports = { database: made.database, vault, journal: createJournal(made.database), now: 1 };
    expect(storeProvisioning(ports, checkedOf(good()))).toEqual([]);
    addPaid(made.database);
    const moved = good();
    moved.service.baseUrl = "https://pay.moved.example";
    expect(storeProvisioning(ports, checkedOf(moved))).toEqual([]);
    expect(storedSettings(made.database)).toMatchObject({ service: { baseUrl: "https://pay.moved.example" } });
  });

  it("never mixes demo payments with real ones", () => {
    using made = temporaryDatabase();
    const vault = testVault(made.folder);
    const ports = { database: made.database, vault, journal: createJournal(made.database), now: 1 };
    const real = checkedOf(good());
    storeProvisioning(ports, { ...real, settings: { ...real.settings, demo: true } });
    expect(storeProvisioning(ports, real)).toMatchObject([{ field: "--data" }]);
  });

  it("never mixes testbed payments with real ones, in either direction", () => {
    using made = temporaryDatabase();
    const vault = testVault(made.folder);
    const ports = { database: made.database, vault, journal: createJournal(made.database), now: 1 };
    const test = checkedOf(good());
    const live = good();
    delete live.service.testbedToken;
    expect(storeProvisioning(ports, test)).toEqual([]);
    expect(environmentOf(test.settings, vault)).toBe("test");
    // Without open payments, the till may switch.
    expect(storeProvisioning(ports, checkedOf(live))).toEqual([]);
    expect(environmentOf(test.settings, vault)).toBe("live");
    const here = { ...test.settings, service: { ...test.settings.service, baseUrl: "http://127.0.0.1:4000" } };
    expect(environmentOf(here, vault)).toBe("test");
    addPaid(made.database);
    expect(storeProvisioning(ports, test)).toEqual([
      { field: "--data", expected: expect.stringContaining("a real till's") },
    ]);
    expect(environmentOf(test.settings, vault)).toBe("live");
    vault.put("testbedToken", "testbed-token-value");
    expect(storeProvisioning(ports, checkedOf(live))).toEqual([
      { field: "--data", expected: expect.stringContaining("a testbed's") },
    ]);
  });
});
