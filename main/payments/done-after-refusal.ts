/** Operations that were given up or refused, but which the service carried out: pure. */
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { OperationFact } from "./facts.ts";
import type { Outcome, OutcomeMovement } from "./outcome.ts";

export interface DoneAfterRefusal {
  id: string;
  kind: "capture" | "refund";
  because: Reason;
}

/** Returns the captures and refunds that ended as not done, but which the service lists by id. */
export function doneAfterRefusal(operations: readonly OperationFact[], outcome: Outcome | null): DoneAfterRefusal[] {
  if (outcome === null) return [];
  return operations.flatMap((operation) => {
    const { id, kind, state, givenUp } = operation;
    if (state !== "refused" || (kind !== "capture" && kind !== "refund")) return [];
    const listed = findListedMovement(operation, outcome);
    return listed ? [{ id, kind, because: reasonOf(kind, givenUp, listed, outcome.currency) }] : [];
  });
}

export function findListedMovement(
  { id, kind }: Pick<OperationFact, "id" | "kind">,
  outcome: Outcome,
): OutcomeMovement | null {
  const listed = kind === "capture" ? outcome.captures : kind === "refund" ? outcome.refunds : [];
  return listed.find((movement) => movement.id === id) ?? null;
}

function reasonOf(kind: DoneAfterRefusal["kind"], givenUp: boolean, listed: OutcomeMovement, currency: string): Reason {
  const sum = { amount: listed.amount + listed.additionalAmount, currency };
  return reasonFor(`payment_${kind}_${givenUp ? "given_up" : "refused"}_done`, { sum });
}
