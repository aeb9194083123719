/** What was given up or refused here, and was done by the service all the same: pure. */
import { formatMoney } from "../../contract/money.ts";
import type { OperationFact } from "./lifecycle.ts";
import type { Outcome, OutcomeMovement } from "./outcome.ts";

/** An operation that the till took for not done, and where the service lists it. */
export interface DoneAfterAll {
  id: string;
  kind: "capture" | "refund";
  /** What happened, and what to do: for staff */
  because: string;
}

/** The captures and refunds that ended here without being done, and that the service lists under their ids. */
export function doneAfterAll(operations: readonly OperationFact[], outcome: Outcome | null): DoneAfterAll[] {
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

function sentence(kind: DoneAfterAll["kind"], givenUp: boolean, listed: OutcomeMovement, currency: string): string {
  const sum = formatMoney(listed.amount + listed.additionalAmount, currency, "en");
  const ended = givenUp ? "given up" : "refused";
  const effect =
    kind === "refund"
      ? "the customer has that money. Was it refunded once more in its place, they have it twice: look at the payment's refunds."
      : "the customer paid that money. Was it captured once more in its place, they paid twice: give back what is too much.";
  return `The ${kind} of ${sum} was ${ended} at this till, and the service did it all the same: ${effect} Give up or try again: both only note it as done, and nothing is sent.`;
}
