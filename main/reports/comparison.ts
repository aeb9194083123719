/** Whether the open period is compared with the service, and bringing it about before a close. */
import type { Comparison } from "../../contract/reports.ts";
import { transact } from "../store/database.ts";
import type { ReconcilerPorts } from "./reconciler-ports.ts";
import type { Turning } from "./reconciler-turn.ts";
import type { Run, Runs } from "./runs.ts";

/** A close waits so long for what is still to be compared: some hundred payments, and a person who stands there. */
const AT_CLOSE_MS = 20_000;
/** So many questions follow one another at once at a close; a usual day has no more. Then at most five a second. */
const AT_ONCE = 50;
/** A service that has left so many questions unanswered is not waited for. */
const UNANSWERED = 2;

export const OUT_OF_REACH = "The payment service cannot be reached.";

export interface Comparing {
  /** As it is now */
  asItIs(): Comparison;
  /** Compares what is not compared yet, within bounds. */
  complete(): Promise<Comparison>;
}

export interface ComparingPorts {
  ports: ReconcilerPorts;
  runs: Runs;
  progress: Turning["progress"] & { failures: number; atOnce: number };
  end: Turning["end"];
  wake(): void;
  begin(): Run;
  /** Goes on with a run that was done */
  reopen(run: Run, through: number): void;
  /** Resolves when a run changes, or when the signal is aborted */
  changed(signal: AbortSignal): Promise<void>;
}

/** Over the reconciler's own runs. */
export function createComparing(own: ComparingPorts): Comparing {
  const { ports, runs, progress, end, wake } = own;
  const through = () => ports.seals.latest()?.through ?? 0;
  const current = () => runs.ofPeriod(ports.seals.openPeriod());
  const asItIs = (): Comparison => comparisonOf(current(), runs, through(), ports.isOffline());
  /** @returns whether there is a run to wait for */
  const goOn = (): boolean => {
    const run = current();
    if (run !== null && isActive(run)) return true;
    if (ports.isOffline()) return false;
    if (run?.state === "done" && runs.hasResults(run)) own.reopen(run, through());
    else own.begin();
    return true;
  };
  /** A long list of the merchant's other tills is no reason not to close: reading it goes on at the next time. */
  const leaveTheList = () => {
    const run = current();
    if (run === null || !isActive(run) || runs.next(run.id) !== null) return;
    transact(ports.database, () => runs.list(run.id, "partly_read"));
    end(run, "done", null);
  };
  return {
    asItIs,
    async complete() {
      const time = new AbortController();
      const over = ports.clock.sleep(AT_CLOSE_MS, time.signal).then(() => time.abort());
      Object.assign(progress, { failures: 0, atOnce: AT_ONCE });
      while (!time.signal.aborted && asItIs().state !== "compared" && goOn()) {
        wake();
        const isOver = () => !isActive(current()) || progress.failures >= UNANSWERED || time.signal.aborted;
        while (!isOver()) await own.changed(time.signal);
        if (current()?.state !== "done") break;
      }
      leaveTheList();
      progress.atOnce = 0;
      time.abort();
      await over;
      return asItIs();
    },
  };
}

function isActive(run: Run | null): boolean {
  return run?.state === "running" || run?.state === "waiting";
}

function comparisonOf(run: Run | null, runs: Runs, through: number, isOffline: boolean): Comparison {
  const results = run !== null && runs.hasResults(run) ? run : null;
  const left = runs.uncompared(results?.id ?? null, through);
  if (results?.state === "done" && left === 0) return { state: "compared", because: null };
  if (run === null && left === 0) return { state: "nothing_to_compare", because: null };
  return { state: "not_compared", because: whyNot(run, left, isOffline) };
}

function whyNot(run: Run | null, left: number, isOffline: boolean): string {
  if (run?.state === "waiting") return run.because ?? OUT_OF_REACH;
  if (isOffline) return OUT_OF_REACH;
  if (run?.state === "running") return `${run.compared} of ${run.total} payments were compared so far.`;
  if (run?.state === "stopped") return run.because ?? "It was stopped.";
  return left === 1 ? "1 payment was not compared." : `${left} payments were not compared.`;
}
