import { describe, expect, it } from "vitest";
import { sealedRecords } from "../../../main/customers/records.ts";
import { maintain } from "../../../main/operations/maintenance/main.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { filesIn, leaksIn } from "../../support/leaks.ts";
import { grantedTo, isRead, permissionUntil } from "../../support/permissions.ts";
import { backUp } from "../../support/restoring.ts";
import { OLA, phone } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";
import { testVault } from "../../support/vault.ts";

const DAY_MS = 86_400_000;
const KEPT = { preset: "member", keepDays: 2 } as const;

const NAMES = ["access_token", "customer", "openid.sub", "profile.name", "phone.phone_number", "email.email"];

function sealedIn({ database }: TestTill, posTid: string): Buffer | null {
  return (
    database.prepare<[string], Buffer | null>("SELECT sealed FROM permission WHERE pos_tid = ?").pluck().get(posTid) ??
    null
  );
}

/** Expects that no copy of the row opens the data, and that no file contains it in plain text. */
function expectErased(world: TestTill, posTid: string, before: Buffer | null): void {
  expect(sealedIn(world, posTid)).toBeNull();
  expect(before).not.toBeNull();
  expect(sealedRecords(world.vault).open(posTid, before ?? Buffer.alloc(0))).toBeNull();
  expect(sealedRecords(world.vault).known()).not.toContain(posTid);
  const values = ["Kari Nordmann", CUSTOMER, "kari.nordmann@example.com"];
  expect(
    leaksIn(
      filesIn(world.folder),
      values.map((value) => ({ what: "a claim", value })),
    ),
  ).toEqual([]);
}

async function reported(world: TestTill, posTid: string) {
  await world.asManager();
  const { items } = await world.must("journal.list", { event: "customer.erased" });
  return items.filter((line) => line.posTid === posTid).map(({ values }) => values);
}

async function restored(world: TestTill, backup: string): Promise<void> {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) };
  const openVault = async (path: string) => testVault(path);
  const ports = { stdout: stream, stderr: stream, env: { TILL_DATA: world.folder }, now: Date.now(), openVault };
  expect([await maintain(["restore", backup], ports), lines.join("")]).toEqual([0, expect.any(String)]);
}

describe("customer data", () => {
  it("is erased when a user requests it, also while its claims are being read", async () => {
    await using world = await createTestTill();
    const { posTid } = await grantedTo(world, KEPT);
    const before = sealedIn(world, posTid);
    await world.asManager();
    const { erased } = await world.must("customer.forget", { posTid });
    expect(erased.toSorted()).toEqual(NAMES.toSorted());
    expectErased(world, posTid, before);
    expect(await reported(world, posTid)).toEqual([
      expect.objectContaining({ because: "asked", claims: erased.join(" ") }),
    ]);
    const reading = world.sandbox.faults.hold("OAUTH");
    const asked = await world.must("permission.request", { ...KEPT, customer: { kind: "phone", value: CUSTOMER } });
    const { rid } = await permissionUntil(world, asked.posTid, ({ phase }) => phase === "waiting");
    await phone(world.sandbox).grant(rid ?? "");
    await reading.arrived;
    const half = sealedIn(world, asked.posTid);
    await world.must("customer.forget", { posTid: asked.posTid });
    reading.release();
    await world.restart();
    expectErased(world, asked.posTid, half);
    expect(await world.must("permission.get", { posTid: asked.posTid })).toMatchObject({ claims: {}, customer: null });
  });

  it("is not stored once a payment's customer was forgotten during the request, and the payment continues", async () => {
    await using world = await createTestTill();
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 900, customer, preset: "member" });
    const { tid } = await world.waitForPayment(
      posTid,
      ({ phase, tid: known }) => phase === "waiting" && known !== null,
    );
    await world.asManager();
    await world.must("customer.forget", { posTid });
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(posTid, "captured");
    const { phase, claims, usable, granted, customer: shown } = await world.must("permission.get", { posTid });
    expect({ phase, claims, usable, granted, shown }).toEqual({
      ...{ phase: "aborted", claims: {}, usable: false, granted: [], shown: null },
    });
    expect(sealedIn(world, posTid)).toBeNull();
    expect(sealedRecords(world.vault).known()).toEqual([]);
    // The service's charge for it is known anyway.
    expect((await world.must("permission.get", { posTid })).fee).toMatchObject({ amount: 100 });
  });

  it("is erased at its deadline by the running till's clock, and not before", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock, callbacks: false });
    const { posTid } = await grantedTo(world, KEPT);
    const before = sealedIn(world, posTid);
    clock.pass(2 * DAY_MS - 60_000);
    await world.asManager();
    expect(await world.must("permission.reveal", { posTid, claim: "name" })).toEqual({ value: "Kari Nordmann" });
    clock.pass(60_000);
    const over = await world.call("permission.reveal", { posTid, claim: "name" });
    expect(over).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    const { erased } = await permissionUntil(world, posTid, (one) => one.erased !== null);
    expect(erased?.because).toBe("deadline");
    expect(erased?.claims.toSorted()).toEqual(NAMES.toSorted());
    expectErased(world, posTid, before);
    expect(await reported(world, posTid)).toEqual([expect.objectContaining({ because: "deadline" })]);
  });

  it("stays erased when an older backup is restored, and unexpired data stays", async () => {
    await using world = await createTestTill();
    const gone = await grantedTo(world, KEPT);
    const storedGrant = await grantedTo(world, KEPT, { customer: OLA });
    const before = sealedIn(world, gone.posTid);
    const backup = await backUp(world);
    await world.asManager();
    await world.must("customer.forget", { posTid: gone.posTid });
    const later = await grantedTo(world, KEPT);
    const unknown = sealedIn(world, later.posTid);
    await world.restart(() => restored(world, backup));
    expect(await world.must("permission.get", { posTid: gone.posTid })).toMatchObject({
      ...{ claims: {}, customer: null, usable: false, deadline: null },
      erased: { because: "asked", claims: expect.arrayContaining(["access_token", "profile.name"]) },
    });
    expectErased(world, gone.posTid, before);
    // The database has no record of it left, and neither has the vault.
    expect(sealedRecords(world.vault).known()).toEqual([storedGrant.posTid]);
    expect(sealedRecords(world.vault).open(later.posTid, unknown ?? Buffer.alloc(0))).toBeNull();
    await world.asManager();
    expect(await world.must("permission.reveal", { posTid: storedGrant.posTid, claim: "name" })).toEqual({
      value: "Ola Hansen",
    });
    expect(await reported(world, gone.posTid)).toEqual([expect.objectContaining({ because: "asked" })]);
  });

  it("is erased after the process died between the vault and the database", async () => {
    await using world = await createTestTill();
    const { posTid } = await grantedTo(world, KEPT);
    const before = sealedIn(world, posTid);
    await world.restart(() => {
      const vault = testVault(world.folder);
      sealedRecords(vault).destroy([posTid]);
      vault.close();
    });
    expectErased(world, posTid, before);
    expect((await world.must("permission.get", { posTid })).erased?.because).toBe("unreadable");
  });
});

describe("a resealed record of customer data", () => {
  it("opens with its earlier row, which may remain after a crash", async () => {
    await using world = await createTestTill();
    const { posTid } = await grantedTo(world, KEPT);
    const before = sealedIn(world, posTid);
    const records = sealedRecords(world.vault);
    const kept = records.open(posTid, before ?? Buffer.alloc(0));
    if (kept === null) throw new Error("no data was stored");
    const newRecord = records.seal(posTid, { ...kept, accessToken: "another" });
    expect(records.open(posTid, before ?? Buffer.alloc(0))).toEqual(kept);
    expect(records.open(posTid, newRecord)?.accessToken).toBe("another");
    expect(await permissionUntil(world, posTid, isRead)).toMatchObject({ usable: true });
  });
});
