/** A fault case as a test: counts faults, is always recorded in the table, and prints its seed on failure. */
import { expect, it } from "vitest";

/** The result of a case, for the table of `npm run faults` */
interface CaseRecord {
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

declare module "vitest" {
  interface TaskMeta {
    /** Read by `scripts/test-report.mjs` */
    faultCase?: CaseRecord;
  }
}

/** Counters of a running case. */
export interface Tally {
  runs: number;
  lost: number;
  duplicated: number;
  /** Measurement for the table */
  note: string;
  /** Seed of all random choices in the case */
  readonly seed: number;
}

export interface CaseOptions {
  /** Why the case cannot run on this machine, or null */
  missing?(): string | null;
  /** Runs concurrently with other cases of its file; for cases that mostly wait */
  concurrent?: boolean;
}

/** True for long runs (`npm run faults -- --nightly`). */
export const NIGHTLY = process.env.TILL_FAULTS === "nightly";

/** Returns the amount of work: `usually` in normal runs, `nightly` in long runs. */
export function usualOrNightly(usually: number, nightly: number): number {
  return NIGHTLY ? nightly : usually;
}

/** Only prevents hanging. */
const CASE_MS = 360_000;
const NIGHT_MS = 3 * 60 * 60_000;

/** Registers a case. It fails when `run` throws, or when an operation was lost or duplicated. */
export function faultCase(name: string, run: (tally: Tally) => Promise<void>, options: CaseOptions = {}): void {
  const timeout = NIGHTLY ? NIGHT_MS : CASE_MS;
  const register = options.concurrent ? it.concurrent : it;
  register(name, { timeout }, async ({ skip, task }) => {
    const title = task.suite ? `${task.suite.name} › ${name}` : name;
    const missing = options.missing?.() ?? null;
    if (missing !== null) {
      task.meta.faultCase = { case: title, runs: 0, lost: 0, duplicated: 0, verdict: "skipped", note: missing };
      skip(missing);
    }
    const tally: Tally = { runs: 0, lost: 0, duplicated: 0, note: "", seed: seedOf(name) };
    const record = (verdict: "passed" | "failed") => {
      const { runs, lost, duplicated, note } = tally;
      task.meta.faultCase = { case: title, runs, lost, duplicated, verdict, note };
    };
    try {
      await run(tally);
      expect({ lost: tally.lost, duplicated: tally.duplicated }).toEqual({ lost: 0, duplicated: 0 });
    } catch (error) {
      console.error(`${title}: reproduce with TILL_FAULTS_SEED=${tally.seed}`);
      record("failed");
      throw error;
    }
    record("passed");
  });
}

/** Returns the given seed, or one that differs by case: fixed in normal runs, new each night. */
function seedOf(name: string): number {
  const requested = Number(process.env.TILL_FAULTS_SEED);
  if (Number.isSafeInteger(requested) && process.env.TILL_FAULTS_SEED) return requested;
  const start = NIGHTLY ? Math.trunc(Date.now() / 86_400_000) : 0;
  return [...name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, start) >>> 0;
}
