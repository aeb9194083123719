import type { Comparison } from "../../../contract/accounting/reports.ts";
import { inEnglishOrNull, type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { transact } from "../../storage/database/database.ts";
import type { Run, RunStore } from "./run-store.ts";
import type { RunnerPorts } from "./runner-step.ts";
import { LIST_MS, type Progress, type StepPorts } from "./runner-step.ts";

const IDLE_MS = 10_000;
/** Number of payments that may be polled concurrently and with priority during a close. */
const CONCURRENT_PAYMENTS = 10_000;
const MAX_FAILURES = 2;

const LIST_UNREAD = reasonFor("compare_list_unread");

export const OUT_OF_REACH = reasonFor("compare_out_of_reach");

export type ComparisonBeforeClose = ReturnType<typeof createComparisonBeforeClose>;

export interface BeforeClosePorts {
  ports: RunnerPorts;
  runs: RunStore;
  progress: Progress;
  end: StepPorts["end"];
  wake(): void;
  begin(): Run;
  reopen(run: Run, through: number): void;
  /** Resolves when a run changes or the signal is aborted */
  changed(signal: AbortSignal): Promise<void>;
  closing: AbortSignal;
}

export function createComparisonBeforeClose(own: BeforeClosePorts) {
  const { ports, runs, progress, end, wake } = own;
  const through = () => ports.seals.latest()?.through ?? 0;
  const current = () => runs.ofPeriod(ports.seals.openPeriod());
  const comparisonNow = (): Comparison => comparisonOf(current(), runs, through(), ports.isOffline());
  const startOrContinue = (): boolean => {
    const run = current();
    if (run !== null && isActive(run)) return true;
    if (ports.isOffline()) return false;
    if (run?.state === "done" && runs.hasResults(run)) own.reopen(run, through());
    else own.begin();
    return true;
  };
  /** An unread list does not block the close. The Z records it, and the next run reads it. */
  const stopReadingList = () => {
    const run = current();
    if (run === null || !isActive(run) || runs.next(run.id, 1).length > 0) return;
    transact(ports.database, () => runs.list(run.id, "partly_read", ports.list.readTo()));
    end(run, "done", null);
  };
  return {
    comparisonNow,
    /** True when missing responses keep the comparison incomplete */
    isUnanswered: (): boolean => ports.isOffline() || isActive(current()),
    /** Compares the remaining payments within time limits. */
    async complete(): Promise<Comparison> {
      Object.assign(progress, { failures: 0, atOnce: CONCURRENT_PAYMENTS });
      // Confirming payments are polled once more and may remain confirming.
      let hasPolled = false;
      const isEnough = ({ state }: Comparison) => state === "compared" || (state === "confirming" && hasPolled);
      while (!own.closing.aborted && !isEnough(comparisonNow()) && startOrContinue()) {
        hasPolled = true;
        wake();
        await waitWhileAnswered(own, current);
        if (current()?.state !== "done") break;
      }
      stopReadingList();
      progress.atOnce = 0;
      return comparisonNow();
    },
  };
}

async function waitWhileAnswered(
  { ports, runs, progress, changed, closing }: BeforeClosePorts,
  current: () => Run | null,
) {
  const { clock } = ports;
  let [answered, answeredAt] = [progress.answered, clock.monotonic()];
  let listSince: number | null = null;
  for (let run = current(); run !== null && isActive(run) && !closing.aborted; run = current()) {
    const now = clock.monotonic();
    if (progress.answered !== answered) [answered, answeredAt] = [progress.answered, now];
    if (runs.next(run.id, 1).length === 0) listSince ??= now;
    const remainingMs = Math.min(answeredAt + IDLE_MS, (listSince ?? now) + LIST_MS) - now;
    if (remainingMs <= 0 || progress.failures >= MAX_FAILURES) return;
    const time = new AbortController();
    const sleepEnded = clock.sleep(remainingMs, time.signal).then(() => time.abort());
    await changed(time.signal);
    time.abort();
    await sleepEnded;
  }
}

function isActive(run: Run | null): boolean {
  return run?.state === "running" || run?.state === "waiting";
}

function comparisonOf(run: Run | null, runs: RunStore, through: number, isOffline: boolean): Comparison {
  const results = run !== null && runs.hasResults(run) ? run : null;
  const uncomparedCount = runs.uncompared(results?.id ?? null, through);
  if (results?.state === "done" && uncomparedCount === 0) {
    const isListRead = results.list === "read" || results.list === "not_offered";
    return {
      state: results.confirming > 0 ? "confirming" : "compared",
      ...withReason(isListRead ? null : LIST_UNREAD),
    };
  }
  if (run === null && uncomparedCount === 0) return { state: "nothing_to_compare", ...withReason(null) };
  const outdated = run === null ? 0 : runs.outdated(run);
  return { state: "not_compared", ...withReason(notComparedReason(run, uncomparedCount, isOffline)), outdated };
}

function withReason(reason: Reason | null): Pick<Comparison, "because" | "becauseReason"> {
  return { because: inEnglishOrNull(reason), becauseReason: reason };
}

function notComparedReason(run: Run | null, left: number, isOffline: boolean): Reason {
  if (run?.state === "waiting") return run.because ?? OUT_OF_REACH;
  if (isOffline) return OUT_OF_REACH;
  if (run?.state === "running") return reasonFor("compare_so_far", { compared: run.compared, total: run.total });
  if (run?.state === "stopped") return run.because ?? reasonFor("compare_stopped");
  return left === 1 ? reasonFor("compare_one_left") : reasonFor("compare_left", { number: left });
}
