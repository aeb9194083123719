/** Whether the machine can sell now, in words for an operator or a customer. */
import { type Reason, reasonFor } from "../../contract/reasons.ts";
import type { Dispenser, DispenserProblem } from "./dispenser.ts";

/** How long a customer waits for a machine to say that it is there. */
const FITNESS_MS = 3000;

const UNFIT: Readonly<Record<DispenserProblem, Reason>> = {
  unreached: reasonFor("vend_machine_unreached"),
  unfit: reasonFor("vend_machine_unfit"),
  strange: reasonFor("vend_machine_strange"),
};

/** Asks it. @returns why it cannot sell; null: it is fit to sell */
export async function machineProblem(machine: Dispenser | null): Promise<Reason | null> {
  if (machine === null) return reasonFor("vend_no_machine");
  const problem = await machine.unfitness(AbortSignal.timeout(FITNESS_MS));
  return problem && UNFIT[problem];
}
