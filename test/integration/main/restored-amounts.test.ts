/** An edited backup with changed payment requests: the comparison after the restore finds the change. */
import { describe, expect, it } from "vitest";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { UNAUTHENTICATED } from "../../../main/storage/database/recovery-advice.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { backUp, createRestoringTill, type RestoringTill, restored } from "../../support/restoring.ts";

/** Restores a backup after one statement was run on it. */
async function restoreEdited(world: RestoringTill, backup: string, statement: string) {
  const database = openDatabase(backup);
  expect(database.prepare(statement).run().changes).toBeGreaterThan(0);
  closeDatabase(database);
  await restored(world, backup, UNAUTHENTICATED);
}

describe("a payment of an edited backup", () => {
  it.each([
    ["amount", "amount = amount - 100", { amount: 9900 }, { amount: 10_000 }],
    ["additional amount", "additional_amount = 50", { additionalAmount: 50 }, { additionalAmount: 0 }],
    ["currency", "currency = 'SEK'", { currency: "SEK" }, { currency: "NOK" }],
  ])("differs from the service before the close when its %s was edited", async (_what, change, here, there) => {
    await using world = await createRestoringTill({ clock: fastClock(20) });
    await world.asManager();
    const { posTid } = await world.pay("SALE", 10_000);
    const backup = await backUp(world);
    await restoreEdited(world, backup, `UPDATE payment SET ${change}`);

    const { reconciliation, unresolved } = await world.must("report.preview", {});
    expect(reconciliation).toMatchObject({ differences: 1, equal: 0 });
    expect(unresolved.filter(({ kind }) => kind === "difference")).toMatchObject([
      { posTid, required: true, difference: { kind: "amounts", here, there } },
    ]);
    expect(await world.must("payment.list", { phases: ["attention"] })).toMatchObject({ items: [{ posTid }] });
    expect(await world.call("report.z", {})).toMatchObject({ ok: false, error: { code: "illegal_state" } });
  });

  it("differs when the service's id was replaced with that of a payment of the same amount", async () => {
    await using world = await createRestoringTill({ clock: fastClock(20) });
    await world.asManager();
    const one = await world.pay("SALE", 10_000);
    const other = await world.pay("SALE", 10_000);
    const backup = await backUp(world);
    const database = openDatabase(backup);
    for (const [tid, posTid] of [
      ["none", one.posTid],
      [one.tid, other.posTid],
      [other.tid, one.posTid],
    ])
      database.prepare("UPDATE payment SET tid = ? WHERE pos_tid = ?").run(tid, posTid);
    closeDatabase(database);
    await restored(world, backup, UNAUTHENTICATED);
    const { reconciliation, unresolved } = await world.must("report.preview", {});
    expect(reconciliation).toMatchObject({ differences: 2, equal: 0 });
    const kinds = unresolved.flatMap(({ difference }) => difference?.kind ?? []);
    expect(kinds).toEqual(["missing_at_service", "missing_at_service"]);
  });
});
