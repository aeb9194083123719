/** A register's own reference on a payment: repeated requests reach the customer once. */
import { describe, expect, it } from "vitest";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { bodiesAtRest } from "../../../main/payments/queue/bodies-at-rest.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const customer = { kind: "phone" as const, value: CUSTOMER };
const SALE = { action: "SALE" as const, amount: 14_900, customer, reference: "receipt 2026/0042" };

const startedCount = async (world: TestTill) => (await world.must("payment.list", {})).items.length;

describe("the reference of a payment", () => {
  it("is on the payment, in the lists and in the journal, and is absent when not given", async () => {
    await using world = await createTestTill();
    const payment = await world.must("payment.start", SALE);
    expect(payment.reference).toBe("receipt 2026/0042");
    expect((await world.must("payment.get", { posTid: payment.posTid })).reference).toBe("receipt 2026/0042");
    const { entries } = await world.must("payment.timeline", { posTid: payment.posTid });
    expect(entries.find(({ event }) => event === "payment.started")?.values.reference).toBe("receipt 2026/0042");
    expect((await world.must("payment.start", { action: "SALE", amount: 100 })).reference).toBeNull();
    expect((await world.must("payment.start", { action: "SALE", amount: 100 })).reference).toBeNull();
    expect(await startedCount(world)).toBe(3);
  });

  it("returns the same payment for the same content, also after a restart, and whatever its outcome", async () => {
    await using world = await createTestTill();
    const first = await world.must("payment.start", { ...SALE, additionalAmount: 0 });
    const again = await world.must("payment.start", SALE);
    expect(again.posTid).toBe(first.posTid);
    const waiting = await world.waitForPayment(first.posTid, (payment) => payment.tid !== null);
    await world.phone.approve(waiting.tid ?? "");
    await world.waitForPhase(first.posTid, "captured");
    await world.restart();
    expect(await world.must("payment.start", SALE)).toMatchObject({ posTid: first.posTid, phase: "captured" });
    expect(await startedCount(world)).toBe(1);
    expect((await world.must("display.get", {})).state).toBe("idle");
  });

  it("returns the same payment with a zero discount and without a discount", async () => {
    await using world = await createTestTill();
    const line = { quantity: 1, unitAmount: 14_900 };
    const first = await world.must("payment.start", { ...SALE, lines: [{ ...line, discount: 0 }] });
    expect((await world.must("payment.start", { ...SALE, lines: [line] })).posTid).toBe(first.posTid);
    expect(await startedCount(world)).toBe(1);
  });

  it("creates one payment from two simultaneous starts", async () => {
    await using world = await createTestTill();
    const both = await Promise.all([world.must("payment.start", SALE), world.must("payment.start", SALE)]);
    expect(new Set(both.map(({ posTid }) => posTid)).size).toBe(1);
    expect(await startedCount(world)).toBe(1);
  });

  it.each<[string, Partial<CommandInput<"payment.start">>]>([
    ["amount", { amount: 14_901 }],
    ["action", { action: "AUTH" }],
    ["tip", { additionalAmount: 100 }],
    ["right to tip", { additionalEdit: true }],
    ["text", { text: "Thank you" }],
    ["lines", { lines: [{ quantity: 1, unitAmount: 14_900 }] }],
    ["customer", { customer: { kind: "phone", value: "4790000000" } }],
    ["customer left out", { customer: undefined }],
    ["data asked for", { scope: ["email"] }],
  ])("with another %s returns a conflict that names the payment, and starts nothing", async (_name, change) => {
    await using world = await createTestTill();
    const first = await world.must("payment.start", SALE);
    const other = await world.call("payment.start", { ...SALE, ...change });
    expect(other).toMatchObject({ ok: false, error: { code: "conflict", details: { posTid: first.posTid } } });
    expect(await startedCount(world)).toBe(1);
  });

  it.each([
    ["empty", ""],
    ["too long", "x".repeat(65)],
    ["with a letter beyond ASCII", "kvittering-æ"],
    ["with a line break", "a\nb"],
  ])("that is %s is refused with its field named", async (_name, reference) => {
    await using world = await createTestTill();
    expect(await world.call("payment.start", { ...SALE, reference })).toMatchObject({
      ok: false,
      error: { code: "invalid_input", details: { fields: [{ field: "reference" }] } },
    });
  });

  it("returns the same payment even when no new one can be accepted", async () => {
    const offline = { enabled: true, maxAmount: 100, maxTotal: 50_000, maxAgeMinutes: 60 };
    await using world = await createTestTill({ provisioning: { offline } });
    const sale = { ...SALE, reference: "x".repeat(64) };
    const first = await world.must("payment.start", sale);
    world.sandbox.faults.breakDown("ANY", 503, 1_000_000);
    await world.must("payment.start", { action: "SALE", amount: 100, customer });
    await world.waitForTerminal(({ connectivity }) => connectivity === "offline");
    const other = await world.call("payment.start", { ...sale, reference: "another" });
    expect(other).toMatchObject({ ok: false, error: { code: "limit" } });
    expect((await world.must("payment.start", sale)).posTid).toBe(first.posTid);
  });
});

describe("the idempotency key of a start", () => {
  const KEY = "0b8f7c1e-52d4-4c3a-9a60-3f1d2e4b5a69";
  const START = { action: "SALE" as const, amount: 14_900, customer, attempt: KEY };

  it("returns the payment of its start, conflicts with another sale, and is in no response", async () => {
    await using world = await createTestTill();
    const { posTid, reference } = await world.must("payment.start", START);
    expect(reference).toBeNull();
    expect(await world.must("payment.start", START)).toMatchObject({ posTid });
    expect(await world.call("payment.start", { ...START, amount: 1 })).toMatchObject({
      error: { code: "conflict", details: { posTid } },
    });
    const { entries } = await world.must("payment.timeline", { posTid });
    expect(JSON.stringify([await world.must("payment.list", {}), entries])).not.toContain(KEY);
  });

  it("finds the payment in the list, and no payment for another key", async () => {
    await using world = await createTestTill();
    await world.must("payment.start", { ...START, attempt: undefined });
    const find = async (attempt: string) => (await world.must("payment.list", { attempt })).items;
    expect(await find(KEY)).toEqual([]);
    const { posTid } = await world.must("payment.start", START);
    expect(await find(KEY)).toMatchObject([{ posTid }]);
    expect(await find(KEY.replace("0", "1"))).toEqual([]);
  });
});

describe("a till", () => {
  it("recognises a key without storing data that reveals the customer's number, also in an earlier format", async () => {
    await using world = await createTestTill();
    const storedReference = () => {
      const row = world.database.prepare("SELECT asked_for AS askedFor FROM payment").get();
      return (row as { askedFor: Buffer }).askedFor;
    };
    const { posTid } = await world.must("payment.start", SALE);
    const digest = bodiesAtRest(world.vault).open(posTid, storedReference());
    expect(digest.length).toBe(32);
    expect(storedReference().includes(Buffer.from(digest))).toBe(false);
    expect(storedReference().includes(Buffer.from(digest).toString("base64"))).toBe(false);
    const bare = Buffer.from(digest);
    world.database.prepare("UPDATE payment SET asked_for = ?").run(bare);
    expect(await world.must("payment.start", SALE)).toMatchObject({ posTid });
    world.database.prepare("DELETE FROM setting WHERE name = 'referencesSealed'").run();
    await world.restart();
    expect(storedReference().length).toBeGreaterThan(32);
    expect(storedReference().includes(bare)).toBe(false);
    expect(await world.must("payment.start", SALE)).toMatchObject({ posTid });
    const other = { kind: "phone", value: "4790000000" } as const;
    expect(await world.call("payment.start", { ...SALE, customer: other })).toMatchObject({
      error: { code: "conflict" },
    });
  });
});
