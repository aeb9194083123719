/** What a fault case found, for the table of `npm run faults`. */
import { appendFileSync } from "node:fs";

export interface CaseRecord {
  case: string;
  /** How often the fault struck, or the scenario was run */
  runs: number;
  /** Acknowledged operations that the service or the till does not have */
  lost: number;
  /** Operations that the service has more than once */
  duplicated: number;
  verdict: "passed" | "failed" | "skipped";
  /** What was measured, or why it was skipped */
  note?: string;
}

/** Adds a line to the report that `scripts/faults.mjs` prints; without TILL_FAULTS_REPORT nobody asked for one. */
export function recordCase(record: CaseRecord): void {
  const file = process.env.TILL_FAULTS_REPORT;
  // One write of less than a page: lines of test files that run side by side do not mix.
  if (file) appendFileSync(file, `${JSON.stringify(record)}\n`);
}
