/** What the service's outcome lists of the till's own operations: pure. G8, G11, G12. */
import type { OperationFact } from "./facts.ts";
import { type Outcome, type OutcomeMovement, sum } from "./outcome.ts";

type Parts = { amount: number; additionalAmount: number };

/**
 * The captures of an outcome. A SALE that is `ok` without listing its capture was captured in one step: the other
 * reading of G9.
 */
export function capturesOf(outcome: Outcome | null): readonly OutcomeMovement[] {
  if (outcome === null) return [];
  if (outcome.status !== "ok" || outcome.captures.length > 0) return outcome.captures;
  const { amount, additionalAmount } = outcome;
  return [{ id: null, amount, additionalAmount, text: null }];
}

/** What the service says was captured, in minor units. */
export function capturedBy(outcome: Outcome | null): Parts {
  const captures = capturesOf(outcome);
  return { amount: sum(captures, "amount"), additionalAmount: sum(captures, "additionalAmount") };
}

/** States of a capture whose money the till expects, although an outcome does not list it yet. */
const EXPECTED: ReadonlySet<OperationFact["state"]> = new Set(["ready", "sending", "done"]);

/**
 * Whether an outcome says that the payment ended and that no money was taken. A capture that the service accepted, or
 * that the till is still sending, may be taken money, although the outcome does not list it yet.
 */
export function endsWithoutMoney(
  { status, captures }: Pick<Outcome, "status" | "captures">,
  operations: readonly OperationFact[],
): boolean {
  const isExpected = operations.some(({ kind, state }) => kind === "capture" && EXPECTED.has(state));
  return status === "fail" && captures.length === 0 && !isExpected;
}

/** The captures or the refunds that an outcome lists. */
export function listedOf(outcome: Outcome | null, kind: "capture" | "refund"): readonly OutcomeMovement[] {
  return kind === "capture" ? capturesOf(outcome) : (outcome?.refunds ?? []);
}

/**
 * Operations that the service accepted, and whose effect its outcome does not show yet: a `204` means accepted, not
 * listed. A release or an abort shows by the status that it leads to.
 */
export function confirming<T extends OperationFact>(operations: readonly T[], outcome: Outcome | null): T[] {
  const done = operations.filter(({ state }) => state === "done");
  const moves = (["capture", "refund"] as const).flatMap((kind) =>
    unlisted(
      done.filter((operation) => operation.kind === kind),
      listedOf(outcome, kind),
    ),
  );
  const undecided = outcome?.status === "pending";
  const ends = done.filter(
    ({ kind }) => (kind === "release" && (undecided || outcome?.status === "auth")) || (kind === "abort" && undecided),
  );
  return [...moves, ...ends];
}

/**
 * Operations that the service does not list yet: by id, or, where it lists none (G12), one for one by their amounts, or
 * by their sums where it splits them otherwise. What it merges into one is all that were accepted up to that sum.
 */
export function unlisted<T extends OperationFact>(operations: readonly T[], listed: readonly OutcomeMovement[]): T[] {
  const unseen = operations.filter(({ id }) => !listed.some((movement) => movement.id === id));
  // As for most payments most of the time: they are asked of each that is shown.
  if (unseen.length === 0) return [];
  const unnamed = listed.filter((movement) => movement.id === null);
  const left = unseen.filter((operation) => {
    if (operation.state !== "done") return true;
    const { amount, additionalAmount } = operation;
    const same = unnamed.findIndex((one) => one.amount === amount && one.additionalAmount === additionalAmount);
    const at = same >= 0 ? same : unnamed.findIndex((one) => total(one) === askedBy(operation));
    if (at >= 0) unnamed.splice(at, 1);
    return at < 0;
  });
  const done = left.filter(({ state }) => state === "done");
  const merged = new Set(
    firstUpTo(
      done,
      unnamed.reduce((sumSoFar, one) => sumSoFar + total(one), 0),
    ),
  );
  return left.filter((operation) => !merged.has(operation));
}

/** The first of these operations that ask for exactly so much together; none where no number of them does. */
function firstUpTo<T extends OperationFact>(operations: readonly T[], together: number): T[] {
  let sumSoFar = 0;
  const last = operations.findIndex((operation) => {
    sumSoFar += askedBy(operation);
    return together > 0 && sumSoFar === together;
  });
  return operations.slice(0, last + 1);
}

/**
 * Whether the till asked for every one of these captures: under its id and for its sum, or, where the service gives no
 * id (G12), by the sum alone.
 */
export function areAsked(captures: readonly OutcomeMovement[], operations: readonly OperationFact[]): boolean {
  const own = operations.filter(({ kind }) => kind === "capture");
  const isOwn = (movement: OutcomeMovement) =>
    own.some((operation) => operation.id === movement.id && askedBy(operation) === total(movement));
  const named = captures.filter(({ id }) => id !== null);
  return (
    named.every(isOwn) &&
    areOurs(
      captures.filter(({ id }) => id === null),
      named,
      own,
    )
  );
}

/** Whether each movement without an id was known, or is one that an operation asked for. */
export function areOurs(
  unnamed: readonly OutcomeMovement[],
  before: readonly OutcomeMovement[],
  own: readonly OperationFact[],
): boolean {
  const named = new Set(before.map(({ id }) => id));
  const asked = own.filter(({ id, state }) => state !== "refused" && !named.has(id));
  const sums = [...before.filter(({ id }) => id === null).map(total), ...asked.map(askedBy)];
  // Some services merge them into one.
  if (
    firstUpTo(
      asked,
      unnamed.reduce((sumSoFar, movement) => sumSoFar + total(movement), 0),
    ).length > 0
  )
    return true;
  return unnamed.every((movement) => {
    const at = sums.indexOf(total(movement));
    if (at >= 0) sums.splice(at, 1);
    return at >= 0;
  });
}

function askedBy({ amount, additionalAmount }: OperationFact): number {
  return (amount ?? 0) + (additionalAmount ?? 0);
}

/** Whether the outcome shows what an operation asked for, were it done: under its id, or, without ids, by its amounts. */
export function isShown(operation: OperationFact, operations: readonly OperationFact[], outcome: Outcome): boolean {
  const asDone: OperationFact = { ...operation, state: "done" };
  const others = operations.filter(({ id }) => id !== operation.id);
  return !confirming([...others, asDone], outcome).includes(asDone);
}

/** A service that answered 201 may not list it everywhere at once: for this long a 404 proves nothing. */
const NEW_FOR_MS = 60_000;

/** A service that says so often that it does not know a payment that it took is believed, and a person called. */
export const NOT_KNOWN_TIMES = 3;

/** Whether the service took the payment only just now. @param now ms since the epoch */
export function isNewAtService(
  operations: readonly { kind: OperationFact["kind"]; settledAt: number | null }[],
  now: number,
): boolean {
  const create = operations.find(({ kind }) => kind === "create");
  return create?.settledAt != null && now - create.settledAt < NEW_FOR_MS;
}

function total(parts: Parts): number {
  return parts.amount + parts.additionalAmount;
}
