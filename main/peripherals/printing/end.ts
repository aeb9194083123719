/** The end of a print job: its row and the journal's entry, as one transaction. */
import type { Clock } from "../../lib/clock.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import type { JobEnd, JobRow, PrintJobs } from "./jobs.ts";

/** Called inside the transaction that ends a job. @param when its `actor` ended it; null: the till itself */
export type Ended = (job: JobRow, end: JobEnd, when: { now: number; actor: string | null }) => void;

export interface EndPorts {
  database: Database;
  clock: Clock;
  jobs: PrintJobs;
  ended: Ended;
}

/** Ends a job. @param actor who ended it; null: the till itself */
export function endJob(
  { database, clock, jobs, ended }: EndPorts,
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
