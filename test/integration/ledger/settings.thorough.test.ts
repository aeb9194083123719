/** Settings from head office, from signing to the till: activated when idle, kept, refused, rolled back. */
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CentreHealth, SignedConfiguration } from "../../../contract/head-office/centre.ts";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
import { acceptedRecipients, makeKeys, publishSettings } from "../../../ledger/settings.ts";
import { addTill, revokeTill } from "../../../ledger/tills.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

let server: TestPostgres;
let ledger: Ledger;
const folder = temporaryFolder();
const keyPath = join(folder.path, "head-office.pem");
const publicKey = makeKeys(keyPath);

beforeAll(async () => {
  server = await startPostgres();
  ledger = openLedger(server.url, null);
  await initLedger(ledger);
});

afterAll(async () => {
  await ledger.end();
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

let files = 0;
const HOUR_MS = 3_600_000;

function publish(settings: object, to: string, { key = keyPath, isNewKey = false, now = Date.now } = {}) {
  const path = join(folder.path, `settings-${++files}.json`);
  writeFileSync(path, JSON.stringify(settings));
  return publishSettings(ledger, { path, to, keyPath: key, isNewKey }, now);
}

const MANAGER = {
  id: "manager",
  name: null,
  rights: ["sale", "abort", "capture", "release", "refund"],
  refundLimit: 500,
};

const OPEN_STAFF = { requireSignIn: false, idleLockMinutes: 60 };

/** Creates a till that receives settings from the ledger or from an address. */
async function tillOf(name: string, shop: string, url: string | null = null, provisionedShop: string | null = shop) {
  const own = await addTill(ledger, { id: name, shop, replaces: null, renew: false }, server.url);
  const clock = fastClock(1);
  const provisioning = { ledger: { url: own, till: name }, centre: { publicKey, url, shop: provisionedShop } };
  const till = await createTestTill({ clock, callbacks: false, provisioning });
  return { till, clock, [Symbol.asyncDispose]: () => till[Symbol.asyncDispose]() };
}

async function centre({ must }: TestTill): Promise<CentreHealth> {
  return (await must("diagnostics.health", {})).centre;
}

/** Resolves when the till has polled often enough to reach this state. */
async function becomes({ till, clock }: Awaited<ReturnType<typeof tillOf>>, wanted: Partial<CentreHealth>) {
  await expect
    // The ledger responds asynchronously; a request times out after five seconds of this clock.
    .poll(
      async () => {
        clock.pass(61_000);
        await clock.sleep(1);
        return await centre(till);
      },
      { interval: 400 },
    )
    .toMatchObject(wanted);
}

const events = ({ database }: TestTill) =>
  database.prepare("SELECT event FROM journal WHERE event LIKE 'centre.%' ORDER BY sequence").pluck().all();

describe("settings from head office", () => {
  it("wait for an idle till, become active then, and are shown in Health and the journal", async () => {
    await using world = await tillOf("idle", "Vika");
    const { till } = world;
    await becomes(world, { state: "none", parts: [] });
    await till.asManager();
    await publish({ roles: [MANAGER], language: "sv" }, "all");
    await publish({ language: "da" }, "shop:Vika");
    await publish({ language: "fi" }, "shop:Elsewhere");
    await becomes(world, { state: "waiting", versions: ["all 1", "shop:Vika 1"] });
    expect((await till.must("staff.policy", {})).roles.find(({ id }) => id === "manager")?.refundLimit).toBeNull();
    await till.must("staff.signOut", {});
    await becomes(world, {
      state: "current",
      versions: ["all 1", "shop:Vika 1"],
      parts: ["roles", "language"],
      refundLimits: [{ role: "manager", limit: 500 }],
    });
    expect((await till.must("staff.policy", {})).roles.find(({ id }) => id === "manager")?.refundLimit).toBe(500);
    expect((await till.must("display.get", {})).language).toBe("da");
    expect(events(till)).toEqual(["centre.applied"]);
    const view = async () => (await till.must("centre.get", {})).settings;
    const isoTime = expect.stringMatching(/^\d{4}-/);
    expect(await view()).toEqual([
      { part: "roles", for: "all", version: 1, since: isoTime, isChanged: false },
      { part: "language", for: "shop", version: 1, since: isoTime, isChanged: false },
    ]);

    // A later change by the owner counts until head office changes the same setting.
    await till.asManager();
    await till.must("staff.setRole", { ...MANAGER, rights: ["sale", "refund"], refundLimit: 900 } as never);
    expect((await view()).map(({ part, isChanged }) => [part, isChanged])).toEqual([
      ["roles", true],
      ["language", false],
    ]);
    await till.must("staff.signOut", {});
    await publish(
      { roles: [MANAGER], language: "sv", updates: { enabled: false, quietHours: { from: "01:00", to: "02:00" } } },
      "all",
    );
    await becomes(world, { versions: ["all 2", "shop:Vika 1"], parts: ["roles", "language", "updates"] });
    expect((await till.must("staff.policy", {})).roles.find(({ id }) => id === "manager")?.refundLimit).toBe(900);
    expect((await till.must("updates.get", {})).settings.enabled).toBe(false);
    expect((await view()).at(-1)).toMatchObject({ part: "updates", for: "all", version: 2, isChanged: false });
    // Head office has not named this custom role.
    await publish({ roles: [{ ...MANAGER, refundLimit: 600 }] }, "all");
    await becomes(world, { versions: ["all 3", "shop:Vika 1"], refundLimits: [{ role: "manager", limit: 600 }] });
    await till.asManager();
    await till.must("staff.setRole", { id: undefined, name: "Evening", rights: ["sale"], refundLimit: 0 });
    expect((await view())[0]).toMatchObject({ part: "roles", version: 3, isChanged: false });
    await till.must("staff.signOut", {});
  });

  it("are rolled back when they degrade the till, also over a restart, and are not retried", async () => {
    await using world = await tillOf("worse", "Lillehammer");
    const { till, clock } = world;
    await publish({ roles: [{ ...MANAGER, refundLimit: 1 }], language: "pl" }, "till:worse");
    // The state includes what the first test published for all.
    const parts: CentreHealth["parts"] = expect.arrayContaining(["roles", "language"]);
    await becomes(world, { state: "current", parts });
    await till.restart();
    // A payment now needs an operator.
    const { posTid } = await till.pay("SALE", 10_000);
    till.database.prepare("UPDATE operation SET state = 'parked', settled_at = NULL WHERE pos_tid = ?").run(posTid);
    await becomes(world, { state: "rolled_back", detail: "queue_parked", parts: [] });
    expect((await till.must("staff.policy", {})).roles.find(({ id }) => id === "manager")?.refundLimit).toBeNull();
    expect((await till.must("display.get", {})).language).not.toBe("pl");
    clock.pass(300_000);
    await becomes(world, { state: "rolled_back" });
    expect(events(till)).toEqual(["centre.applied", "centre.rolledBack"]);
    await publish({ language: "pl" }, "till:worse");
    await becomes(world, { state: "current", parts });
  });

  it("can come from an address, are trusted only by their signature, and are kept when the address is gone", async () => {
    const served: { list: SignedConfiguration[]; status: number } = { list: [], status: 200 };
    const web = createServer((_request, response) => {
      response.writeHead(served.status).end(JSON.stringify(served.list));
    });
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    await using opened = new AsyncDisposableStack();
    opened.defer(() => new Promise<void>((resolve) => void web.close(() => resolve())));
    const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/settings.json`;
    await using world = await tillOf("web", "Tromsø", url);
    const { signed } = await publish({ language: "uk" }, "till:web");
    served.list = [signed];
    await becomes(world, { state: "current", versions: ["till:web 1"], parts: ["language"] });
    served.list = [{ ...signed, text: signed.text.replace("uk", "de") }];
    await becomes(world, { state: "refused", detail: "not_signed" });
    served.status = 503;
    await becomes(world, { state: "unreached", detail: "HTTP 503", parts: ["language"] });
    expect((await world.till.must("display.get", {})).language).toBe("uk");
  });
});

/**
 * An attacker who controls the ledger's database offers this to every till: `configuration` rows that head office once
 * signed.
 */
async function offer(rows: string) {
  await ledger.run(`CREATE OR REPLACE FUNCTION configurations_of(of_till text) RETURNS json LANGUAGE sql SECURITY DEFINER AS $$
    SELECT coalesce(json_agg(json_build_object('text', text, 'signature', signature)), '[]') FROM configuration WHERE ${rows} $$`);
}

describe("a database without head office's key", () => {
  let genuine = "";

  beforeAll(async () => {
    const [row] = await ledger<{
      text: string;
    }>`SELECT pg_get_functiondef('configurations_of(text)'::regprocedure) AS text`;
    genuine = row?.text ?? "";
  });

  afterEach(() => ledger.run(genuine));

  const limitOf = async (till: TestTill) =>
    (await till.must("staff.policy", {})).roles.find(({ id }) => id === "manager")?.refundLimit;
  const refusals = ({ database }: TestTill) =>
    database
      .prepare("SELECT data FROM journal WHERE event = 'centre.refused' ORDER BY sequence")
      .pluck()
      .all()
      .map((data) => JSON.parse(String(data)));

  it("delivers no settings of another shop or till, and the refusal is in Health and, once, in the journal", async () => {
    await using world = await tillOf("shop-one-till", "Shop one");
    await publish({ roles: [{ ...MANAGER, refundLimit: 900_000 }], staff: OPEN_STAFF }, "shop:Shop two");
    await publish({ roles: [{ ...MANAGER, refundLimit: 900_000 }] }, "till:shop-two-till");
    await offer("scope = 'shop:Shop two'");
    await becomes(world, { state: "refused", detail: "other_shop", parts: [], versions: [] });
    await becomes(world, { state: "refused", detail: "other_shop" });
    expect(await limitOf(world.till)).toBeNull();
    expect(refusals(world.till)).toEqual([{ problem: "other_shop", for: "shop:Shop two", version: 1 }]);
    await offer("scope = 'till:shop-two-till'");
    await becomes(world, { state: "refused", detail: "other_till", parts: [], versions: [] });
  });

  it("delivers no shop settings to a till that was provisioned without a shop", async () => {
    await using world = await tillOf("shopless", "Shop one", null, null);
    await publish({ language: "uk" }, "shop:Shop one");
    await becomes(world, { state: "refused", detail: "shop_not_provisioned" });
    expect((await world.till.must("display.get", {})).language).not.toBe("uk");
  });

  it("restores no older settings through a replay, a restart or a database backup", async () => {
    await using world = await tillOf("replayed", "Replays");
    const { till } = world;
    const ownVersion = "scope = 'till:replayed'";
    await publish({ roles: [{ ...MANAGER, refundLimit: 900_000 }] }, "till:replayed");
    await offer(ownVersion);
    await becomes(world, { state: "current", versions: ["till:replayed 1"] });
    const backup = join(folder.path, "replayed.db");
    await till.database.backup(backup);
    for (const refundLimit of [800_000, 500]) {
      await publish({ roles: [{ ...MANAGER, refundLimit }] }, "till:replayed");
    }
    await offer(`${ownVersion} AND version = 3`);
    await becomes(world, { state: "current", versions: ["till:replayed 3"] });
    expect(await limitOf(till)).toBe(500);

    await offer(`${ownVersion} AND version = 2`);
    const older = { state: "refused", detail: "older_version" } as const;
    await becomes(world, older);
    await till.restart();
    await becomes(world, older);
    expect(await limitOf(till)).toBe(500);

    await till.restart((path) => {
      copyFileSync(backup, path);
      for (const suffix of ["-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
    });
    await becomes(world, { ...older, versions: [] });
    expect(await limitOf(till)).toBe(900_000);
    await offer(`${ownVersion} AND version = 3`);
    await becomes(world, { state: "current", versions: ["till:replayed 3"] });
    expect(await limitOf(till)).toBe(500);
  });

  it("stops no till with a response that is not a list of settings", async () => {
    await using world = await tillOf("confused", "Confused");
    await ledger.run(`CREATE OR REPLACE FUNCTION configurations_of(of_till text) RETURNS json LANGUAGE sql SECURITY DEFINER
      AS $$ SELECT '[{"text": 1, "signature": null}]'::json $$`);
    await becomes(world, { state: "unreached", detail: "no list of signed configurations" });
  });
});

describe("signing", () => {
  it("keeps the private key in a file that only its owner can read, and replaces no existing file", () => {
    expect(statSync(keyPath).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyPath, "utf8")).toContain("PRIVATE KEY");
    expect(() => makeKeys(keyPath)).toThrow("expected a new file");
    expect(existsSync(keyPath)).toBe(true);
  });

  it("names errors in the settings and publishes nothing then", async () => {
    await expect(publish({ staff: { managerPin: MANAGER_PIN } }, "till:never")).rejects.toThrow("settings.staff");
    await expect(publish({}, "everyone")).rejects.toThrow("for: expected all, shop:<name> or till:<id>");
    expect(await ledger`SELECT 1 FROM configuration WHERE scope = 'till:never'`).toEqual([]);
  });

  it("reads settings and a key as PowerShell saves them, and names the position of an invalid byte", async () => {
    const path = join(folder.path, "powershell.json");
    const key = join(folder.path, "powershell.pem");
    writeFileSync(key, `\ufeff${readFileSync(keyPath, "utf8").replaceAll("\n", "\r\n")}`, "utf16le");
    writeFileSync(path, `\ufeff${JSON.stringify({ roles: [{ ...MANAGER, name: "Åpner" }] })}`, "utf16le");
    const to = "shop:PowerShell";
    const { signed } = await publishSettings(ledger, { path, to, keyPath: key, isNewKey: false }, Date.now);
    expect(JSON.parse(signed.text)).toMatchObject({ settings: { roles: [{ name: "Åpner" }] } });
    writeFileSync(path, Buffer.concat([Buffer.from('{\n"Åå": "'), Buffer.of(0xf8), Buffer.from('"}')]));
    await expect(publishSettings(ledger, { path, to, keyPath: key, isNewKey: false }, Date.now)).rejects.toThrow(
      "expected text in UTF-8: the character at line 2, column 8 cannot be read",
    );
    // Polish letters as Notepad saves them in Poland: every byte is also a letter in the western code page.
    writeFileSync(path, Buffer.concat([Buffer.from('{"shop": {"name": "'), Buffer.of(0xaf, 0x61), Buffer.from('"}}')]));
    await expect(publishSettings(ledger, { path, to, keyPath: key, isNewKey: false }, Date.now)).rejects.toThrow(
      "Save the file as UTF-8.",
    );
  });

  it("continues from a version that its key has signed, and refuses one that the database has raised far", async () => {
    const insert = (version: string) =>
      ledger`INSERT INTO configuration (scope, version, text, signature)
        SELECT scope, ${version}::bigint, text, signature FROM configuration WHERE scope = 'till:raised' AND version = 1`;
    await publish({ language: "sv" }, "till:raised");
    await insert("1000");
    const { version } = await publish({ language: "da" }, "till:raised");
    expect(version).toBe(1001);
    await insert("9007199254740990");
    await expect(publish({ language: "nb" }, "till:raised")).rejects.toThrow(
      "at most 1000 above it (1001), and the ledger has 9007199254740990 for till:raised",
    );
  });

  it("finds the rows that its key has signed below any number of other rows", async () => {
    const insert = async (from: number, to: number) =>
      ledger`INSERT INTO configuration (scope, version, text, signature)
        SELECT 'till:buried', version, 'no settings', '' FROM generate_series(${from}::bigint, ${to}::bigint) AS version`;
    await insert(1000, 1000);
    expect((await publish({ language: "sv" }, "till:buried")).version).toBe(1001);
    await insert(1002, 1251);
    expect((await publish({ language: "da" }, "till:buried")).version).toBe(1252);
  });

  it("reports that the previous version is not signed with its key", async () => {
    const key = join(folder.path, "other.pem");
    makeKeys(key);
    const publishWith = (options: object) => publish({ language: "sv" }, "till:two-keys", options);
    expect(await publishWith({})).toMatchObject({ version: 1, otherKeyVersion: null });
    expect(await publishWith({})).toMatchObject({ version: 2, otherKeyVersion: null });
    expect(await publishWith({ key })).toMatchObject({ version: 3, otherKeyVersion: 2 });
    expect(await publishWith({ key })).toMatchObject({ version: 4, otherKeyVersion: null });
    expect(await publishWith({})).toMatchObject({ version: 5, otherKeyVersion: 4 });
  });

  it("starts a new version sequence with --new-key", async () => {
    const key = join(folder.path, "second.pem");
    makeKeys(key);
    await publish({ language: "sv" }, "till:rekeyed");
    await ledger`INSERT INTO configuration (scope, version, text, signature)
      SELECT scope, 5000, text, signature FROM configuration WHERE scope = 'till:rekeyed'`;
    await expect(publish({ language: "da" }, "till:rekeyed", { key })).rejects.toThrow("--new-key");
    expect((await publish({ language: "da" }, "till:rekeyed", { key, isNewKey: true })).version).toBe(5001);
    expect((await publish({ language: "nb" }, "till:rekeyed", { key })).version).toBe(5002);
    await ledger`INSERT INTO configuration (scope, version, text, signature) VALUES ('till:rekeyed', 9000, '', '')`;
    await expect(publish({ language: "nb" }, "till:rekeyed", { key, isNewKey: true })).rejects.toThrow(
      "at most 1000 above it (5002)",
    );
  });

  it.each([
    ["after the previous version, which was issued with a clock twelve hours ahead", 12, 12 * HOUR_MS + 1],
    ["now, when the previous version was issued too far ahead for any till", 30, 0],
  ])("is dated %s", async (_when, hours, laterMs) => {
    const to = `till:ahead-${hours}`;
    const now = Date.parse("2026-03-02T10:00:00Z");
    await publish({ language: "sv" }, to, { now: () => now + hours * HOUR_MS });
    const { signed } = await publish({ language: "da" }, to, { now: () => now });
    expect(Date.parse(JSON.parse(signed.text).issuedAt)).toBe(now + laterMs);
  });

  it("lists the existing scopes when the given one matches no till", async () => {
    await addTill(ledger, { id: "signing-1", shop: "Signing", replaces: null, renew: false }, server.url);
    for (const to of ["all", "shop:Signing", "till:signing-1"]) expect(await acceptedRecipients(ledger, to)).toBe(null);
    for (const to of ["shop:Signings", "till:signing-2"])
      expect(await acceptedRecipients(ledger, to)).toEqual(
        expect.arrayContaining(["all", "shop:Signing", "till:signing-1"]),
      );
    await revokeTill(ledger, "signing-1");
    expect(await acceptedRecipients(ledger, "shop:Signing")).not.toContain("till:signing-1");
  });
});
