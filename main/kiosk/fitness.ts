/** Checks whether the vending machine can sell: in the background while idle, and before each sale. */
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { startLoop } from "../lib/loop.ts";
import type { Dispenser, DispenserProblem } from "./dispenser.ts";

const PROBLEM_REASONS: Readonly<Record<DispenserProblem, Reason>> = {
  unreached: reasonFor("vend_machine_unreached"),
  unfit: reasonFor("vend_machine_unfit"),
  strange: reasonFor("vend_machine_strange"),
};

type Machine = Pick<Dispenser, "problem">;

export async function machineProblem(machine: Machine | null): Promise<Reason | null> {
  if (machine === null) return reasonFor("vend_no_machine");
  const problem = await machine.problem(new AbortController().signal);
  return problem && PROBLEM_REASONS[problem];
}

export interface FitnessPorts {
  clock: Pick<Clock, "monotonic" | "sleep">;
  log: Log;
  machine: { current(): Machine | null };
  /** True while the machine is dropping items, or about to */
  isVending(): boolean;
  onChange(): void;
}

export type Fitness = ReturnType<typeof startFitness>;

const FIT_CHECK_MS = 10_000;
/** Interval while the machine has a problem, so that a closed door is noticed before the next customer leaves. */
const UNFIT_CHECK_MS = 5_000;
/** One lost response is no outage: the second in a row counts. */
const RECHECK_MS = 1_000;
const SILENT_CHECKS_TO_STOP = 2;
/** Checks resume when a vend takes longer than this, for example with a dead machine. */
const VEND_MS = 120_000;

/** Starts the background checks of the machine. */
export function startFitness({ clock, log, machine, isVending, onChange }: FitnessPorts) {
  let machineState: { machine: Machine; problem: DispenserProblem | null; silences: number; nextAt: number } | null =
    null;
  let vendingSince: number | null = null;
  let pendingCheck: { machine: Machine; answer: Promise<DispenserProblem | null> } | null = null;
  const latestState = () => {
    const current = machine.current();
    if (current === null) machineState = null;
    else if (machineState?.machine !== current)
      machineState = { machine: current, problem: null, silences: 0, nextAt: clock.monotonic() };
    return machineState;
  };
  const recordResult = (checked: Machine, answer: DispenserProblem | null) => {
    const currentState = loop.closed.aborted ? null : latestState();
    if (currentState?.machine !== checked) return;
    currentState.silences = answer === "unreached" ? currentState.silences + 1 : 0;
    const isDoubtful = currentState.silences > 0 && currentState.silences < SILENT_CHECKS_TO_STOP;
    const pause = isDoubtful ? RECHECK_MS : answer === null ? FIT_CHECK_MS : UNFIT_CHECK_MS;
    currentState.nextAt = clock.monotonic() + pause;
    if (isDoubtful || answer === currentState.problem) return;
    currentState.problem = answer;
    onChange();
  };
  const runCheck = async (checked: Machine) => {
    const answer = await checked.problem(loop.closed);
    if (pendingCheck?.machine === checked) pendingCheck = null;
    recordResult(checked, answer);
    return answer;
  };
  const checkMachine = (checked: Machine) => {
    if (pendingCheck?.machine !== checked) pendingCheck = { machine: checked, answer: runCheck(checked) };
    return pendingCheck.answer;
  };
  const loop = startLoop({ clock, log }, async () => {
    const currentState = latestState();
    if (currentState === null) return FIT_CHECK_MS;
    const wait = currentState.nextAt - clock.monotonic();
    if (wait > 0) return wait;
    vendingSince = isVending() ? (vendingSince ?? clock.monotonic()) : null;
    if (vendingSince !== null && clock.monotonic() - vendingSince < VEND_MS) return RECHECK_MS;
    await checkMachine(currentState.machine);
    return 0;
  });
  return {
    /** Why it cannot sell; null when it can, when not yet known, or without a machine */
    problem: (): DispenserProblem | null => latestState()?.problem ?? null,
    /** Checks the active machine, or joins a check in progress. Returns as {@link machineProblem}. */
    check(): Promise<Reason | null> {
      const current = machine.current();
      return machineProblem(current && { problem: () => checkMachine(current) });
    },
    wake: loop.wake,
    close: loop.close,
  };
}
