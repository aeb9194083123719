/** One step of a reconciliation: some payments, a page of the service's list, or the end. */

import type { Reason } from "../../../contract/reasons.ts";
import { withPriority } from "../../service/api/client.ts";
import type { Priority } from "../../service/api/token-bucket.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import type { Seals } from "../periods/seals.ts";
import { type ComparePaymentPorts, comparePayment, type PaymentComparison, SPACING_MS } from "./compare-payment.ts";
import type { Differences } from "./differences.ts";
import type { Run, RunResult, RunStore } from "./run-store.ts";
import type { ServiceListReader } from "./service-list.ts";

/** What a reconciliation is given. */
export interface RunnerPorts extends Omit<ComparePaymentPorts, "closing">, Pick<StorageContext, "log" | "random"> {
  seals: Seals;
  differences: Differences;
  list: ServiceListReader;
  isOffline(): boolean;
  actor(): string | null;
  onChange(): void;
}

/** How the asking goes; kept in memory only. */
export interface Progress {
  /** Until when a run reads the service's list, by the monotonic clock, and how often it got no answer there */
  list: null | { run: string; until: number; unanswered: number };
  /** Turns one after another in which nothing was answered */
  failures: number;
  /** Answers so far */
  answered: number;
  /** Of so many payments the outcome may still be asked several at a time: a person waits at a close */
  atOnce: number;
}

/** So long at most a run reads the service's list, which may be one of many other tills. It is read on afterwards. */
export const LIST_MS = 5000;
/** So long where its end is known to be some way off. */
const LIST_BEHIND_MS = 1000;
/** So many questions about the list without an answer, one after another, end its reading in a run. */
const LIST_UNANSWERED = 2;

/** So many payments are asked about at the same time while somebody waits; one otherwise. */
const WIDTH = 4;

export interface StepPorts {
  ports: RunnerPorts;
  runs: RunStore;
  progress: Progress;
  closing: AbortSignal;
  end(run: Run, state: "done" | "stopped", because: Reason | null, actor?: string | null): void;
  tell(): void;
}

/** One step of a run: payments, a page of the list, or its end. @returns why there was no answer, null when there was */
export function createStep({
  ports,
  runs,
  progress,
  closing,
  end,
  tell,
}: StepPorts): (run: Run) => Promise<Reason | null> {
  const { database, differences, clock } = ports;
  /** Writes a step down, unless the run was ended while the service was asked. */
  const write = (run: Run, change: () => void) => {
    progress.answered += 1;
    transact(database, () => {
      const now = runs.latest();
      if (now?.id !== run.id || (now.state !== "running" && now.state !== "waiting")) return;
      if (now.state === "waiting") runs.state(run.id, "running", null);
      change();
    });
    tell();
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
    // A service that answers nothing at all is asked as slowly as ever from here on; one that misses some, after a pause.
    progress.atOnce = isSilent ? 0 : Math.max(0, progress.atOnce - posTids.length);
    if (unanswered.length > 0 && !isSilent) await clock.sleep(SPACING_MS, closing);
    return isSilent ? (unanswered[0] ?? null) : null;
  };
  const list = createListStep({ ports, runs, progress, write, priority });
  return async (run) => {
    const posTids = runs.next(run.id, Math.max(1, Math.min(WIDTH, progress.atOnce)));
    if (posTids.length > 0) return payments(run, posTids);
    if (run.list === "pending") return list(run);
    end(run, "done", null);
    return null;
  };
}

/** One step of reading the service's list in a run. @returns why there was no answer, null when there was */
function createListStep({
  ports,
  runs,
  progress,
  write,
  priority,
}: Pick<StepPorts, "ports" | "runs" | "progress"> & {
  write(run: Run, change: () => void): void;
  priority(): Priority;
}): (run: Run) => Promise<Reason | null> {
  const { differences, clock } = ports;
  return async (run) => {
    const leave = (word: "read" | "partly_read" | "not_offered") => {
      write(run, () => runs.list(run.id, word, ports.list.readTo()));
      return null;
    };
    if (progress.list?.run !== run.id) {
      const until = clock.monotonic() + (ports.list.isBehind() ? LIST_BEHIND_MS : LIST_MS);
      progress.list = { run: run.id, until, unanswered: 0 };
    }
    const { list: reading } = progress;
    if (clock.monotonic() >= reading.until) return leave("partly_read");
    const step = await ports.list.step(priority());
    if (step.is === "unanswered") {
      reading.unanswered += 1;
      return reading.unanswered >= LIST_UNANSWERED ? leave("partly_read") : step.because;
    }
    reading.unanswered = 0;
    if (step.is === "end") return leave(step.list);
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
