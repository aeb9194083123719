/**
 * Reconciliation: polls and compares every payment of the open period, at the lowest priority unless a user waits for a
 * close. A run resumes after an outage or a restart.
 */

import type { Reconciliation, ReconciliationSummary } from "../../../contract/accounting/reports.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import { inEnglishOrNull, type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { iso, isoOrNull } from "../../lib/iso-time.ts";
import { startLoop } from "../../lib/loop.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { createComparisonBeforeClose } from "./before-close.ts";
import type { Differences } from "./differences.ts";
import { openRunStore, type Run, type RunStore } from "./run-store.ts";
import type { RunnerPorts } from "./runner-step.ts";
import { createStep, type Progress, type StepPorts } from "./runner-step.ts";

export type ReconciliationRunner = ReturnType<typeof startReconciliationRunner>;

const MAX_SHOWN = 500;

/** Starts the loop, which resumes an interrupted run and otherwise sleeps. */
export function startReconciliationRunner(ports: RunnerPorts) {
  const { database } = ports;
  const runs = openRunStore(database);
  const progress: Progress = { failures: 0, answered: 0, atOnce: 0, list: null };
  const active = () => activeRun(runs);
  let change = Promise.withResolvers<void>();
  const notifyChange = () => {
    ports.onChange();
    change.resolve();
    change = Promise.withResolvers();
  };
  const end: StepPorts["end"] = (run, state, because, actor = null) => {
    transact(database, () => writeEnd(ports, runs, run, { state, because, actor }));
    progress.list = null;
    notifyChange();
  };
  const { wake, close, closed } = startLoop(ports, async () => {
    const run = active();
    if (run === null) return null;
    const because = await step(run);
    if (closed.aborted) return null;
    progress.failures = because === null ? 0 : progress.failures + 1;
    if (because === null) return 0;
    if (active()?.id === run.id) transact(database, () => runs.state(run.id, "waiting", because));
    notifyChange();
    return pauseAfter(progress.failures, ports.random());
  });
  const step = createStep({ ports, runs, progress, closing: closed, end, notifyChange });
  return {
    ...runnerCommands(ports, runs, { wake, end }),
    ...createComparisonBeforeClose({
      ports,
      runs,
      progress,
      end,
      wake,
      closing: closed,
      begin: () => transact(database, () => begin(ports, runs)),
      reopen: (run, through) => transact(database, () => reopen(ports, runs, run, through)),
      changed: (signal) => Promise.race([change.promise, aborted(AbortSignal.any([signal, closed]))]),
    }),
    periodClosed() {
      const run = active();
      if (run) end(run, "stopped", reasonFor("compare_closed"));
      transact(database, () => runs.forgetResults());
    },
    isRunning: (): boolean => active() !== null,
    online() {
      progress.failures = 0;
      if (active()) wake();
    },
    close,
  };
}

function runnerCommands(ports: RunnerPorts, runs: RunStore, { wake, end }: { wake(): void; end: StepPorts["end"] }) {
  const { differences, database } = ports;
  const view = (run: Run): Reconciliation => ({
    ...summaryOf(run, differences),
    found: differences.ofRun(run.id, MAX_SHOWN),
  });
  return {
    start(): Result<Reconciliation> {
      const activeBefore = activeRun(runs);
      if (activeBefore) return done(view(activeBefore));
      if (ports.isOffline()) {
        return failed("offline", { because: reasonFor("compare_offline") });
      }
      const startedRun = transact(database, () => begin(ports, runs));
      wake();
      return done(view(startedRun));
    },
    stop(): Result<Reconciliation> {
      const run = activeRun(runs);
      if (run) end(run, "stopped", reasonFor("compare_stopped"), ports.actor());
      const latest = runs.latest();
      return latest ? done(view(latest)) : failed("not_found", { because: NOTHING_YET });
    },
    latest(): Reconciliation | null {
      const run = runs.latest();
      return run && view(run);
    },
    ofPeriod(period: number): ReconciliationSummary | null {
      const run = runs.ofPeriod(period);
      return run && summaryOf(run, differences);
    },
  };
}

export const NOTHING_YET = reasonFor("compare_nothing_yet");

function activeRun(runs: RunStore): Run | null {
  const run = runs.latest();
  return run && (run.state === "running" || run.state === "waiting") ? run : null;
}

function begin(ports: RunnerPorts, runs: RunStore): Run {
  const now = ports.clock.now();
  const id = randomIdentifier(16);
  const actor = ports.actor();
  runs.insertRun({ id, period: ports.seals.openPeriod(), through: ports.seals.latest()?.through ?? 0, actor, now });
  const newRun = runs.latest();
  if (newRun?.id !== id) throw new Error("the started reconciliation is not the latest one");
  ports.differences.adopt(id);
  ports.store.journal.append({ event: "reconciliation.started", actor, data: { id, total: newRun.total } }, now);
  return newRun;
}

function reopen({ clock, store, differences, actor }: RunnerPorts, runs: RunStore, { id }: Run, through: number): void {
  const total = runs.reopen(id, through);
  differences.adopt(id);
  if (total === 0) return;
  store.journal.append({ event: "reconciliation.started", actor: actor(), data: { id, total } }, clock.now());
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function writeEnd(
  { clock, store, differences }: RunnerPorts,
  runs: RunStore,
  { id, total, compared, equal, updated }: Run,
  { state, because, actor }: { state: "done" | "stopped"; because: Reason | null; actor: string | null },
): void {
  const now = clock.now();
  runs.end(id, state, because, now);
  const data = { id, state, total, compared, equal, updated, differences: differences.countOfRun(id) };
  store.journal.append({ event: "reconciliation.ended", actor, data }, now);
}

function summaryOf(run: Run, differences: Differences): ReconciliationSummary {
  const { id, state, period, total, compared, equal, updated, confirming, list, listReadTo, because } = run;
  return {
    id,
    state,
    period,
    total,
    compared,
    equal,
    updated,
    confirming,
    list,
    because: inEnglishOrNull(because),
    becauseReason: because,
    listReadTo: isoOrNull(listReadTo),
    startedAt: iso(run.startedAt),
    finishedAt: isoOrNull(run.finishedAt),
    by: run.actor,
    differences: differences.countOfRun(id),
  };
}
