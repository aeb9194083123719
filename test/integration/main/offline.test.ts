import { describe, expect, it } from "vitest";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const LIMITS = { enabled: true, maxAmount: 20_000, maxTotal: 50_000, maxAgeMinutes: 60 };
const sale = (amount: number) => ({ action: "SALE", amount, customer: { kind: "phone", value: CUSTOMER } }) as const;

/** Disconnects the service; a first request detects it. */
async function goOffline(world: TestTill): Promise<string> {
  world.sandbox.faults.breakDown("ANY", 503, 1_000_000);
  const { posTid } = await world.must("payment.start", sale(100));
  await world.waitForTerminal(({ connectivity }) => connectivity === "offline");
  return posTid;
}

describe("a till whose service is unreachable", () => {
  it("accepts payments within the limits, and shows their number, sum and age", async () => {
    await using world = await createTestTill({ provisioning: { offline: LIMITS } });
    await goOffline(world);
    const { posTid } = await world.must("payment.start", sale(15_000));
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "queued", asked: "no", status: null });
    const shown = await world.waitForTerminal(({ offline }) => offline.count === 1);
    expect(shown.offline).toMatchObject({
      amount: expect.any(Number),
      oldestAt: expect.any(String),
      maxAmount: 20_000,
    });
    expect(shown.connectivitySince).not.toBeNull();
  });

  it("lists and counts codes that wait for a scan with the operations that wait to be sent", async () => {
    await using world = await createTestTill({ provisioning: { offline: LIMITS } });
    const asked = await goOffline(world);
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 15_000 });
    const shown = await world.waitForTerminal(({ offline }) => offline.count === 1);
    expect(shown.offline).toMatchObject({ count: 1, codes: 1, amount: 15_000 });
    expect(await world.must("queue.list", {})).toMatchObject({ items: [{ posTid: asked }], codes: [posTid] });
  });

  it("accepts and writes nothing over a limit", async () => {
    await using world = await createTestTill({ provisioning: { offline: LIMITS } });
    await goOffline(world);
    const count = () => world.database.prepare("SELECT count(*) FROM payment").pluck().get();
    const before = count();
    expect(await world.call("payment.start", sale(20_001))).toMatchObject({ ok: false, error: { code: "limit" } });
    for (const amount of [20_000, 20_000]) await world.must("payment.start", sale(amount));
    expect(await world.call("payment.start", sale(20_000))).toMatchObject({ ok: false, error: { code: "limit" } });
    expect(count()).toBe(Number(before) + 2);
  });

  it("counts a shown code once when it is sent to a number", async () => {
    await using world = await createTestTill({ provisioning: { offline: { ...LIMITS, maxAmount: 40_000 } } });
    const { posTid: first } = await world.must("payment.start", { action: "SALE", amount: 100 });
    await world.waitForPayment(first, ({ qr }) => qr !== null);
    await goOffline(world);
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 30_000 });
    const customer = { kind: "phone", value: CUSTOMER } as const;
    // The rest of the limit is still available, and no more.
    expect(await world.call("payment.start", sale(20_001))).toMatchObject({ error: { code: "limit" } });
    expect(await world.must("payment.identify", { posTid, customer })).toMatchObject({ phase: "queued" });
    expect(await world.call("payment.start", sale(20_001))).toMatchObject({ error: { code: "limit" } });
  });

  it("does not send a shown code to a number beyond the limits", async () => {
    await using world = await createTestTill({ provisioning: { offline: LIMITS } });
    const draft = await world.must("payment.start", { action: "SALE", amount: 900_000 });
    await goOffline(world);
    const customer = { kind: "phone", value: CUSTOMER } as const;
    expect(await world.call("payment.identify", { posTid: draft.posTid, customer })).toMatchObject({
      error: { code: "limit" },
    });
    expect(await world.must("payment.get", { posTid: draft.posTid })).toMatchObject({ phase: "draft" });
  });

  it("accepts nothing when the shop has disabled offline payments", async () => {
    await using world = await createTestTill({ provisioning: { offline: { ...LIMITS, enabled: false } } });
    await goOffline(world);
    expect(await world.call("payment.start", sale(100))).toMatchObject({
      ok: false,
      error: { code: "offline", retryable: true },
    });
  });

  it("cancels an unsent payment without sending anything", async () => {
    await using world = await createTestTill({ provisioning: { offline: LIMITS } });
    const tried = await goOffline(world);
    const { posTid } = await world.must("payment.start", sale(1000));
    expect(await world.must("payment.abort", { posTid })).toMatchObject({ phase: "aborted" });
    world.sandbox.faults.clear();
    await world.waitForPhase(tried, "waiting");
    expect(world.sandbox.payments().some((payment) => payment.posTid === posTid)).toBe(false);
  });

  it("sends everything once and in order when the service is back", async () => {
    await using world = await createTestTill({ provisioning: { offline: LIMITS } });
    await goOffline(world);
    const made: string[] = [];
    for (const amount of [1000, 2000, 3000]) made.push((await world.must("payment.start", sale(amount))).posTid);
    world.sandbox.faults.clear();
    for (const posTid of made) await world.waitForPhase(posTid, "waiting");
    // The sandbox lists the newest first.
    const asked = world.sandbox
      .payments()
      .map((payment) => payment.posTid)
      .reverse();
    expect(asked.filter((posTid) => made.includes(posTid))).toEqual(made);
    await world.waitForTerminal(({ connectivity, offline }) => connectivity === "online" && offline.count === 0);
  });

  it("sends a manager's retry at once although the breaker is open", async () => {
    await using world = await createTestTill({ provisioning: { offline: LIMITS } });
    await goOffline(world);
    const { posTid, operations } = await world.must("payment.start", sale(1000));
    await world.asManager();
    world.sandbox.faults.clear();
    await world.must("queue.retry", { operationId: operations[0]?.id ?? "" });
    await world.waitForPhase(posTid, "waiting");
  });

  it("logs under a stable name that the till is out of service, why, and that it is back", async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    await using world = await createTestTill({ provisioning: { offline: LIMITS }, log });
    await goOffline(world);
    world.sandbox.faults.clear();
    await world.waitForTerminal(({ connectivity }) => connectivity === "online");
    const logLines = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^till\.(in|outOf)Service$/.test(msg));
    expect(logLines.map(({ msg, causes }) => [msg, causes])).toEqual([
      ["till.inService", undefined],
      ["till.outOfService", ["service_offline"]],
      ["till.inService", undefined],
    ]);
  });
});
