/** The print queue. A job is committed before its first byte, and never retried when it may have been printed. */

import type { JobProblem, JobState, PrintJob } from "../../../contract/receipts/receipts.ts";
import type { StorageContext } from "../../storage/context.ts";
import { numberOrNull, type Stored } from "../../storage/database/columns.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";

export type JobRow = ReturnType<typeof readExisting>;

export type NewJob = Pick<JobRow, "kind" | "receipt" | "posTid" | "copy" | "automatic" | "bytes">;

export type Queue = "paper" | "electronic";

export type PrintJobs = ReturnType<typeof printJobs>;

export type JobEnd =
  | { state: "done"; confirmed: boolean }
  /** `looked`: a user checked whether it was printed */
  | { state: "unknown"; problem: JobProblem | null; looked: boolean }
  | { state: "failed" | "cancelled"; problem: JobProblem | null };

/** Reads and writes the `print_job` table. */
export function printJobs(database: Database) {
  const { byId, paper, uploads, open, latest, openOf, uploadOf, sending } = statements(database);
  const write = (change: () => unknown): void => void transact(database, change);
  const begin = database.prepare(
    "UPDATE print_job SET state = 'sending', attempts = attempts + 1 WHERE id = ? AND state = 'queued'",
  );
  const postpone = database.prepare(
    `UPDATE print_job SET state = 'queued', problem = @problem, due_at = @dueAt,
       attempts = attempts + CASE state WHEN 'queued' THEN 1 ELSE 0 END
     WHERE id = @id AND state IN ('queued','sending')`,
  );
  const hurry = database.prepare(
    "UPDATE print_job SET due_at = min(due_at, ?) WHERE kind = 'electronic' AND settled_at IS NULL",
  );
  const find = (id: string) => read(byId.get(id));
  return {
    add(job: NewJob, now: number): JobRow {
      const id = randomIdentifier(20);
      write(() => insertJob(database, id, job, now));
      const added = find(id);
      if (!added) throw new Error(`print job ${id} is not in the database`);
      return added;
    },
    find,
    next: (queue: Queue): JobRow | null => read((queue === "paper" ? paper : uploads).get()),
    unsettled: (queue: Queue): JobRow[] => open.all({ electronic: Number(queue === "electronic") }).map(readExisting),
    begin(id: string): JobRow | null {
      write(() => begin.run(id));
      const row = find(id);
      return row?.state === "sending" ? row : null;
    },
    /** Postpones a job that was not sent */
    postpone: (id: string, problem: JobProblem, dueAt: number) => write(() => postpone.run({ id, problem, dueAt })),
    /** Ends a job. `unknown` stays open until a user has checked */
    finish: (id: string, end: JobEnd, now: number): void => write(() => finishJob(database, id, end, now)),
    ofReceipt: (number: number): JobRow | null => read(latest.get(number)),
    openOf: (number: number): JobRow | null => read(openOf.get(number)),
    uploadOf: (posTid: string): JobRow | null => read(uploadOf.get(posTid)),
    makeDue: (now: number): void => write(() => hurry.run(now)),
    listInterrupted: (): JobRow[] => sending.all().map(readExisting),
  };
}

function statements(database: Database) {
  const rowsOf = (sql: string) => database.prepare<unknown[], Stored>(sql);
  const waits = "settled_at IS NULL AND state = 'queued'";
  return {
    byId: rowsOf("SELECT * FROM print_job WHERE id = ?"),
    paper: rowsOf(
      `SELECT * FROM print_job WHERE ${waits} AND kind IN ('receipt','test','slip') ORDER BY sequence LIMIT 1`,
    ),
    uploads: rowsOf(`SELECT * FROM print_job WHERE ${waits} AND kind = 'electronic' ORDER BY due_at, sequence LIMIT 1`),
    open: rowsOf(
      "SELECT * FROM print_job WHERE settled_at IS NULL AND (kind = 'electronic') = @electronic ORDER BY sequence",
    ),
    latest: rowsOf(
      "SELECT * FROM print_job WHERE receipt = ? AND kind = 'receipt' ORDER BY receipt, sequence DESC LIMIT 1",
    ),
    openOf: rowsOf(
      "SELECT * FROM print_job WHERE receipt = ? AND kind = 'receipt' AND state IN ('queued','sending') LIMIT 1",
    ),
    uploadOf: rowsOf("SELECT * FROM print_job WHERE pos_tid = ? AND kind = 'electronic'"),
    sending: rowsOf("SELECT * FROM print_job WHERE settled_at IS NULL AND state = 'sending' AND kind <> 'electronic'"),
  };
}

function insertJob(database: Database, id: string, job: NewJob, now: number): void {
  database
    .prepare(
      `INSERT INTO print_job (id, sequence, kind, receipt, pos_tid, copy, automatic, bytes, state, due_at, created_at)
       SELECT @id, coalesce(max(sequence), 0) + 1, @kind, @receipt, @posTid, @copy, @automatic, @bytes, 'queued', @now, @now
       FROM print_job`,
    )
    .run({ ...job, id, automatic: Number(job.automatic), now });
}

/** Clears the bytes, because the job is not sent again. */
function finishJob(database: Database, id: string, end: JobEnd, now: number): void {
  database
    .prepare(
      `UPDATE print_job SET state = @state, problem = @problem, confirmed = @confirmed, settled_at = @settledAt, bytes = x''
       WHERE id = @id AND settled_at IS NULL`,
    )
    .run({
      id,
      state: end.state,
      problem: "problem" in end ? end.problem : null,
      confirmed: Number("confirmed" in end && end.confirmed),
      settledAt: end.state === "unknown" && !end.looked ? null : now,
    });
}

function read(row: Stored | undefined): JobRow | null {
  return row ? readExisting(row) : null;
}

function readExisting(row: Stored) {
  return {
    id: String(row.id),
    sequence: Number(row.sequence),
    kind: row.kind as PrintJob["kind"],
    /** Receipt number; null: a test page or a hand-over slip */
    receipt: numberOrNull(row.receipt),
    posTid: row.pos_tid === null ? null : String(row.pos_tid),
    copy: Number(row.copy),
    automatic: row.automatic === 1,
    bytes: row.bytes as Uint8Array,
    state: row.state as JobState,
    attempts: Number(row.attempts),
    dueAt: Number(row.due_at),
    problem: row.problem as JobProblem | null,
    confirmed: row.confirmed === 1,
    createdAt: Number(row.created_at),
    settledAt: numberOrNull(row.settled_at),
  };
}

/** Runs inside the transaction that ends a job. `actor` is null when the till ended it. */
export type Ended = (job: JobRow, end: JobEnd, when: { now: number; actor: string | null }) => void;

/** `actor` is null when the till ends the job. */
export function endJob(
  { database, clock, jobs, ended }: Pick<StorageContext, "clock" | "database"> & { jobs: PrintJobs; ended: Ended },
  job: JobRow,
  end: JobEnd,
  actor: string | null = null,
) {
  transact(database, () => {
    const now = clock.now();
    jobs.finish(job.id, end, now);
    ended(job, end, { now, actor });
  });
}
