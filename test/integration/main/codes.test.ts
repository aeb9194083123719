import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { RESTORED_AT, settingStore } from "../../../main/storage/database/settings.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { CUSTOMER, createTestTill } from "../../support/test-till.ts";

const SALE = { action: "SALE", amount: 5000 } as const;

/** Resolves after all due timers have run, in the order of their times. */
async function runDueTimers(): Promise<void> {
  for (let rounds = 0; rounds < 3; rounds += 1) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe("a scanned code that cannot be paid", () => {
  it("is explained in the language of the customer screen", async () => {
    await using world = await createTestTill({ provisioning: { locale: "nb-NO" } });
    const { posTid, qr } = await world.must("payment.start", SALE);
    const link = qr?.text ?? "";
    await world.phone.scan(link);
    await world.waitForPhase(posTid, "waiting");
    const scanMessage = async (scanned: string) => ((await world.phone.scan(scanned)).body as { text: string }).text;
    expect(await scanMessage(link)).toBe("Denne koden er allerede brukt. Be om en ny i kassen.");
    expect(await scanMessage(`${link}x`)).toBe("Kassen kjenner ikke denne koden.");
    await world.asManager();
    await world.must("display.setUsualLanguage", { language: "en" });
    expect(await scanMessage(link)).toBe("This code has already been used. Ask at the till for a new one.");
    expect(await scanMessage(`${link}x`)).toBe("This code is not known to the till.");
  });
});

describe("a code without a scan", () => {
  it("ends at the counter's deadline, which is announced", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock });
    const draft = await world.must("payment.start", SALE);
    // Viewing the reports meanwhile has cancelled nothing.
    await world.asManager();
    expect(Date.parse(draft.codeUntil ?? "") - Date.parse(draft.createdAt)).toBe(180_000);
    clock.pass(178_000);
    await runDueTimers();
    expect(await world.must("payment.get", { posTid: draft.posTid })).toMatchObject({ phase: "draft" });
    clock.pass(3000);
    expect(await world.waitForPhase(draft.posTid, "aborted")).toMatchObject({
      codeRanOut: true,
      codeUntil: null,
      tid: null,
    });
    const { items } = await world.must("journal.list", { query: draft.posTid });
    const ends = items.filter(({ event }) => event === "payment.cancelled" || event === "payment.codeRanOut");
    expect(ends.map(({ event, person }) => [event, person])).toEqual([
      ["payment.cancelled", null],
      ["payment.codeRanOut", null],
    ]);
    // The shown code can no longer be paid: the service never receives a request for it.
    await world.phone.scan(draft.qr?.text ?? "");
    expect(await world.must("payment.get", { posTid: draft.posTid })).toMatchObject({ phase: "aborted", tid: null });
  });

  it("gets more time, starting at the request for more time", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({
      clock,
      provisioning: { expiry: { counterSeconds: 300, kioskSeconds: 180, codeSeconds: 60 } },
    });
    const { posTid } = await world.must("payment.start", SALE);
    clock.pass(50_000);
    const extended = await world.must("payment.extend", { posTid });
    expect(Date.parse(extended.codeUntil ?? "") - clock.now()).toBeGreaterThan(58_000);
    clock.pass(50_000);
    await runDueTimers();
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "draft" });
    clock.pass(11_000);
    await world.waitForPhase(posTid, "aborted");
    expect(await world.call("payment.extend", { posTid })).toMatchObject({
      ok: false,
      error: { code: "illegal_state" },
    });
  });

  it("does not end early when the wall clock is changed", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock });
    const { posTid } = await world.must("payment.start", SALE);
    // The till has seen the code by its own clock.
    clock.pass(2000);
    await runDueTimers();
    clock.pass(1000);
    clock.setBy(3_600_000);
    clock.pass(5000);
    await runDueTimers();
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "draft" });
  });

  it("ends after a restore as soon as the payment is compared with the service", async () => {
    const clock = fastClock(20);
    await using world = await createTestTill({ clock, callbacks: false });
    const { posTid } = await world.must("payment.start", SALE);
    const backup = world.database.serialize();
    await world.must("payment.abort", { posTid });
    clock.pass(3_600_000);
    await world.restart((path) => {
      writeFileSync(path, backup);
      const restored = openDatabase(path);
      settingStore(restored).set(RESTORED_AT, 1);
      closeDatabase(restored);
    });
    expect(await world.waitForPhase(posTid, "aborted")).toMatchObject({ codeRanOut: true, tid: null });
  });

  it("of a claim link is cancelled at the service, and ends with the service's response", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock, callbacks: false });
    world.sandbox.faults.lastScan = 405;
    await world.restart();
    const { posTid } = await world.must("payment.start", SALE);
    const draft = await world.waitForPayment(
      posTid,
      (payment) => payment.qr?.kind === "claim" && payment.codeUntil !== null,
    );
    clock.pass(181_000);
    const ended = await world.waitForPhase(posTid, "aborted");
    expect(ended).toMatchObject({ codeRanOut: true, status: "fail", statusCode: 4019 });
    // A customer who opens the old link now finds nothing to approve.
    const claimed = await world.phone.scan(draft.qr?.text ?? "", CUSTOMER);
    expect(claimed.status).toBeGreaterThanOrEqual(400);
  });
});
