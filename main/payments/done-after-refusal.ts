/** Operations that were given up or refused here, and that the service did all the same: pure. */
import { type Reason, reasonFor } from "../../contract/reasons.ts";
import type { OperationFact } from "./facts.ts";
import type { Outcome, OutcomeMovement } from "./outcome.ts";

/** An operation that the till took for not done, and where the service lists it. */
export interface DoneAfterRefusal {
  id: string;
  kind: "capture" | "refund";
  /** What happened, and what to do: for staff */
  because: Reason;
}

/** The captures and refunds that ended here without being done, and that the service lists under their ids. */
export function doneAfterRefusal(operations: readonly OperationFact[], outcome: Outcome | null): DoneAfterRefusal[] {
  if (outcome === null) return [];
  return operations.flatMap((operation) => {
    const { id, kind, state, givenUp } = operation;
    if (state !== "refused" || (kind !== "capture" && kind !== "refund")) return [];
    const listed = listedAs(operation, outcome);
    return listed ? [{ id, kind, because: sentence(kind, givenUp, listed, outcome.currency) }] : [];
  });
}

/** The movement that the service lists under a capture's or refund's own id. */
export function listedAs({ id, kind }: Pick<OperationFact, "id" | "kind">, outcome: Outcome): OutcomeMovement | null {
  const listed = kind === "capture" ? outcome.captures : kind === "refund" ? outcome.refunds : [];
  return listed.find((movement) => movement.id === id) ?? null;
}

function sentence(kind: DoneAfterRefusal["kind"], givenUp: boolean, listed: OutcomeMovement, currency: string): Reason {
  const sum = { amount: listed.amount + listed.additionalAmount, currency };
  return reasonFor(`payment_${kind}_${givenUp ? "given_up" : "refused"}_done`, { sum });
}
