/** One step of a reconciliation: some payments, a page of the service's list, or the end. */

import type { Reason } from "../../../contract/reasons/reasons.ts";
import { withPriority } from "../../service/api/client.ts";
import type { Priority } from "../../service/api/token-bucket.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import type { Seals } from "../periods/seals.ts";
import { type ComparePaymentPorts, comparePayment, type PaymentComparison, SPACING_MS } from "./compare-payment.ts";
import type { Differences } from "./differences.ts";
import type { Run, RunResult, RunStore } from "./run-store.ts";
import type { ServiceListReader } from "./service-list.ts";

export interface RunnerPorts extends Omit<ComparePaymentPorts, "closing">, Pick<StorageContext, "log" | "random"> {
  seals: Seals;
  differences: Differences;
  list: ServiceListReader;
  isOffline(): boolean;
  actor(): string | null;
  onChange(): void;
}

export interface Progress {
  /** Monotonic deadline of reading the list in a run, and its consecutive unanswered requests */
  list: null | { run: string; until: number; unanswered: number };
  /** Consecutive steps without any response */
  failures: number;
  answered: number;
  /** Payments that may still be polled concurrently, while a user waits for the close */
  atOnce: number;
}

/** Maximum time for the list in a run, as other tills may have many requests in it. The rest is read later. */
export const LIST_MS = 5000;
const LIST_BEHIND_MS = 1000;
/** Consecutive unanswered requests after which a run stops reading the list. */
const LIST_UNANSWERED = 2;

/** Concurrent payments while a user waits; otherwise one. */
const MAX_CONCURRENT = 4;

export interface StepPorts {
  ports: RunnerPorts;
  runs: RunStore;
  progress: Progress;
  closing: AbortSignal;
  end(run: Run, state: "done" | "stopped", because: Reason | null, actor?: string | null): void;
  notifyChange(): void;
}

export function createStep(context: StepPorts): (run: Run) => Promise<Reason | null> {
  const { ports, runs, progress, closing, end, notifyChange } = context;
  const { database, differences, clock } = ports;
  /** Saves a step unless the run ended during the request. */
  const write = (run: Run, change: () => void) => {
    progress.answered += 1;
    transact(database, () => {
      const now = runs.latest();
      if (now?.id !== run.id || (now.state !== "running" && now.state !== "waiting")) return;
      if (now.state === "waiting") runs.state(run.id, "running", null);
      change();
    });
    notifyChange();
  };
  const priority = (): Priority => (progress.atOnce > 0 ? "person" : "rest");
  const asking = () => withPriority(ports.api, priority());
  const payment = async (run: Run, posTid: string) => {
    const reading = await comparePayment({ ...ports, api: asking(), closing }, posTid);
    if (reading.is === "unanswered") return reading.because;
    write(run, () => {
      differences.replace({ posTid, tid: null }, reading.found, run.id, clock.now());
      runs.record(run.id, posTid, resultOf(reading));
    });
    return null;
  };
  const payments = async (run: Run, posTids: readonly string[]) => {
    const answers = await Promise.all(posTids.map((posTid) => payment(run, posTid)));
    const unanswered = answers.filter((why) => why !== null);
    const isSilent = unanswered.length === posTids.length;
    // Without any response the run falls back to single requests; after some missing ones it pauses.
    progress.atOnce = isSilent ? 0 : Math.max(0, progress.atOnce - posTids.length);
    if (unanswered.length > 0 && !isSilent) await clock.sleep(SPACING_MS, closing);
    return isSilent ? (unanswered[0] ?? null) : null;
  };
  const list = createListStep(context, write, priority);
  return async (run) => {
    const posTids = runs.next(run.id, Math.max(1, Math.min(MAX_CONCURRENT, progress.atOnce)));
    if (posTids.length > 0) return payments(run, posTids);
    if (run.list === "pending") return list(run);
    end(run, "done", null);
    return null;
  };
}

/** Returns why the service did not respond, or null. */
function createListStep(
  { ports, runs, progress }: StepPorts,
  write: (run: Run, change: () => void) => void,
  priority: () => Priority,
): (run: Run) => Promise<Reason | null> {
  const { differences, clock } = ports;
  return async (run) => {
    const finishList = (word: "read" | "partly_read" | "not_offered") => {
      write(run, () => runs.list(run.id, word, ports.list.readTo()));
      return null;
    };
    if (progress.list?.run !== run.id) {
      const until = clock.monotonic() + (ports.list.isBehind() ? LIST_BEHIND_MS : LIST_MS);
      progress.list = { run: run.id, until, unanswered: 0 };
    }
    const { list: reading } = progress;
    if (clock.monotonic() >= reading.until) return finishList("partly_read");
    const step = await ports.list.step(priority());
    if (step.is === "unanswered") {
      reading.unanswered += 1;
      return reading.unanswered >= LIST_UNANSWERED ? finishList("partly_read") : step.because;
    }
    reading.unanswered = 0;
    if (step.is === "end") return finishList(step.list);
    write(run, () => {
      if (step.is === "looked") differences.replace({ posTid: null, tid: step.tid }, step.found, run.id, clock.now());
    });
    return null;
  };
}

function resultOf({ found, updated, confirming }: Extract<PaymentComparison, { is: "compared" }>): RunResult {
  if (found !== null) return "different";
  if (confirming) return "confirming";
  return updated ? "updated" : "equal";
}
