/** One step of a reconciliation: a payment, a page of the service's list, or the end. */
import { transact } from "../store/database.ts";
import { readBack } from "./reading-back.ts";
import type { ReconcilerPorts } from "./reconciler-ports.ts";
import type { Run, Runs } from "./runs.ts";
import { type ListStep, readServiceList } from "./service-list.ts";

export interface Turning {
  ports: ReconcilerPorts;
  runs: Runs;
  /** Where a run is in the service's list */
  progress: { list: null | { run: string; step(): Promise<ListStep> } };
  closing: AbortSignal;
  end(run: Run, state: "done" | "stopped", because: string | null, actor?: string | null): void;
  tell(): void;
}

/** One step of a run: a payment, a page of the list, or its end. @returns why there was no answer, null when there was */
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
  const list = async (run: Run) => {
    const before = ports.seals.latest();
    if (progress.list?.run !== run.id) {
      progress.list = { run: run.id, step: readServiceList(ports, before?.at ?? 0) };
    }
    const step = await progress.list.step();
    if (step.is === "unanswered") return step.because;
    write(run, () => {
      if (step.is === "looked") differences.replace({ posTid: null, tid: step.tid }, step.found, run.id, clock.now());
      if (step.is === "end") runs.list(run.id, step.list);
    });
    return null;
  };
  return async (run) => {
    const posTid = runs.next(run.id);
    if (posTid !== null) return payment(run, posTid);
    if (run.list === "pending") return list(run);
    end(run, "done", null);
    return null;
  };
}
