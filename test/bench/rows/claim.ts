import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { better, defineQueue } from "plainjob";
import { type Database, openDatabase, transact } from "../../../main/storage/database/database.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { bareCommits } from "../bare.ts";
import { figureOf, inTurns, medianOf, perSecond, type Row, rateOf, ratiosOf } from "../row.ts";
import { openScenarioTill } from "../seed/scenario-till.ts";

const JOBS = 300;

export const row: Row = {
  number: 2,
  name: "claim",
  what: "claiming an operation and settling it, against bare statements and against plainjob at synchronous = FULL",
  bound: "two disk syncs per operation",
  async measure() {
    using folder = temporaryFolder();
    using bare = bareCommits();
    using till = openScenarioTill("NOK", join(folder.path, "till.db"));
    using plain = openScenarioTill("NOK", join(folder.path, "plain.db"));
    // Without the till's own work at each write.
    const bareRows = openDatabase(join(folder.path, "plain.db"));
    using _closed = { [Symbol.dispose]: () => bareRows.close() };
    using peer = openPlainjob(join(folder.path, "jobs.db"));
    const rates = await inTurns(7, {
      ours: () => settleAll(till),
      same: () => settlePlainly(plain, bareRows),
      peer: () => peer.settleAll(),
      bare: () => bare.rate(JOBS),
    });
    const detail = (theirs: readonly number[]) =>
      `${perSecond(medianOf(rates.ours))} of ${perSecond(medianOf(theirs))}`;
    const toSame = {
      name: "claim",
      what: "claim and settle, vs bare statements",
      atLeast: 0.9,
      unit: "ratio",
    } as const;
    const toPeer = {
      name: "claim.plainjob",
      what: "claim and settle, vs plainjob",
      atLeast: 0.75,
      unit: "ratio",
    } as const;
    return [
      figureOf(
        toSame,
        ratiosOf(rates.ours, rates.same),
        `${detail(rates.same)}; of one row ${perSecond(medianOf(rates.bare))}`,
      ),
      figureOf(toPeer, ratiosOf(rates.ours, rates.peer), detail(rates.peer)),
    ];
  },
};

/** Settles operations with the queue's own code: due, sending, done. */
async function settleAll({ begin, store }: ReturnType<typeof openScenarioTill>): Promise<number> {
  const { operations } = store;
  for (let left = JOBS; left > 0; left -= 1) begin({ action: "SALE", amount: 4900, byPhone: true, withText: false });
  const nobody = new Set<string>();
  return rateOf(JOBS, () => {
    const due = operations.nextDue(nobody);
    if (due === null) throw new Error("nothing is due");
    const { id } = operations.lease(due.id, due.dueAt);
    operations.settle(id, { state: "done" }, due.dueAt);
  });
}

/** Settles the first due operation with the bare writes of a claim and a settlement. */
async function settlePlainly({ begin }: ReturnType<typeof openScenarioTill>, database: Database): Promise<number> {
  for (let left = JOBS; left > 0; left -= 1) begin({ action: "SALE", amount: 4900, byPhone: true, withText: false });
  const due = database
    .prepare<[], string>(
      "SELECT id FROM operation WHERE settled_at IS NULL AND state = 'ready' ORDER BY due_at, created_at, sequence LIMIT 1",
    )
    .pluck();
  const claim = database.prepare("UPDATE operation SET state = 'sending', attempts = 1, sent_at = 1 WHERE id = ?");
  const settle = database.prepare(
    "UPDATE operation SET state = 'done', settled_at = 2, body = x'', fingerprint = x'' WHERE id = ?",
  );
  return rateOf(JOBS, () => {
    const id = due.get();
    transact(database, () => claim.run(id));
    transact(database, () => settle.run(id));
  });
}

/** Opens a queue on SQLite for Node. It lowers `synchronous` on opening, which is restored to durable. */
function openPlainjob(path: string) {
  const database = new Sqlite(path);
  const quiet = { error: console.error, warn: () => undefined, info: () => undefined, debug: () => undefined };
  const queue = defineQueue({ connection: better(database), logger: quiet });
  database.pragma("synchronous = FULL");
  return {
    settleAll() {
      const request = { kind: "create", body: "x".repeat(200) };
      for (let left = JOBS; left > 0; left -= 1) queue.add("send", request);
      return rateOf(JOBS, () => {
        const job = queue.getAndMarkJobAsProcessing("send");
        if (job === undefined) throw new Error("nothing is due");
        queue.markJobAsDone(job.id);
      });
    },
    [Symbol.dispose]() {
      queue.close();
    },
  };
}
