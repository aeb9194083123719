import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeReport } from "../../../../../main/accounting/periods/report.ts";
import { openSeals } from "../../../../../main/accounting/periods/seals.ts";
import { openTally } from "../../../../../main/accounting/periods/tally.ts";
import type { Outcome } from "../../../../../main/payments/outcome.ts";
import { connect, type Database } from "../../../../../main/storage/database/database.ts";
import { MIGRATIONS, migrate } from "../../../../../main/storage/database/migrations.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";
import { pendingOutcome } from "../../payments/histories.ts";

const AT = Date.parse("2026-03-02T10:00:00Z");
const capture = { id: "c1", amount: 10_000, additionalAmount: 500, text: null };

/** A till's file from before reports existed. */
function before(database: Database): void {
  migrate(
    database,
    MIGRATIONS.filter(({ version }) => version < 4),
  );
  const journal = looseJournal(database);
  const payment = (posTid: string, phase: string, outcome: Partial<Outcome> | null, modifiedAt = AT) => {
    const sequence = 1 + Number(database.prepare("SELECT count(*) FROM payment").pluck().get());
    const whole = outcome && JSON.stringify({ ...pendingOutcome(), posTid, ...outcome });
    database
      .prepare(
        `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase,
           outcome, authorised_seen, created_at, modified_at) VALUES (?, ?, ?, 'AUTH', 'NOK', 10000, 500, 0, ?, ?, ?, ?, ?)`,
      )
      .run(posTid, sequence, `N-${sequence}`, phase, whole, Number(phase !== "rejected"), AT, modifiedAt);
    journal.append({ event: "payment.started", posTid, actor: "Kari" }, AT);
  };
  const movement = (posTid: string, kind: string, id: string, amount: number, additional: number, seenAt: number) =>
    database
      .prepare("INSERT INTO movement VALUES (?, ?, 0, ?, ?, ?, NULL, ?)")
      .run(posTid, kind, id, amount, additional, seenAt);
  const operation = (id: string, posTid: string, kind: string, actor: string) => {
    database
      .prepare(
        `INSERT INTO operation (id, pos_tid, sequence, kind, body, fingerprint, state, due_at, created_at, settled_at)
         VALUES (?, ?, 1, ?, x'', x'', 'done', 0, 0, 0)`,
      )
      .run(id, posTid, kind);
    journal.append({ event: "operation.requested", posTid, actor, data: { id } }, AT);
  };
  const paid = { status: "ok" as const, captures: [capture], transactionFee: 105, interchangeFee: 20 };
  payment("paid", "partly_refunded", {
    ...paid,
    refunds: [{ id: "r1", amount: 700, additionalAmount: 0, text: null }],
  });
  movement("paid", "capture", "c1", 10_000, 500, AT + 1000);
  movement("paid", "refund", "r1", 700, 0, AT + 5000);
  operation("r1", "paid", "refund", "Owner");
  payment("oneStep", "captured", { status: "ok", transactionFee: 50 }, AT + 2000);
  payment("reserved", "authorised", { status: "auth", authAmount: 10_000, authAdditionalAmount: 500 });
  payment("rejected", "rejected", { status: "fail", statusCode: 5006 }, AT + 3000);
  payment("never", "aborted", null, AT + 4000);
  payment("unlisted", "authorised", { status: "auth", authAmount: 4000, authAdditionalAmount: 0 });
  operation("c9", "unlisted", "capture", "Kari");
}

describe("a till from before reports existed", () => {
  it("gets its bookings from its stored payments", () => {
    using folder = temporaryFolder();
    const database = connect(join(folder.path, "till.db"));
    try {
      before(database);
      migrate(database, MIGRATIONS);
      const shop = {
        timeZone: "Europe/Oslo",
        cutOff: "04:00",
        merchant: "T",
        pos: { id: "c", name: "C" },
        currency: "NOK",
      };
      const ports = { database, tally: openTally(database), seals: openSeals(database), shop };
      const journal = { first: null, last: null, hash: null, check: null };
      const report = makeReport(
        ports,
        { now: AT + 60_000, journal, reconciliation: null, comparison: null, underWay: null },
        null,
      );
      expect(report).toMatchObject({
        ...{ period: 1, captured: 21_000, refunded: 700, tips: 1000, fees: 175, transactionFees: 155 },
        counts: { captured: 2, refunded: 1, rejected: 1, aborted: 1, released: 0, approved: 4 },
        reserved: { count: 2, amount: 14_500 },
      });
      expect(report.byPerson.map(({ person, captured, refunded }) => [person, captured, refunded])).toEqual([
        ["Kari", 21_000, 0],
        ["Owner", 0, 700],
      ]);
      const order = database.prepare("SELECT kind, pos_tid FROM booking ORDER BY sequence").raw().all();
      expect(order).toEqual([
        ["approved", "reserved"],
        ["approved", "unlisted"],
        ["approved", "paid"],
        ["capture", "paid"],
        ["approved", "oneStep"],
        ["capture", "oneStep"],
        ["rejected", "rejected"],
        ["aborted", "never"],
        ["refund", "paid"],
      ]);
      const unlisted = database.prepare("SELECT pos_tid FROM payment WHERE unlisted = 1").pluck().all();
      expect(unlisted).toEqual(["unlisted"]);
      expect(looseJournal(database).verify()).toMatchObject({ ok: true });
    } finally {
      database.close();
    }
  });
});
