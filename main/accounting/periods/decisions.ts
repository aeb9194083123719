/** Decisions at a close: checks that every unresolved item has an allowed one. Pure. */

import type { ClosingBlocker, Decision, RecordedDecision, Unresolved } from "../../../contract/accounting/reports.ts";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { type FieldProblem, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";

export type GivenDecision = NonNullable<CommandInput<"report.z">["decisions"]>[number];
export type BulkDecision = NonNullable<CommandInput<"report.z">["bulk"]>[number];

/** Expands bulk decisions into one per item. Returns null when the count or amount of a kind has changed. */
export function withBulk(
  unresolved: readonly Unresolved[],
  decisions: readonly GivenDecision[],
  bulk: readonly BulkDecision[],
): GivenDecision[] | null {
  const own = new Set(decisions.map(({ subject }) => subject));
  const all = [...decisions];
  for (const { kind, decision, note, count, amount } of bulk) {
    const matching = unresolved.filter(
      (item) => item.kind === kind && item.decisions.includes(decision) && !own.has(item.subject),
    );
    const sum = matching.reduce((total, item) => total + item.amount, 0);
    if (matching.length !== count || sum !== amount) return null;
    all.push(...matching.map(({ subject }) => ({ subject, decision, note })));
  }
  return all;
}

/**
 * Validates the decisions: `invalid_input` for a duplicate or one that is not offered, `conflict` when an item to
 * release or accept is gone, `illegal_state` naming every item without a decision.
 */
export function decide(
  unresolved: readonly Unresolved[],
  decisions: readonly GivenDecision[],
): { ok: true; value: RecordedDecision[] } | Extract<Result<never>, { ok: false }> {
  const bySubject = new Map(unresolved.map((item) => [item.subject, item]));
  const problems = decisions.flatMap((decision, index) =>
    problemWith(decision, index, decisions, bySubject.get(decision.subject)),
  );
  if (problems.length > 0) return failed("invalid_input", { fields: problems });
  // Carrying over an item that was settled meanwhile is harmless. Releasing or accepting it is not.
  const staleDecision = decisions.find(({ subject, decision }) => decision !== "carry_over" && !bySubject.has(subject));
  if (staleDecision) {
    return failed("conflict", { because: reasonFor("close_changed", { subject: staleDecision.subject }) });
  }
  const missing = unresolved.filter(
    ({ subject, required }) => required && !decisions.some((other) => other.subject === subject),
  );
  if (missing.length > 0)
    return failed("illegal_state", { because: missingReason(missing), fields: missing.map(fieldOf) });
  return { ok: true, value: unresolved.map((item) => recorded(item, decisions)) };
}

function problemWith(
  { subject, decision }: GivenDecision,
  index: number,
  decisions: readonly GivenDecision[],
  item: Unresolved | undefined,
): FieldProblem[] {
  if (decisions.findIndex((other) => other.subject === subject) !== index) {
    return [invalidField(`decisions[${index}].subject`, reasonFor("field_each_matter_once"))];
  }
  if (item && !item.decisions.includes(decision)) {
    return [invalidField(`decisions[${index}].decision`, allowedValues(item.decisions))];
  }
  return [];
}

function recorded(item: Unresolved, decisions: readonly GivenDecision[]): RecordedDecision {
  const own = decisions.find(({ subject }) => subject === item.subject);
  const defaultDecision: Decision = item.decisions[0] ?? "carry_over";
  return { ...item, decision: own?.decision ?? defaultDecision, note: own?.note ?? null, byDefault: own === undefined };
}

function fieldOf({ subject, decisions }: Unresolved): FieldProblem {
  return invalidField(`decisions.${subject}`, allowedValues(decisions));
}

function allowedValues(decisions: readonly Decision[]): Reason {
  return decisions.length === 1
    ? reasonFor("field_value", { value: decisions[0] ?? "" })
    : reasonFor("field_one_of", { values: decisions.join(", ") });
}

function missingReason(missing: readonly Unresolved[]): Reason {
  const [first] = missing;
  return reasonFor("close_undecided", { what: first ? withMore(itemReason(first), missing.length) : "" });
}

function withMore(first: Reason, all: number): Reason {
  return all > 1 ? reasonFor("and_more", { first, more: all - 1 }) : first;
}

function itemReason({ kind, operation, number, tid }: Unresolved): Reason {
  const payment = number ?? tid ?? reasonFor("matter_no_number");
  switch (kind) {
    case "parked_operation":
    case "open_operation": {
      const kindReason = operation === null ? "" : reasonFor(`kind_${operation}`);
      return reasonFor(kind === "parked_operation" ? "matter_parked" : "matter_open", { payment, kind: kindReason });
    }
    case "attention":
      return reasonFor("matter_attention", { payment });
    case "reserved":
      return reasonFor("matter_reserved", { payment });
    case "difference":
      return reasonFor("matter_difference", { payment });
  }
}

/** Returns why the period cannot be closed, for staff: the first blocker and the number of others. */
export function blockedReason([first, ...more]: readonly [ClosingBlocker, ...ClosingBlocker[]]): Reason {
  if (first.because === "restored") return reasonFor("close_restored");
  const number = reasonFor("field_value", { value: first.number });
  const blockerNumbers = withMore(number, more.length + 1);
  if (first.because === "late_money") return reasonFor("close_late_money", { which: blockerNumbers });
  return reasonFor("close_open_sale", { which: blockerNumbers, phase: reasonFor(`phase_${first.phase}`) });
}
