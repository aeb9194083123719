/** A backup that an attacker edited moves no money, although the owner accepted it. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ReservationRule } from "../../../contract/payments/reservations.ts";
import { closeDatabase, connect, type Database } from "../../../main/storage/database/database.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { backUp, createRestoringTill, maintained, type RestoringTill } from "../../support/restoring.ts";
import { CUSTOMER } from "../../support/test-till.ts";

const HOUR = 3_600_000;
const CAPTURE: ReservationRule = { enabled: true, beforeHours: 12, renewUntilHours: 72, atEnd: "capture" };

async function createTill(): Promise<RestoringTill> {
  const world = await createRestoringTill({ clock: fastClock(20) });
  await world.asManager();
  return world;
}

/** Restores a backup that was edited, with the owner's consent, and compares all of it with the service. */
async function restoreEdited(world: RestoringTill, backup: string, edit: (database: Database) => void): Promise<void> {
  const database = connect(backup);
  edit(database);
  closeDatabase(database);
  const compared = world.compared();
  await world.restart(() => maintained(world, ["restore", backup, "--unauthenticated"]));
  await compared;
  await world.asManager();
}

/** Plants an operation that is due now. */
function plant(database: Database, posTid: string, kind: string, content: object, byRule = 0): void {
  const body = Buffer.from(JSON.stringify(content));
  database
    .prepare(
      `INSERT INTO operation (id, pos_tid, sequence, kind, state, body, fingerprint, amount, additional_amount, due_at, created_at, by_rule)
       VALUES ('PLANTED0000000000001', ?, 9, ?, 'ready', ?, ?, 9000, 0, 1, 1, ?)`,
    )
    .run(posTid, kind, body, createHash("sha256").update(body).digest(), byRule);
}

/** Pays a sale of the till's own, so that everything due before it has been sent. */
async function sellOne(world: RestoringTill): Promise<void> {
  const { posTid } = await world.pay("SALE", 100);
  await world.waitForPhase(posTid, "captured");
  await world.asManager();
}

describe("an unauthenticated backup", () => {
  it("captures no reservation that it calls a sale, and shows why it is still reserved", async () => {
    await using world = await createTill();
    const { posTid, tid } = await world.pay("AUTH", 9000);
    const backup = await backUp(world);
    await restoreEdited(world, backup, (database) => {
      database
        .prepare("UPDATE payment SET action = 'SALE', phase = 'waiting', outcome = NULL WHERE pos_tid = ?")
        .run(posTid);
    });
    const payment = await world.waitForPayment(posTid, ({ phase }) => phase !== "waiting");
    expect(payment).toMatchObject({
      ...{
        phase: "authorised",
        attentionReason: { code: "payment_unproven_reserved" },
        operations: [{ kind: "create" }],
      },
      steps: ["capture", "release"],
    });
    await sellOne(world);
    expect(world.sandbox.captures(tid ?? "")).toEqual([]);
    await world.must("payment.capture", { posTid });
    await world.waitForPhase(posTid, "captured");
  });

  it("sends no request for a payment that it plants", async () => {
    await using world = await createTill();
    const { number, posTid: sold } = await world.pay("SALE", 100);
    const backup = await backUp(world);
    const posTid = `${number.replace(/1$/, "7")}-PLANTED1`;
    await restoreEdited(world, backup, (database) => {
      const values: Record<string, string> = {
        ...{ pos_tid: `'${posTid}'`, sequence: "7", number: `'${posTid.slice(0, 9)}'`, tid: "NULL", outcome: "NULL" },
        ...{ phase: "'queued'", captured_total: "0", reference: "NULL" },
      };
      const names = database.prepare<[], string>("SELECT name FROM pragma_table_info('payment')").pluck().all();
      const selected = names.map((name) => values[name] ?? name).join(", ");
      database.exec(
        `INSERT INTO payment (${names.join(", ")}) SELECT ${selected} FROM payment WHERE pos_tid = '${sold}'`,
      );
      const asked = { action: "SALE", allow_credit: false, amount: 100, currency: "NOK", customer: CUSTOMER };
      plant(database, posTid, "create", { ...asked, pos_id: "counter-1", pos_tid: posTid, expires_in: 600 });
    });
    await sellOne(world);
    const { tid, operations, phase } = await world.must("payment.get", { posTid });
    expect([tid, phase, operations.map(({ state }) => state)]).toEqual([null, "attention", ["attention"]]);
  });

  it("sends no capture that it attributes to the reservation rule, also when the reservation ends", async () => {
    await using world = await createTill();
    await world.must("reservation.setRule", CAPTURE);
    const { posTid, tid, expiresAt } = await world.pay("AUTH", 9000);
    const backup = await backUp(world);
    await restoreEdited(world, backup, (database) => {
      const content = { action: "CAPTURE", amount: 9000, additional_amount: 0, currency: "NOK" };
      plant(database, posTid, "capture", { ...content, capture_id: "PLANTED0000000000001" }, 1);
    });
    await world.sandbox.clock.advance(Date.parse(expiresAt ?? "") - 2 * HOUR - world.sandbox.clock.now());
    await sellOne(world);
    const { operations } = await world.must("payment.get", { posTid });
    expect(operations.map(({ kind, state }) => [kind, state])).toEqual([
      ["create", "done"],
      ["capture", "attention"],
    ]);
    expect(world.sandbox.captures(tid ?? "")).toEqual([]);
  });

  it("sends no release that it marks as done when the service still reserves the amount", async () => {
    await using world = await createTill();
    const { posTid, tid } = await world.pay("AUTH", 9000);
    const backup = await backUp(world);
    await restoreEdited(world, backup, (database) => {
      plant(database, posTid, "release", { action: "RELEASE" });
      database.exec("UPDATE operation SET state = 'done', settled_at = 1 WHERE kind = 'release'");
      database
        .prepare(
          "UPDATE payment SET phase = 'released', reserved = 0, outcome = json_set(outcome, '$.status', 'fail') WHERE pos_tid = ?",
        )
        .run(posTid);
    });
    await sellOne(world);
    const { operations } = await world.must("payment.get", { posTid });
    expect(operations.map(({ kind, state }) => [kind, state])).toEqual([
      ["create", "done"],
      ["release", "attention"],
    ]);
    expect(world.sandbox.payments().find((payment) => payment.tid === tid)).toMatchObject({ status: "auth" });
  });
});
