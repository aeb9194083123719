/** A till that signs in with a secret, and whose refund key a manager's PIN unlocks for one refund. */

import { createPrivateKey } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import { packReason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { throwawayKeyPair } from "../../../sandbox/keys.ts";
import { createTestTill, MANAGER_PIN, type TestTill, type TestTillOptions } from "../../support/test-till.ts";
import { testVault } from "../../support/vault.ts";
import { chainHolds, journalEvents, registerAtService } from "./key-rotation.ts";

const CASHIER = { name: "Ola", role: "cashier", pin: "4821" } as const;
const MANAGER = { name: "Kari", role: "manager", pin: "702914" } as const;
const WRONG_PIN = "318264";

/** A till in scheme SECRET with a signed-in owner. */
async function secretCounter(options: TestTillOptions = {}): Promise<TestTill> {
  const world = await createTestTill({ scheme: "SECRET", ...options });
  await world.asManager();
  return world;
}

/** The same with a refund key that the portal knows in addition to the secret. */
async function splitCounter(options: TestTillOptions = {}): Promise<TestTill> {
  const world = await secretCounter(options);
  // The sandbox's key, which its user has from the start.
  await world.must("refundKey.import", { pem: throwawayKeyPair("till").privatePem, pin: MANAGER_PIN });
  return world;
}

function refundOf(posTid: string, amount?: number) {
  return { posTid, amount, reason: "Broken" };
}

function approve(world: TestTill, pin: string, posTid: string, amount?: number) {
  return world.call("staff.approve", { pin, command: "payment.refund", input: refundOf(posTid, amount) });
}

function retry(world: TestTill, pin: string, operationId: string) {
  return world.call("staff.approve", { pin, command: "queue.retry", input: { operationId } });
}

const refundIn = (payment: Payment) => payment.operations.find(({ kind }) => kind === "refund");
const waitsForPin = (payment: Payment) => refundIn(payment)?.state === "attention";

async function unlocks(world: TestTill): Promise<Record<string, boolean>> {
  const { people } = await world.must("refundKey.get", {});
  return Object.fromEntries(people.map((person) => [person.name, person.unlocks]));
}

async function personId(world: TestTill, name: string): Promise<string> {
  return (await world.must("staff.list", {})).items.find((person) => person.name === name)?.id ?? "";
}

/** Records requests with their scheme, as `PUT SECRET`. */
function schemes() {
  const seen: string[] = [];
  const note = (message: unknown) => {
    const { request, headers } = message as { request: { method: string; path: string }; headers: string };
    const scheme = /^authorization: (SECRET|RSA-SHA256) /im.exec(headers)?.[1];
    if (scheme && request.path.includes("/payment_request/")) seen.push(`${request.method} ${scheme}`);
  };
  subscribe("undici:client:sendHeaders", note);
  return { seen, [Symbol.dispose]: () => void unsubscribe("undici:client:sendHeaders", note) };
}

/** Every form of a private key: its PEM lines and its secret numbers. */
function formsOfKey(pem: string): string[] {
  const { d = "", p = "", q = "", dp = "", dq = "", qi = "" } = createPrivateKey(pem).export({ format: "jwk" });
  const numbers = [d, p, q, dp, dq, qi].map((number) => Buffer.from(number, "base64url").subarray(0, 48));
  const lines = pem.split("\n").filter((line) => line.length > 40 && !line.startsWith("-----"));
  const spelled = (["latin1", "hex", "base64", "base64url"] as const).flatMap((encoding) =>
    numbers.map((bytes) => bytes.toString(encoding).slice(0, 40)),
  );
  // The first line is the same for every key of this size.
  return [...lines.slice(1), ...spelled];
}

describe("a till with a secret", () => {
  it("refunds nothing without a refund key, and with one only by PIN, even for a signed-in manager", async () => {
    await using world = await secretCounter();
    using sent = schemes();
    const { posTid, tid } = await world.pay("SALE", 14_900);
    expect((await world.must("terminal.get", {})).refundsNeedPin).toBe(false);
    for (const refused of [
      await approve(world, MANAGER_PIN, posTid),
      await world.call("payment.refund", refundOf(posTid)),
    ])
      expect(refused).toMatchObject({
        error: { code: "not_allowed", details: { reason: /this till has a secret\. No money moved/ } },
      });
    const { key } = await world.must("refundKey.make", { pin: MANAGER_PIN });
    registerAtService(world, { publicKeyPem: key?.publicKeyPem ?? null, secret: world.vault.get("secret") ?? "" });
    expect((await world.must("terminal.get", {})).refundsNeedPin).toBe(true);

    const direct = await world.call("payment.refund", refundOf(posTid));
    expect(direct).toMatchObject({ error: { code: "not_allowed", details: { reason: /needs a manager's PIN/ } } });
    expect(await approve(world, WRONG_PIN, posTid)).toMatchObject({
      error: { details: { fields: [{ field: "pin" }] } },
    });
    expect(sent.seen.filter((request) => request.endsWith("RSA-SHA256"))).toEqual([]);
    expect(world.sandbox.refunds(tid ?? "")).toEqual([]);

    const approved = await approve(world, MANAGER_PIN, posTid, 4900);
    expect(approved).toMatchObject({ ok: true });
    // A callback may report the refund before its response: the key is erased with the response.
    const isSettled = ({ operations }: Payment) => operations.every(({ state }) => state === "done");
    await world.waitForPayment(posTid, (payment) => payment.refundedTotal === 4900 && isSettled(payment));
    // One PIN entry allows one refund: the next direct one needs a PIN again.
    expect(await world.call("payment.refund", refundOf(posTid))).toMatchObject({ error: { code: "not_allowed" } });
    expect(await world.must("refundKey.get", {})).toMatchObject({ unlockedFor: [] });
    await approve(world, MANAGER_PIN, posTid);
    await world.waitForPhase(posTid, "refunded");
    expect(sent.seen.filter((request) => request.endsWith("RSA-SHA256"))).toEqual(["PUT RSA-SHA256", "PUT RSA-SHA256"]);
    expect(sent.seen).toContain("POST SECRET");
    expect(sent.seen).toContain("GET SECRET");
    expect(journalEvents(world, "refundKey.").map(({ event, actor }) => [event, actor])).toEqual([
      ["refundKey.made", "Owner"],
      ["refundKey.unlocked", "Owner"],
      ["refundKey.unlocked", "Owner"],
    ]);
    expect(chainHolds(world)).toBe(true);
  });

  it("explains what to do about a refund key that the service does not know, and keeps selling", async () => {
    await using world = await secretCounter();
    const { posTid, tid } = await world.pay("SALE", 14_900);
    const { key } = await world.must("refundKey.make", { pin: MANAGER_PIN });
    await approve(world, MANAGER_PIN, posTid);
    const parked = await world.waitForPayment(posTid, waitsForPin);
    expect(parked.attention).toMatch(/does not accept the refund key.*Register its public key/);
    expect(await world.must("terminal.get", {})).toMatchObject({ connectivity: "online", queue: { paused: false } });
    await world.pay("SALE", 100);
    registerAtService(world, { publicKeyPem: key?.publicKeyPem ?? null, secret: world.vault.get("secret") ?? "" });
    expect(await retry(world, MANAGER_PIN, refundIn(parked)?.id ?? "")).toMatchObject({ ok: true });
    await world.waitForPhase(posTid, "refunded");
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
  });

  it("signs with its own key again when it has one, and no PIN is needed then", async () => {
    await using world = await splitCounter();
    const { posTid } = await world.pay("SALE", 14_900);
    await world.must("keys.prepare", { kind: "import", pem: throwawayKeyPair("till").privatePem });
    await world.must("keys.activate", { force: true, reason: "the portal knows it" });
    expect((await world.must("terminal.get", {})).refundsNeedPin).toBe(false);
    await world.must("payment.refund", refundOf(posTid));
    await world.waitForPhase(posTid, "refunded");
  });
});

describe("a refund without a response", () => {
  it("keeps its key until it is settled, and no longer", async () => {
    await using world = await splitCounter();
    const { posTid, tid } = await world.pay("SALE", 14_900);
    world.sandbox.faults.loseAnswerTo("REFUND", 2);
    await approve(world, MANAGER_PIN, posTid);
    const unknown = await world.waitForPayment(posTid, ({ checkingSince }) => checkingSince !== null);
    expect((await world.must("refundKey.get", {})).unlockedFor).toEqual([refundIn(unknown)?.id]);
    expect(await world.call("refundKey.remove", {})).toMatchObject({ error: { code: "illegal_state" } });
    await world.waitForPhase(posTid, "refunded");
    // The callback of the refund may come before the response that settles it.
    await expect.poll(async () => (await world.must("refundKey.get", {})).unlockedFor).toEqual([]);
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
  });

  it("waits for a PIN after a restart, and is then made once", async () => {
    await using world = await splitCounter();
    const { posTid, tid } = await world.pay("SALE", 14_900);
    world.sandbox.faults.loseRequest("REFUND", 1000);
    await approve(world, MANAGER_PIN, posTid, 4900);
    const before = await world.waitForPayment(posTid, ({ checkingSince }) => checkingSince !== null);
    const id = refundIn(before)?.id ?? "";
    await world.restart();
    const waiting = await world.waitForPayment(posTid, waitsForPin);
    expect(waiting).toMatchObject({ phase: "attention", attention: /manager's PIN to continue/ });
    world.sandbox.faults.clear();
    await world.asManager();
    expect(await world.call("queue.retry", { operationId: id })).toMatchObject({
      error: { code: "not_allowed", details: { reason: /manager's PIN/ } },
    });
    expect(await retry(world, WRONG_PIN, id)).toMatchObject({ ok: false });
    expect(world.sandbox.refunds(tid ?? "")).toEqual([]);
    expect(await retry(world, MANAGER_PIN, id)).toMatchObject({ ok: true });
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 4900);
    expect(world.sandbox.refunds(tid ?? "")).toEqual([expect.objectContaining({ id, amount: 4900 })]);
    expect((await world.must("refundKey.get", {})).unlockedFor).toEqual([]);
  });

  it("that was made is recognised by a restarted till without a PIN when only its response was lost", async () => {
    await using world = await splitCounter();
    const { posTid, tid } = await world.pay("SALE", 14_900);
    world.sandbox.faults.loseAnswerTo("REFUND", 1000);
    await approve(world, MANAGER_PIN, posTid);
    await world.waitForPayment(posTid, ({ checkingSince }) => checkingSince !== null);
    await world.restart();
    const payment = await world.waitForPhase(posTid, "refunded");
    expect(refundIn(payment)?.state).toBe("done");
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
  });

  it("that was never sent before the till stopped waits for a PIN, and states that no money moved", async () => {
    await using world = await splitCounter();
    const { posTid, tid } = await world.pay("SALE", 14_900);
    // Rate-limited: nothing was done, and it is due later.
    world.sandbox.faults.tooManyRequests("REFUND", "600", 1000);
    await approve(world, MANAGER_PIN, posTid);
    const later = await world.waitForPayment(posTid, (payment) => refundIn(payment)?.lastError != null);
    const id = refundIn(later)?.id ?? "";
    await world.restart((path) => {
      const database = openDatabase(path);
      // It became due while the till was off.
      database.exec("UPDATE operation SET due_at = 0 WHERE settled_at IS NULL");
      closeDatabase(database);
    });
    await world.waitForPayment(posTid, waitsForPin);
    expect((await world.must("payment.get", { posTid })).attention).toMatch(/Nothing was sent, and no money moved/);
    world.sandbox.faults.clear();
    expect(await retry(world, MANAGER_PIN, id)).toMatchObject({ ok: true });
    await world.waitForPhase(posTid, "refunded");
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
  });
});

describe("the right to unlock the refund key", () => {
  async function staffed(): Promise<TestTill & { kari: string }> {
    const world = await splitCounter();
    const { id: kari } = await world.must("staff.add", MANAGER);
    return Object.assign(world, { kari });
  }

  const enrolment = (person: string, by: string = MANAGER_PIN, personPin: string = MANAGER.pin) =>
    ({ pin: by, person, personPin }) as const;

  it("belongs only to people who were enrolled with their own PIN", async () => {
    await using world = await staffed();
    const { kari } = world;
    const { id: ola } = await world.must("staff.add", CASHIER);
    const { posTid } = await world.pay("SALE", 20_000);
    expect(await unlocks(world)).toEqual({ Owner: true, Kari: false });
    expect(await approve(world, MANAGER.pin, posTid)).toMatchObject({
      error: {
        code: "not_allowed",
        details: {
          reason: expect.stringMatching(/Kari cannot unlock refunds.*No money moved.*Settings → API credentials/),
        },
      },
    });
    for (const [input, field] of [
      [enrolment(kari, MANAGER_PIN, WRONG_PIN), "personPin"],
      [enrolment(kari, WRONG_PIN), "pin"],
    ] as const)
      expect(await world.call("refundKey.enrol", input)).toMatchObject({ error: { details: { fields: [{ field }] } } });
    for (const refused of [enrolment(kari, MANAGER.pin), enrolment(ola, MANAGER_PIN, CASHIER.pin)])
      expect(await world.call("refundKey.enrol", refused)).toMatchObject({ ok: false });
    expect(await unlocks(world)).toEqual({ Owner: true, Kari: false });

    await world.must("refundKey.enrol", enrolment(kari));
    await world.must("staff.signIn", { pin: CASHIER.pin, person: ola });
    expect(await world.call("refundKey.get", {})).toMatchObject({ error: { code: "not_allowed" } });
    expect(await approve(world, MANAGER.pin, posTid, 1000)).toMatchObject({
      ok: true,
      value: { by: { name: "Kari" } },
    });
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 1000);
  });

  it("survives a PIN change by its holder, and is lost with a PIN set by another person, with removal or with a cashier's role", async () => {
    await using world = await staffed();
    const { kari } = world;
    const { posTid } = await world.pay("SALE", 20_000);
    await world.must("refundKey.enrol", enrolment(kari));
    await world.must("staff.signIn", { pin: MANAGER.pin });
    await world.must("staff.changePin", { pin: MANAGER.pin, newPin: "380562" });
    await world.asManager();
    expect(await approve(world, "380562", posTid, 1000)).toMatchObject({ ok: true });
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 1000);
    for (const change of [{ pin: MANAGER.pin }, { active: false }, { role: "cashier" }] as const) {
      await world.must("refundKey.enrol", enrolment(kari, MANAGER_PIN, "pin" in change ? "380562" : MANAGER.pin));
      await world.must("staff.change", { id: kari, ...change });
      expect((await unlocks(world)).Kari ?? false).toBe(false);
      expect(world.database.prepare("SELECT count(*) AS left FROM refund_key_wrap").get()).toEqual({ left: 1 });
      await world.must("staff.change", { id: kari, active: true });
      expect((await unlocks(world)).Kari ?? false).toBe(false);
    }
  });

  it("is lost by a role that may not refund, and does not return with the manager role", async () => {
    await using world = await staffed();
    const { kari } = world;
    await world.must("refundKey.enrol", enrolment(kari));
    const baker = await world.must("staff.setRole", { name: "Baker", rights: ["sale", "catalogue"], refundLimit: 0 });
    await world.must("staff.change", { id: kari, role: baker.id });
    expect(world.database.prepare("SELECT count(*) AS left FROM refund_key_wrap").get()).toEqual({ left: 1 });
    await world.must("staff.change", { id: kari, role: "manager" });
    expect(await unlocks(world)).toEqual({ Owner: true, Kari: false });
  });

  it("is lost when the owner takes refunds from the role, and does not return with the right", async () => {
    await using world = await staffed();
    const { kari } = world;
    const lead = { name: "Shift lead", rights: ["sale", "refund"] as const, refundLimit: 5000 };
    const { id } = await world.must("staff.setRole", { ...lead, rights: [...lead.rights] });
    await world.must("staff.change", { id: kari, role: id });
    await world.must("refundKey.enrol", enrolment(kari));
    await world.must("staff.change", { id: kari, name: "Kari Lie" });
    expect(await unlocks(world)).toEqual({ Owner: true, "Kari Lie": true });
    await world.must("staff.setRole", { ...lead, id, rights: ["sale"], refundLimit: 0 });
    expect(world.database.prepare("SELECT count(*) AS left FROM refund_key_wrap").get()).toEqual({ left: 1 });
    await world.must("staff.setRole", { ...lead, id, rights: [...lead.rights] });
    expect(await unlocks(world)).toEqual({ Owner: true, "Kari Lie": false });
  });

  it("is lost when the key was removed: its bytes are erased, and another one can be made", async () => {
    await using world = await staffed();
    const { posTid } = await world.pay("SALE", 20_000);
    expect(await world.call("refundKey.make", { pin: MANAGER_PIN })).toMatchObject({
      error: { code: "illegal_state" },
    });
    expect(await world.must("refundKey.remove", {})).toMatchObject({ key: null });
    expect(world.vault.get("refundKey")).toBeNull();
    expect(world.database.prepare("SELECT count(*) AS left FROM refund_key_wrap").get()).toEqual({ left: 0 });
    expect(await approve(world, MANAGER_PIN, posTid)).toMatchObject({ error: { code: "not_allowed" } });
    expect(await world.call("refundKey.make", { pin: MANAGER.pin })).toMatchObject({ ok: false });
    await world.must("refundKey.make", { pin: MANAGER_PIN });
    await world.restart();
    await world.asManager();
    expect(await unlocks(world)).toEqual({ Owner: true, Kari: false });
  });

  it("is lost when the vault's key differs from the database's, as after a restored backup", async () => {
    await using world = await staffed();
    await world.restart(() => {
      const vault = testVault(world.folder);
      vault.change({ refundKey: null });
      vault.close();
    });
    await world.asManager();
    expect(await world.must("refundKey.get", {})).toMatchObject({ key: null });
    expect(journalEvents(world, "refundKey.removed")).toEqual([
      { event: "refundKey.removed", actor: null, data: { because: packReason(reasonFor("refund_key_not_in_vault")) } },
    ]);
    await world.must("refundKey.make", { pin: MANAGER_PIN });
  });

  it("stays out of everything that the till writes or returns", async () => {
    const said: string[] = [];
    const { privatePem } = throwawayKeyPair("till");
    await using world = await secretCounter({ log: { write: (line) => void said.push(line) } });
    const pins = ["907162534481", "318264509977", "550912873346"] as const;
    await world.must("staff.add", { ...MANAGER, pin: pins[0] });
    const { posTid } = await world.pay("SALE", 14_900);
    const kari = await personId(world, "Kari");
    const bad = privatePem.replace("MII", "MIX");
    const imported = { pem: privatePem, pin: MANAGER_PIN };
    for (const answer of [
      await world.call("refundKey.import", { pem: bad, pin: MANAGER_PIN }),
      await world.call("refundKey.import", { pem: privatePem, pin: pins[1] }),
      await world.call("refundKey.import", { ...imported, more: true } as never),
      await world.call("refundKey.import", imported),
      await world.call("refundKey.enrol", { pin: MANAGER_PIN, person: kari, personPin: pins[0] }),
      await world.call("staff.signIn", { pin: pins[0] }),
      await world.call("staff.changePin", { pin: pins[0], newPin: pins[2] }),
      await world.call("staff.signIn", { pin: MANAGER_PIN }),
      await approve(world, pins[2], posTid),
      await world.call("refundKey.get", {}),
    ])
      said.push(JSON.stringify(answer));
    await world.waitForPhase(posTid, "refunded");
    said.push(JSON.stringify(world.events), JSON.stringify(await world.must("payment.timeline", { posTid })));
    const forms = [...formsOfKey(privatePem), ...pins];
    const written = globSync("**/*", { cwd: world.folder })
      .map((name) => join(world.folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path): [string, string] => [path, readFileSync(path, "latin1")]);
    expect(written.map(([path]) => path).filter((path) => path.endsWith("till.db"))).toHaveLength(1);
    for (const [where, text] of [...written, ["output", said.join("\n")] as const])
      for (const form of forms) expect(text.includes(form), `${where} holds ${form}`).toBe(false);
    expect(said.join("")).toContain((await world.must("refundKey.get", {})).key?.fingerprint);
  });
});
