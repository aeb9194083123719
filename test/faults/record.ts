/** The result of a fault case, for the table of `npm run faults`. */
import { appendFileSync } from "node:fs";

export interface CaseRecord {
  case: string;
  /** Number of faults or scenario runs */
  runs: number;
  /** Acknowledged operations missing at the service or in the till */
  lost: number;
  /** Operations that the service has more than once */
  duplicated: number;
  verdict: "passed" | "failed" | "skipped";
  /** A measurement, or why the case was skipped */
  note?: string;
}

/** Adds a line to the report printed by `scripts/faults.mjs`; does nothing without TILL_FAULTS_REPORT. */
export function recordCase(record: CaseRecord): void {
  const file = process.env.TILL_FAULTS_REPORT;
  // A single write of less than a page: lines of parallel test files do not mix.
  if (file) appendFileSync(file, `${JSON.stringify(record)}\n`);
}
