/** What a manager decides at a close, and how it is sent: pure. */
import type { CommandInput } from "../../../contract/commands.ts";
import type { Decision, Unresolved, UnresolvedKind } from "../../../contract/reports.ts";
import { UNRESOLVED_KINDS } from "../../../contract/reports.ts";

/** Made so far, by the subject of each. */
export type Made = Readonly<Record<string, { decision: Decision; note: string }>>;

/** Everything open of one kind. */
export interface OpenGroup {
  kind: UnresolvedKind;
  items: Unresolved[];
  /** How many of them still need a decision */
  missing: number;
  /** What may be decided about all of them at once */
  decisions: Decision[];
  /** What was decided about all of them; null: not all, or not the same */
  decided: Decision | null;
}

/** Whether the close waits for a decision about it. */
export function isMissing({ subject, required }: Unresolved, made: Made): boolean {
  const own = made[subject];
  return own ? own.decision === "accept" && own.note.trim() === "" : required;
}

/** What is open, kind by kind, those that need a decision first. */
export function groupsOf(unresolved: readonly Unresolved[], made: Made): OpenGroup[] {
  return UNRESOLVED_KINDS.flatMap((kind) => {
    const items = unresolved.filter((item) => item.kind === kind);
    const [first] = items;
    if (!first) return [];
    const chosen = new Set(items.map(({ subject }) => made[subject]?.decision ?? null));
    const [decided = null] = chosen.size === 1 ? chosen : [];
    return {
      kind,
      items,
      missing: items.filter((item) => isMissing(item, made)).length,
      decisions: first.decisions.filter((one) => items.every(({ decisions }) => decisions.includes(one))),
      decided,
    };
  }).sort((one, other) => Number(other.missing > 0) - Number(one.missing > 0));
}

/** More than these of a kind are sent as one decision: single ones would be larger than a request may be. */
const MOST_SINGLE = 100;

type Sent = Pick<CommandInput<"report.z">, "decisions" | "bulk">;

/** The decisions as `report.z` takes them. */
export function sentOf(unresolved: readonly Unresolved[], made: Made): Required<Sent> {
  const bulk = UNRESOLVED_KINDS.flatMap((kind) => bulkOf(kind, unresolved, made));
  const isInBulk = (item: Unresolved) =>
    bulk.some(({ kind, decision, note }) => item.kind === kind && isSame(made[item.subject], decision, note));
  const decisions = unresolved.flatMap((item) => {
    const own = made[item.subject];
    if (!own || isInBulk(item)) return [];
    return [{ subject: item.subject, decision: own.decision, note: own.note.trim() || undefined }];
  });
  return { decisions, bulk };
}

/** Only where main finds the same things for it: all of the kind that it may be decided about and that have no other. */
function bulkOf(kind: UnresolvedKind, unresolved: readonly Unresolved[], made: Made): NonNullable<Sent["bulk"]> {
  const items = unresolved.filter((item) => item.kind === kind);
  const first = items.find(({ subject }) => made[subject]);
  const own = first && made[first.subject];
  if (!own) return [];
  const note = own.note.trim() || undefined;
  const meant = items.filter(({ subject }) => isSame(made[subject], own.decision, note));
  const others = items.some(({ subject, decisions }) => !made[subject] && decisions.includes(own.decision));
  if (others || meant.length <= MOST_SINGLE) return [];
  return [
    {
      kind,
      decision: own.decision,
      note,
      count: meant.length,
      amount: meant.reduce((sum, one) => sum + one.amount, 0),
    },
  ];
}

function isSame(made: Made[string] | undefined, decision: Decision, note: string | undefined): boolean {
  return made?.decision === decision && (made.note.trim() || undefined) === note;
}
