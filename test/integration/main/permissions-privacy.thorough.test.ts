/** The till writes customer data only sealed, and erases it at its deadline. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultPresets } from "../../../contract/customers/permission-presets.ts";
import { sealedRecords } from "../../../main/customers/records.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { makeBackup } from "../../../main/storage/backups/backups.ts";
import { DEMO_CUSTOMERS } from "../../../sandbox/state/customers.ts";
import { grantedTo, isRead, permissionUntil } from "../../support/permissions.ts";
import { KARI } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

/** The customer's shared data in full, as the service returns it. */
const CLAIMS = ["Kari Nordmann", "Nordmann", "kari.nordmann@example.com", "Markveien 35", "Markveien", "0554 Oslo"];

/** Returns the till's files that contain a text. */
function holding({ folder }: TestTill, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

/** Returns the tokens and claims stored for a permission, as only the till can open them. */
function keptOf({ database, vault }: TestTill, posTid: string) {
  const sealed = database.prepare<[string], Buffer | null>("SELECT sealed FROM permission WHERE pos_tid = ?").pluck();
  const bytes = sealed.get(posTid) ?? null;
  return bytes === null ? null : sealedRecords(vault).open(posTid, bytes);
}

/** Returns the customer's national id from the service's customers. */
function nationalIdOf(): string {
  return DEMO_CUSTOMERS.find(({ phone: number }) => number === KARI)?.national_id ?? "";
}

describe("customer data", () => {
  it("is in no database, backup, journal, log, event or export", async () => {
    const log: string[] = [];
    await using world = await createTestTill({ log: { write: (line) => void log.push(line) } });
    const secrets = new Set(CLAIMS);
    for (const { id } of defaultPresets("nb")) {
      const { posTid } = await grantedTo(world, { preset: id });
      const { accessToken, refreshToken, claims } = keptOf(world, posTid) ?? {};
      expect(accessToken).toBeDefined();
      for (const token of [accessToken, refreshToken]) if (token) secrets.add(token);
      for (const value of Object.values(claims ?? {}).flatMap((part) => Object.values(part)))
        if (value.length > 4) secrets.add(value);
    }
    const payment = await world.must("payment.start", { action: "SALE", amount: 900, preset: "member" });
    await world.phone.scan(payment.qr?.text ?? "");
    const { tid } = await world.waitForPayment(payment.posTid, (one) => one.phase === "waiting" && one.tid !== null);
    await world.phone.approve(tid ?? "");
    await permissionUntil(world, payment.posTid, isRead);
    await world.waitForPhase(payment.posTid, "captured");
    const token = keptOf(world, payment.posTid)?.accessToken;
    expect(token).toBeDefined();
    secrets.add(token ?? "");
    await world.asManager();
    const file = await world.must("payment.file", { posTid: payment.posTid });
    const story = await world.must("payment.story", { posTid: payment.posTid });
    const journal = await world.must("journal.list", { limit: 200 });
    const list = await world.must("permission.list", {});
    await makeBackup(world.database, { folder: join(world.folder, "backups"), at: 0, kind: "hourly" });
    const output = JSON.stringify([world.events, file, story, journal, list]) + log.join("");
    const nationalId = nationalIdOf();
    expect(nationalId).toMatch(/^\d{11}$/);
    for (const secret of [...secrets, nationalId]) {
      expect([secret, holding(world, secret)]).toEqual([secret, []]);
      expect([secret, output.includes(secret)]).toEqual([secret, false]);
    }
    // The age check stored only its result.
    expect(list.items.find(({ preset }) => preset === "age-18")?.claims.fodselsnummer).toMatchObject({
      over_18: "yes",
    });
  });

  it("is erased at its deadline, also while the till was off, and an earlier backup does not open it", async () => {
    let passed = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + passed };
    await using world = await createTestTill({ clock, callbacks: false });
    const { posTid, deadline } = await grantedTo(world, { preset: "receipt-by-mail", keepDays: 2 });
    expect(Date.parse(deadline ?? "") - clock.now()).toBeGreaterThan(47 * 3_600_000);
    const before = world.database.prepare("SELECT sealed FROM permission").pluck().get() as Buffer;
    await world.restart(() => {
      passed = 49 * 3_600_000;
    });
    const erased = await permissionUntil(world, posTid, (one) => one.erased !== null);
    expect(erased).toMatchObject({ claims: {}, usable: false, deadline: null });
    expect(erased.erased).toMatchObject({ because: "deadline", claims: ["access_token", "customer", "email.email"] });
    expect(sealedRecords(world.vault).open(posTid, before)).toBeNull();
    await world.asManager();
    const refused = await world.call("permission.reveal", { posTid, claim: "email" });
    expect(refused).toMatchObject({ ok: false, error: { code: "illegal_state" } });
  });

  it("ends with the sale: the first sale after the grant can use it, the next cannot", async () => {
    await using world = await createTestTill();
    const { posTid } = await grantedTo(world, { preset: "ship-to-home" });
    await world.must("payment.start", { action: "SALE", amount: 100 });
    expect((await world.must("permission.get", { posTid })).erased).toBeNull();
    await world.must("payment.start", { action: "SALE", amount: 200 });
    const { erased } = await world.must("permission.get", { posTid });
    expect(erased).toMatchObject({ because: "sale" });
    expect(erased?.claims).toContain("shipping_address.street_address");
  });

  it("is erased at a user's request with a report by name, and revealed with a journal entry", async () => {
    await using world = await createTestTill();
    const { posTid } = await grantedTo(world, { preset: "member" });
    expect(await world.call("permission.reveal", { posTid, claim: "name" })).toMatchObject({
      error: { code: "not_allowed" },
    });
    expect(await world.call("customer.forget", { posTid })).toMatchObject({ error: { code: "not_allowed" } });
    await world.asManager();
    await world.must("permission.reveal", { posTid, claim: "name" });
    const [line] = (await world.must("journal.list", { event: "permission.revealed" })).items;
    expect(line).toMatchObject({ posTid, person: expect.any(String), values: { claim: "profile.name" } });
    const { erased } = await world.must("customer.forget", { posTid });
    expect(erased).toEqual(expect.arrayContaining(["access_token", "customer", "profile.name", "phone.phone_number"]));
    expect(keptOf(world, posTid)).toBeNull();
    expect(await world.must("permission.get", { posTid })).toMatchObject({ claims: {}, customer: null, usable: false });
    expect(await world.must("customer.forget", { posTid })).toEqual({ erased: [] });
  });
});
