/** One step of a reconciliation: some payments, a page of the service's list, or the end. */
import { transact } from "../store/database.ts";
import { readBack, SPACING_MS } from "./reading-back.ts";
import type { ReconcilerPorts } from "./reconciler-ports.ts";
import type { Run, Runs } from "./runs.ts";
import { type ListStep, readServiceList } from "./service-list.ts";

/** How the asking goes; kept in memory only. */
export interface Progress {
  /** Where a run is in the service's list */
  list: null | { run: string; step(): Promise<ListStep> };
  /** Turns one after another in which nothing was answered */
  failures: number;
  /** Answers so far */
  answered: number;
  /** So many questions may still follow at the pace of the answers: somebody waits at a close */
  atOnce: number;
}

/** So many payments are asked about at the same time while somebody waits; one otherwise. */
const WIDTH = 4;

export interface Turning {
  ports: ReconcilerPorts;
  runs: Runs;
  progress: Progress;
  closing: AbortSignal;
  end(run: Run, state: "done" | "stopped", because: string | null, actor?: string | null): void;
  tell(): void;
}

/** One step of a run: payments, a page of the list, or its end. @returns why there was no answer, null when there was */
export function createTurn({
  ports,
  runs,
  progress,
  closing,
  end,
  tell,
}: Turning): (run: Run) => Promise<string | null> {
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
  const payment = async (run: Run, posTid: string) => {
    const reading = await readBack({ ...ports, closing }, posTid);
    if (reading.is === "unanswered") return reading.because;
    const { found, updated } = reading;
    write(run, () => {
      differences.replace({ posTid, tid: null }, found, run.id, clock.now());
      runs.settle(run.id, posTid, found ? "different" : updated ? "updated" : "equal");
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
  const list = async (run: Run) => {
    if (progress.list?.run !== run.id) {
      // Not since the last Z: its list may not have been read, and what was missed then is looked for now.
      progress.list = { run: run.id, step: readServiceList(ports, runs.listReadBefore(run.period)) };
    }
    const step = await progress.list.step();
    progress.atOnce = Math.max(0, progress.atOnce - 1);
    if (step.is === "unanswered") return step.because;
    write(run, () => {
      if (step.is === "looked") differences.replace({ posTid: null, tid: step.tid }, step.found, run.id, clock.now());
      if (step.is === "end") runs.list(run.id, step.list);
    });
    return null;
  };
  return async (run) => {
    const posTids = runs.next(run.id, Math.max(1, Math.min(WIDTH, progress.atOnce)));
    if (posTids.length > 0) return payments(run, posTids);
    if (run.list === "pending") return list(run);
    end(run, "done", null);
    return null;
  };
}
