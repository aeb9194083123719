/**
 * Completes an outcome with missing lists, amounts or fees: pure. A missing list is not an empty one (2.3): known
 * movements stay, and operations that the service accepted are added.
 */
import type { Facts, OperationFact } from "./facts.ts";
import { unlisted } from "./listing.ts";
import { grantOf, type Outcome, type OutcomeMovement, sum, withGrant } from "./outcome.ts";

type Known = Pick<Facts, "intent" | "outcome" | "operations">;

export function completeOutcome(answer: Outcome, known: Known): Outcome {
  const heard = withPermissionFee(answer, known.outcome);
  if (!heard.capturesOmitted && !heard.refundsOmitted) return heard;
  const captures = heard.capturesOmitted ? capturesFor(heard, known) : heard.captures;
  const refunds = heard.refundsOmitted ? withAccepted(known, "refund") : heard.refunds;
  const grant = grantOf(heard);
  if (!heard.restOmitted) return withGrant(grant, { ...heard, captures, refunds });
  const authAmount = Math.max(0, heard.amount - sum(captures, "amount"));
  const authAdditionalAmount = Math.max(0, heard.additionalAmount - sum(captures, "additionalAmount"));
  return withGrant(grant, { ...heard, authAmount, authAdditionalAmount, captures, refunds });
}

/** Keeps the permission fee when a later response omits it (2.4). */
function withPermissionFee(heard: Outcome, known: Outcome | null): Outcome {
  const { permissionFee } = known ?? {};
  if (permissionFee === undefined || heard.permissionFee !== undefined) return heard;
  return withGrant(grantOf(heard), { ...heard, permissionFee, transactionFee: heard.transactionFee + permissionFee });
}

function capturesFor(heard: Outcome, known: Known): OutcomeMovement[] {
  const before = known.outcome?.captures ?? [];
  switch (heard.status) {
    case "pending":
      return [...before];
    case "fail":
      // A failed authorisation keeps its captures (section 3, G11).
      return withAccepted(known, "capture");
    case "auth":
      return heard.restOmitted ? withAccepted(known, "capture") : withAcceptedUpTo(capturedPart(heard), before, known);
    case "ok": {
      const listed = withAccepted(known, "capture");
      return listed.length > 0 ? listed : capturesOfOk(heard, known);
    }
  }
}

/**
 * Derives the captures of an `ok` without a list (G11). A SALE was captured in one step (G9); otherwise the till's
 * unrefused captures count. Captures made elsewhere cannot be derived: see `capturesOf`.
 */
function capturesOfOk({ amount, additionalAmount }: Outcome, { intent, operations }: Known): OutcomeMovement[] {
  if (intent.action === "SALE") return [{ id: null, amount, additionalAmount, text: null }];
  return operations.filter(({ kind, state }) => kind === "capture" && state !== "refused").map(movementOf);
}

function withAccepted({ outcome, operations }: Known, kind: "capture" | "refund"): OutcomeMovement[] {
  const before = (kind === "capture" ? outcome?.captures : outcome?.refunds) ?? [];
  return [...before, ...acceptedUnlisted(before, operations, kind).map(movementOf)];
}

/** Adds accepted captures up to the captured part. The amount still available is the amount minus captures (2.3). */
function withAcceptedUpTo(
  captured: number,
  before: readonly OutcomeMovement[],
  { operations }: Known,
): OutcomeMovement[] {
  const listed = [...before];
  for (const movement of acceptedUnlisted(before, operations, "capture").map(movementOf)) {
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
  return unlisted(done, listed);
}

function movementOf({ id, amount, additionalAmount }: OperationFact): OutcomeMovement {
  return { id, amount: amount ?? 0, additionalAmount: additionalAmount ?? 0, text: null };
}

function total(movements: readonly OutcomeMovement[]): number {
  return sum(movements, "amount") + sum(movements, "additionalAmount");
}
