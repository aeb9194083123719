import { describe, expect, it } from "vitest";
import { maintain } from "../../../main/operations/maintenance/main.ts";
import { backUp } from "../../support/restoring.ts";
import { createTestTill, type TestTill, until } from "../../support/test-till.ts";
import { testVault } from "../../support/vault.ts";

/** Restores the backup as an owner does. @returns the till's first poll afterwards, held back */
async function restore(world: TestTill, backup: string) {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) };
  let code = -1;
  const ports = {
    ...{ stdout: stream, stderr: stream, env: { TILL_DATA: world.folder }, now: Date.now() },
    openVault: async (path: string) => testVault(path),
  };
  const held = await world.restart(async () => {
    code = await maintain(["restore", backup], ports);
    // Only now: the stopped till might have polled, too.
    return world.sandbox.faults.hold("OUTCOME");
  });
  expect([code, lines.join("")]).toEqual([0, expect.stringContaining("Restored")]);
  return held;
}

describe("a period that was open in a backup", () => {
  it("is closed after all comparisons, under an unused number, with what the backup lacks", async () => {
    const compared = Promise.withResolvers<void>();
    const write = (line: string) => line.includes("all payments were reconciled") && compared.resolve();
    await using world = await createTestTill({ log: { write } });
    await world.asManager();
    const beforeBackup = await world.pay("SALE", 10_000);
    const backup = await backUp(world);
    const lost = await world.pay("SALE", 700);
    const first = await world.must("report.z", {});
    expect(first).toMatchObject({ number: 1, captured: 10_700, afterRestore: false });
    await world.must("payment.refund", { posTid: beforeBackup.posTid, amount: 4000, reason: "broken" });
    await world.waitForPhase(beforeBackup.posTid, "partly_refunded");

    const held = await restore(world, backup);
    await world.asManager();
    await held.arrived;
    const preview = await world.must("report.preview", {});
    expect(preview.blockers).toEqual([{ because: "restored", since: expect.any(String) }]);
    expect(preview.number).toBe(2);
    const early = await world.call("report.z", {});
    expect(early).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    expect(early.ok ? "" : early.error.message).toContain("a restored backup");
    held.release();
    await compared.promise;

    const { blockers, unresolved, reconciliation, comparison } = await world.must("report.preview", {});
    expect(blockers).toEqual([]);
    // The close compares everything again: no payment counts both as equal and as not compared.
    expect(comparison).toMatchObject({
      ...{ state: "not_compared", outdated: 1 },
      becauseReason: { code: "compare_left", values: { number: 2 } },
    });
    expect(reconciliation).toMatchObject({ state: "done", compared: 1, list: "read", differences: 0 });
    expect(unresolved).toEqual([]);
    expect(await world.must("payment.get", { posTid: lost.posTid })).toMatchObject({ recovered: true });
    const z = await world.must("report.z", {});
    expect(z).toMatchObject({ number: 2, captured: 10_700, refunded: 4000, afterRestore: true });
    expect(z.recovered).toEqual({ payments: 1, captured: 700, refunded: 0 });
    expect(await world.must("report.z", {})).toMatchObject({ number: 3, captured: 0, afterRestore: false });
    expect(await world.must("report.list", {})).toMatchObject({ chain: { entries: 2, ok: true } });
    // Accounts may contain the numbers of the transactions that were signed before.
    const used = world.database.prepare("SELECT group_concat(nr) FROM saft_transaction ORDER BY nr").pluck().get();
    expect(used).toBe("1,4,5");
  });
});

describe("a period that was compared before", () => {
  it("counts no payment both as equal and as not yet compared", async () => {
    await using world = await createTestTill({});
    await world.asManager();
    const one = await world.pay("SALE", 10_000);
    await world.pay("SALE", 700);
    await world.must("report.reconcile", {});
    const state = () => world.database.prepare("SELECT state FROM reconciliation ORDER BY rowid DESC").pluck().get();
    const isDone = (now: unknown) => now === "done";
    await until(
      world,
      isDone,
      async () => state(),
      ({ type }) => (type === "reconciliation.changed" ? state() : null),
    );
    expect((await world.must("report.preview", {})).comparison).not.toHaveProperty("outdated");
    await world.must("payment.refund", { posTid: one.posTid, reason: "broken" });
    await world.waitForPhase(one.posTid, "refunded");
    await world.pay("SALE", 300);
    const { reconciliation, comparison } = await world.must("report.preview", {});
    expect(reconciliation).toMatchObject({ compared: 2, equal: 2 });
    expect(comparison).toMatchObject({ outdated: 1, becauseReason: { values: { number: 2 } } });
  });
});
