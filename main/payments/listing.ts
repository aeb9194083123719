/** Matches the outcome's movements with the till's own operations: pure. G8, G11, G12. */
import type { OperationFact } from "./facts.ts";
import { type Outcome, type OutcomeMovement, sum } from "./outcome.ts";

type Parts = { amount: number; additionalAmount: number };

/** Returns the captures of an outcome. A SALE that is `ok` without captures was captured in one step (G9). */
export function capturesOf(outcome: Outcome | null): readonly OutcomeMovement[] {
  if (outcome === null) return [];
  if (outcome.status !== "ok" || outcome.captures.length > 0) return outcome.captures;
  const { amount, additionalAmount } = outcome;
  return [{ id: null, amount, additionalAmount, text: null }];
}

/** Returns the captured sums of an outcome, in minor units. */
export function capturedAmounts(outcome: Outcome | null): Parts {
  const captures = capturesOf(outcome);
  return { amount: sum(captures, "amount"), additionalAmount: sum(captures, "additionalAmount") };
}

/** States of a capture whose money is expected although the outcome does not list it yet. */
const EXPECTED: ReadonlySet<OperationFact["state"]> = new Set(["ready", "sending", "done"]);

/** True when the outcome ends the payment without money. A capture that is accepted or pending may still take money. */
export function endsWithoutMoney(
  { status, captures }: Pick<Outcome, "status" | "captures">,
  operations: readonly OperationFact[],
): boolean {
  const isExpected = operations.some(({ kind, state }) => kind === "capture" && EXPECTED.has(state));
  return status === "fail" && captures.length === 0 && !isExpected;
}

/** Returns the captures or refunds of an outcome. */
export function listedMovements(outcome: Outcome | null, kind: "capture" | "refund"): readonly OutcomeMovement[] {
  return kind === "capture" ? capturesOf(outcome) : (outcome?.refunds ?? []);
}

/** Returns accepted operations whose effect the outcome does not show yet: a `204` means accepted, not listed. */
export function unconfirmedOperations<T extends OperationFact>(operations: readonly T[], outcome: Outcome | null): T[] {
  const done = operations.filter(({ state }) => state === "done");
  const movements = (["capture", "refund"] as const).flatMap((kind) =>
    unlistedOperations(
      done.filter((operation) => operation.kind === kind),
      listedMovements(outcome, kind),
    ),
  );
  const isUndecided = outcome?.status === "pending";
  const endings = done.filter(
    ({ kind }) =>
      (kind === "release" && (isUndecided || outcome?.status === "auth")) || (kind === "abort" && isUndecided),
  );
  return [...movements, ...endings];
}

/**
 * Returns the operations that the service does not list. Movements match by id. Movements without an id (G12) match by
 * amounts, then by sum; a merged movement matches the first accepted operations with that sum.
 */
export function unlistedOperations<T extends OperationFact>(
  operations: readonly T[],
  listed: readonly OutcomeMovement[],
): T[] {
  const unlistedById = operations.filter(({ id }) => !listed.some((movement) => movement.id === id));
  if (unlistedById.length === 0) return [];
  const unnamed = listed.filter((movement) => movement.id === null);
  const unmatched = unlistedById.filter((operation) => {
    if (operation.state !== "done") return true;
    const { amount, additionalAmount } = operation;
    const exactIndex = unnamed.findIndex(
      (movement) => movement.amount === amount && movement.additionalAmount === additionalAmount,
    );
    const matchIndex =
      exactIndex >= 0 ? exactIndex : unnamed.findIndex((movement) => total(movement) === requestedTotal(operation));
    if (matchIndex >= 0) unnamed.splice(matchIndex, 1);
    return matchIndex < 0;
  });
  const done = unmatched.filter(({ state }) => state === "done");
  const merged = new Set(
    prefixWithSum(
      done,
      unnamed.reduce((sumSoFar, movement) => sumSoFar + total(movement), 0),
    ),
  );
  return unmatched.filter((operation) => !merged.has(operation));
}

/** Returns the first operations whose amounts add up to exactly this sum; otherwise none. */
function prefixWithSum<T extends OperationFact>(operations: readonly T[], targetSum: number): T[] {
  let sumSoFar = 0;
  const last = operations.findIndex((operation) => {
    sumSoFar += requestedTotal(operation);
    return targetSum > 0 && sumSoFar === targetSum;
  });
  return operations.slice(0, last + 1);
}

/** True when the till requested all of these captures: by id and sum, or by sum alone without an id (G12). */
export function areRequested(captures: readonly OutcomeMovement[], operations: readonly OperationFact[]): boolean {
  const ownCaptures = operations.filter(({ kind }) => kind === "capture");
  const isOwn = (movement: OutcomeMovement) =>
    ownCaptures.some((operation) => operation.id === movement.id && requestedTotal(operation) === total(movement));
  const named = captures.filter(({ id }) => id !== null);
  return (
    named.every(isOwn) &&
    areExplained(
      captures.filter(({ id }) => id === null),
      named,
      ownCaptures,
    )
  );
}

/** True when every movement without an id was known before or matches an operation. */
export function areExplained(
  unnamed: readonly OutcomeMovement[],
  listedBefore: readonly OutcomeMovement[],
  ownOperations: readonly OperationFact[],
): boolean {
  const idsBefore = new Set(listedBefore.map(({ id }) => id));
  const requested = ownOperations.filter(({ id, state }) => state !== "refused" && !idsBefore.has(id));
  const sums = [...listedBefore.filter(({ id }) => id === null).map(total), ...requested.map(requestedTotal)];
  if (
    prefixWithSum(
      requested,
      unnamed.reduce((sumSoFar, movement) => sumSoFar + total(movement), 0),
    ).length > 0
  )
    return true;
  return unnamed.every((movement) => {
    const sumIndex = sums.indexOf(total(movement));
    if (sumIndex >= 0) sums.splice(sumIndex, 1);
    return sumIndex >= 0;
  });
}

function requestedTotal({ amount, additionalAmount }: OperationFact): number {
  return (amount ?? 0) + (additionalAmount ?? 0);
}

/** True when the outcome shows the operation's effect: by id, or by amounts without ids. */
export function isOperationConfirmed(
  operation: OperationFact,
  operations: readonly OperationFact[],
  outcome: Outcome,
): boolean {
  const accepted: OperationFact = { ...operation, state: "done" };
  const others = operations.filter(({ id }) => id !== operation.id);
  return !unconfirmedOperations([...others, accepted], outcome).includes(accepted);
}

/** Time in ms after a 201 during which a 404 is ignored: the service may not list the payment everywhere yet. */
const NEW_PAYMENT_MS = 60_000;

/** Number of 404s after which a known payment counts as denied and needs an operator. */
export const MAX_UNKNOWN_RESPONSES = 3;

/** True while a 404 does not prove that the service lacks the payment. */
export function isNewAtService(
  operations: readonly { kind: OperationFact["kind"]; settledAt: number | null }[],
  now: number,
): boolean {
  const create = operations.find(({ kind }) => kind === "create");
  return create?.settledAt != null && now - create.settledAt < NEW_PAYMENT_MS;
}

function total(parts: Parts): number {
  return parts.amount + parts.additionalAmount;
}
