/** Whether every open matter has a decision that fits: pure. */
import type { CommandInput } from "../../contract/commands.ts";
import { type FieldProblem, failed, type Result } from "../../contract/errors.ts";
import type { Blocker, Decision, RecordedDecision, Unresolved } from "../../contract/reports.ts";

export type GivenDecision = NonNullable<CommandInput<"report.z">["decisions"]>[number];

/**
 * Puts decisions to what is unresolved.
 * @returns what is to be recorded in the Z, or why it cannot be closed: `invalid_input` for a decision that is not
 * offered or given twice, `conflict` when what was to be released or accepted is not there any more, `illegal_state`
 * naming every matter without a decision
 */
export function decide(
  unresolved: readonly Unresolved[],
  given: readonly GivenDecision[],
): { ok: true; value: RecordedDecision[] } | Extract<Result<never>, { ok: false }> {
  const bySubject = new Map(unresolved.map((item) => [item.subject, item]));
  const wrong = given.flatMap((one, at) => problemWith(one, at, given, bySubject.get(one.subject)));
  if (wrong.length > 0) return failed("invalid_input", { fields: wrong });
  // Carrying over what has been settled meanwhile changes nothing. Releasing or accepting it would be another thing.
  const gone = given.find(({ subject, decision }) => decision !== "carry_over" && !bySubject.has(subject));
  if (gone) {
    const reason = `What was to be decided about ${gone.subject} has changed meanwhile. Nothing was closed: look at it again.`;
    return failed("conflict", { reason });
  }
  const missing = unresolved.filter(
    ({ subject, required }) => required && !given.some((one) => one.subject === subject),
  );
  if (missing.length > 0)
    return failed("illegal_state", { reason: missingReason(missing), fields: missing.map(fieldOf) });
  return { ok: true, value: unresolved.map((item) => recorded(item, given)) };
}

function problemWith(
  { subject, decision }: GivenDecision,
  at: number,
  given: readonly GivenDecision[],
  item: Unresolved | undefined,
): FieldProblem[] {
  if (given.findIndex((one) => one.subject === subject) !== at) {
    return [{ field: `decisions[${at}].subject`, expected: "each matter once" }];
  }
  if (item && !item.decisions.includes(decision)) {
    return [{ field: `decisions[${at}].decision`, expected: item.decisions.join(" or ") }];
  }
  return [];
}

function recorded(item: Unresolved, given: readonly GivenDecision[]): RecordedDecision {
  const own = given.find(({ subject }) => subject === item.subject);
  const usual: Decision = item.decisions[0] ?? "carry_over";
  return { ...item, decision: own?.decision ?? usual, note: own?.note ?? null, byDefault: own === undefined };
}

function fieldOf({ subject, decisions }: Unresolved): FieldProblem {
  return { field: `decisions.${subject}`, expected: decisions.join(" or ") };
}

function missingReason(missing: readonly Unresolved[]): string {
  const [first] = missing;
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
  return `The period was not closed: decide first about ${first ? words(first) : ""}${more}. No money moved.`;
}

function words({ kind, operation, number, tid }: Unresolved): string {
  const of = number ?? tid ?? "a payment";
  switch (kind) {
    case "parked_operation":
      return `the ${operation} of ${of}, which waits for a person`;
    case "open_operation":
      return `the ${operation} of ${of}, whose outcome is not known yet`;
    case "attention":
      return `${of}, which a person must look at`;
    case "reserved":
      return `the reservation ${of}, which ends soon`;
    case "difference":
      return `${of}, of which the service says something else`;
  }
}

/** Why a period cannot be closed now, for staff: what is open, and where. */
export function blockedReason(blockers: readonly Blocker[]): string {
  const [first] = blockers;
  const more = blockers.length > 1 ? `, and ${blockers.length - 1} more` : "";
  return `The period was not closed: ${first ? whatBlocks(first, more) : "something is open"} first. No money moved.`;
}

function whatBlocks(blocker: Blocker, more: string): string {
  switch (blocker.because) {
    case "restored":
      return "a backup was restored, and its payments are still being compared with the service: let the till finish that";
    case "late_money":
      return `late money waits in the inbox (${blocker.number}${more}): keep it or give it back`;
    case "open_sale":
      return `a sale is open (${blocker.number}, ${blocker.phase}${more}): finish or cancel it`;
  }
}
