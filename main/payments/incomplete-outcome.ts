/**
 * Completes an outcome with missing lists, amounts or fees: pure. A missing list is not an empty one (2.3): known
 * movements stay, and operations that the service accepted are added.
 */
import type { Facts, OperationFact } from "./facts.ts";
import { unlistedOperations } from "./listing.ts";
import { grantOf, type Outcome, type OutcomeMovement, sum, withGrant } from "./outcome.ts";

type KnownFacts = Pick<Facts, "intent" | "outcome" | "operations">;

/** Fills the missing parts of a response from stored facts (2.3). */
export function completeOutcome(received: Outcome, facts: KnownFacts): Outcome {
  const outcome = withPermissionFee(received, facts.outcome);
  if (!outcome.capturesOmitted && !outcome.refundsOmitted) return outcome;
  const captures = outcome.capturesOmitted ? capturesFor(outcome, facts) : outcome.captures;
  const refunds = outcome.refundsOmitted ? withAccepted(facts, "refund") : outcome.refunds;
  const grant = grantOf(outcome);
  if (!outcome.restOmitted) return withGrant(grant, { ...outcome, captures, refunds });
  const authAmount = Math.max(0, outcome.amount - sum(captures, "amount"));
  const authAdditionalAmount = Math.max(0, outcome.additionalAmount - sum(captures, "additionalAmount"));
  return withGrant(grant, { ...outcome, authAmount, authAdditionalAmount, captures, refunds });
}

/** Keeps the permission fee when a later response omits it (2.4). */
function withPermissionFee(outcome: Outcome, stored: Outcome | null): Outcome {
  const { permissionFee } = stored ?? {};
  if (permissionFee === undefined || outcome.permissionFee !== undefined) return outcome;
  return withGrant(grantOf(outcome), {
    ...outcome,
    permissionFee,
    transactionFee: outcome.transactionFee + permissionFee,
  });
}

function capturesFor(outcome: Outcome, facts: KnownFacts): OutcomeMovement[] {
  const previous = facts.outcome?.captures ?? [];
  switch (outcome.status) {
    case "pending":
      return [...previous];
    case "fail":
      // A failed authorisation keeps its captures (section 3, G11).
      return withAccepted(facts, "capture");
    case "auth":
      return outcome.restOmitted
        ? withAccepted(facts, "capture")
        : withAcceptedUpTo(capturedPart(outcome), previous, facts);
    case "ok": {
      const listed = withAccepted(facts, "capture");
      return listed.length > 0 ? listed : capturesOfOk(outcome, facts);
    }
  }
}

/**
 * Derives the captures of an `ok` without a list (G11). A SALE was captured in one step (G9); otherwise the till's
 * unrefused captures count. Captures made elsewhere cannot be derived: see `capturesOf`.
 */
function capturesOfOk({ amount, additionalAmount }: Outcome, { intent, operations }: KnownFacts): OutcomeMovement[] {
  if (intent.action === "SALE") return [{ id: null, amount, additionalAmount, text: null }];
  return operations.filter(({ kind, state }) => kind === "capture" && state !== "refused").map(movementOf);
}

function withAccepted({ outcome, operations }: KnownFacts, kind: "capture" | "refund"): OutcomeMovement[] {
  const previous = (kind === "capture" ? outcome?.captures : outcome?.refunds) ?? [];
  return [...previous, ...acceptedUnlisted(previous, operations, kind).map(movementOf)];
}

/** Adds accepted captures up to the captured part. The amount still available is the amount minus captures (2.3). */
function withAcceptedUpTo(
  captured: number,
  previous: readonly OutcomeMovement[],
  { operations }: KnownFacts,
): OutcomeMovement[] {
  const listed = [...previous];
  for (const movement of acceptedUnlisted(previous, operations, "capture").map(movementOf)) {
    if (total([...listed, movement]) <= captured) listed.push(movement);
  }
  return listed;
}

function capturedPart({ amount, additionalAmount, authAmount, authAdditionalAmount }: Outcome): number {
  return amount + additionalAmount - authAmount - authAdditionalAmount;
}

function acceptedUnlisted(
  listed: readonly OutcomeMovement[],
  operations: readonly OperationFact[],
  kind: "capture" | "refund",
): OperationFact[] {
  const done = operations.filter((operation) => operation.kind === kind && operation.state === "done");
  return unlistedOperations(done, listed);
}

function movementOf({ id, amount, additionalAmount }: OperationFact): OutcomeMovement {
  return { id, amount: amount ?? 0, additionalAmount: additionalAmount ?? 0, text: null };
}

function total(movements: readonly OutcomeMovement[]): number {
  return sum(movements, "amount") + sum(movements, "additionalAmount");
}
