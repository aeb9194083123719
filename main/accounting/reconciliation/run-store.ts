import type { ReconciliationSummary } from "../../../contract/accounting/reports.ts";
import { packReason, type Reason, reasonFor, unpackReason } from "../../../contract/reasons/reasons.ts";
import { OPEN_PHASES } from "../../../contract/values/phases.ts";
import type { Database } from "../../storage/database/database.ts";

export type RunState = ReconciliationSummary["state"];

export interface Run {
  id: string;
  period: number;
  state: RunState;
  startedAt: number;
  finishedAt: number | null;
  actor: string | null;
  because: Reason | null;
  list: ReconciliationSummary["list"];
  total: number;
  compared: number;
  equal: number;
  updated: number;
  confirming: number;
  listReadTo: number | null;
}

export type RunResult = "equal" | "updated" | "different" | "confirming";

export type RunStore = ReturnType<typeof openRunStore>;

export function openRunStore(database: Database) {
  const statements = runStatements(database);
  const finish = (id: string, word: "done" | "stopped", because: Reason | null, now: number) => {
    statements.end.run({ id, state: word, because: because && packReason(because), now });
    statements.clear.run(id);
  };
  return {
    latest: (): Run | null => readRun(statements.latest.get()),
    ofPeriod: (period: number): Run | null => readRun(statements.ofPeriod.get(period)),
    /**
     * Adds a run over bookings after `through`, open or confirming payments, and open differences. Needs a transaction.
     */
    insertRun({ through, ...run }: { id: string; period: number; through: number; actor: string | null; now: number }) {
      statements.insert.run(run);
      statements.count.run(statements.fill.run({ id: run.id, through }).changes, run.id);
    },
    next: (id: string, limit: number): string[] => statements.next.all(id, limit),
    ...statements.results.methods((id, added) => statements.reopen.run({ id, added })),
    record(id: string, posTid: string, result: RunResult) {
      statements.take.run(id, posTid);
      statements.results.store(id, posTid, result);
      const [equal, updated, confirming] = [result === "equal", result === "updated", result === "confirming"].map(
        Number,
      );
      statements.recordResult.run({ id, equal, updated, confirming });
    },
    list: (id: string, word: ReconciliationSummary["list"], readTo: number | null): void =>
      void statements.list.run(word, readTo, id),
    state: (id: string, word: RunState, because: Reason | null): void =>
      void statements.state.run({ id, state: word, because: because && packReason(because) }),
    /** Adds a completed run and stops an active one. Runs inside the caller's transaction. */
    insertFinished(run: {
      id: string;
      startedAt: number;
      now: number;
      compared: number;
      equal: number;
      updated: number;
      list: ReconciliationSummary["list"];
      listReadTo: number | null;
    }) {
      const latestRun = statements.latest.get();
      if (latestRun?.finishedAt === null) finish(latestRun.id, "stopped", reasonFor("compare_restored"), run.now);
      statements.insertEnded.run(run);
    },
    end: finish,
  };
}

const COLUMNS =
  "id, period, state, started_at AS startedAt, finished_at AS finishedAt, actor, because, list, total, compared, equal, updated, confirming, list_to AS listReadTo";

/** SQL condition for the payments of a run, with bookings after `@through`. */
const SCOPE = `payment.pos_tid IN (
       SELECT pos_tid FROM booking WHERE sequence > @through
       UNION ALL SELECT pos_tid FROM payment WHERE phase IN (${OPEN_PHASES.map((phase) => `'${phase}'`).join(", ")})
       UNION ALL SELECT pos_tid FROM payment WHERE unlisted = 1
       UNION ALL SELECT pos_tid FROM difference WHERE state = 'standing' AND pos_tid IS NOT NULL)`;

function runStatements(database: Database) {
  return {
    latest: database.prepare<[], StoredRun>(`SELECT ${COLUMNS} FROM reconciliation ORDER BY rowid DESC LIMIT 1`),
    ofPeriod: database.prepare<[number], StoredRun>(
      `SELECT ${COLUMNS} FROM reconciliation WHERE period = ? ORDER BY rowid DESC LIMIT 1`,
    ),
    insert: database.prepare(
      "INSERT INTO reconciliation (id, period, state, started_at, actor) VALUES (@id, @period, 'running', @now, @actor)",
    ),
    fill: database.prepare(
      `INSERT INTO reconciliation_item (reconciliation, pos_tid)
       SELECT @id, pos_tid FROM payment WHERE (tid IS NOT NULL OR unlisted = 1) AND ${SCOPE}`,
    ),
    results: resultStatements(database),
    count: database.prepare("UPDATE reconciliation SET total = ? WHERE id = ?"),
    next: database
      .prepare<[string, number], string>("SELECT pos_tid FROM reconciliation_item WHERE reconciliation = ? LIMIT ?")
      .pluck(),
    take: database.prepare("DELETE FROM reconciliation_item WHERE reconciliation = ? AND pos_tid = ?"),
    recordResult: database.prepare(
      `UPDATE reconciliation SET compared = compared + 1, equal = equal + @equal, updated = updated + @updated,
         confirming = confirming + @confirming WHERE id = @id`,
    ),
    reopen: database.prepare(
      `UPDATE reconciliation SET state = 'running', finished_at = NULL, because = NULL, list = 'pending',
         total = compared + @added WHERE id = @id`,
    ),
    list: database.prepare("UPDATE reconciliation SET list = ?, list_to = ? WHERE id = ?"),
    state: database.prepare("UPDATE reconciliation SET state = @state, because = @because WHERE id = @id"),
    end: database.prepare(
      "UPDATE reconciliation SET state = @state, because = @because, finished_at = @now WHERE id = @id",
    ),
    insertEnded: database.prepare(
      `INSERT INTO reconciliation (id, period, state, started_at, finished_at, list, list_to, total, compared, equal,
         updated)
       VALUES (@id, (SELECT number FROM open_period), 'done', @startedAt, @now, @list, @listReadTo, @compared, @compared,
         @equal, @updated)`,
    ),
    clear: database.prepare("DELETE FROM reconciliation_item WHERE reconciliation = ?"),
  };
}

type StoredRun = Omit<Run, "because"> & { because: string | null };

function readRun(row: StoredRun | undefined): Run | null {
  return row === undefined ? null : { ...row, because: row.because === null ? null : unpackReason(row.because) };
}

/** Results per payment, each with the last booking that it covers. */
function resultStatements(database: Database) {
  const insert = database.prepare(
    `INSERT INTO reconciliation_result (reconciliation, pos_tid, through, result)
     VALUES (@id, @posTid, (SELECT coalesce(max(sequence), 0) FROM booking WHERE pos_tid = @posTid), @result)`,
  );
  const about = `payment LEFT JOIN reconciliation_result AS result
       ON result.pos_tid = payment.pos_tid AND result.reconciliation = @id
     WHERE (tid IS NOT NULL OR unlisted = 1) AND ${SCOPE}`;
  const isStale = `(result.through IS NULL OR result.through <
       (SELECT coalesce(max(sequence), 0) FROM booking WHERE booking.pos_tid = payment.pos_tid))`;
  const count = database
    .prepare<{ id: string | null; through: number }, number>(`SELECT count(*) FROM ${about} AND ${isStale}`)
    .pluck();
  const fill = database.prepare(
    `INSERT INTO reconciliation_item (reconciliation, pos_tid) SELECT @id, payment.pos_tid
     FROM ${about} AND (${isStale} OR result.result = 'confirming')`,
  );
  // Subtracts outdated results from the counts.
  const subtractOutdated = database.prepare(
    `UPDATE reconciliation SET (compared, equal, updated, confirming) = (
       SELECT reconciliation.compared - count(*), reconciliation.equal - coalesce(sum(result = 'equal'), 0),
         reconciliation.updated - coalesce(sum(result = 'updated'), 0),
         reconciliation.confirming - coalesce(sum(result = 'confirming'), 0)
       FROM reconciliation_result JOIN reconciliation_item USING (reconciliation, pos_tid) WHERE reconciliation = @id)
     WHERE id = @id`,
  );
  const drop = database.prepare(
    `DELETE FROM reconciliation_result WHERE reconciliation = @id AND pos_tid IN (
       SELECT pos_tid FROM reconciliation_item WHERE reconciliation = @id)`,
  );
  const known = database
    .prepare<[string], number>("SELECT count(*) FROM reconciliation_result WHERE reconciliation = ?")
    .pluck();
  const forget = database.prepare("DELETE FROM reconciliation_result");
  const changed = outdatedStatement(database);
  const hasResults = ({ id, compared }: Run) => known.get(id) === compared;
  return {
    store: (id: string, posTid: string, result: string) => void insert.run({ id, posTid, result }),
    methods: (continueRun: (id: string, added: number) => void) => ({
      reopen(id: string, through: number): number {
        const added = fill.run({ id, through }).changes;
        if (added === 0) return 0;
        subtractOutdated.run({ id });
        drop.run({ id });
        continueRun(id, added);
        return added;
      },
      /** Counts payments of the open period not compared in their current state; without a run, all */
      uncompared: (id: string | null, through: number): number => count.get({ id, through }) ?? 0,
      /** Counts compared payments that changed since; all when the run's results are unknown */
      outdated: (run: Run): number => (hasResults(run) ? (changed.get(run.id) ?? 0) : run.compared),
      /** True when the result of each payment is stored. False for runs of earlier versions and after a restore. */
      hasResults,
      /** Deletes the results of closed periods, which their Zs contain. */
      forgetResults: () => void forget.run(),
    }),
  };
}

function outdatedStatement(database: Database) {
  return database
    .prepare<[string], number>(
      `SELECT count(*) FROM reconciliation_result AS result WHERE reconciliation = ? AND through <
         (SELECT coalesce(max(sequence), 0) FROM booking WHERE booking.pos_tid = result.pos_tid)`,
    )
    .pluck();
}
