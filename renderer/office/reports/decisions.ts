import type { Decision, Unresolved, UnresolvedKind } from "../../../contract/accounting/reports.ts";
import { UNRESOLVED_KINDS } from "../../../contract/accounting/reports.ts";
import type { CommandInput } from "../../../contract/bridge/commands.ts";

export type Made = Readonly<Record<string, { decision: Decision; note: string }>>;

export interface OpenGroup {
  kind: UnresolvedKind;
  items: Unresolved[];
  missing: number;
  decisions: Decision[];
  /** The decision on all items; null: incomplete or mixed */
  decided: Decision | null;
}

export function isMissing({ subject, required }: Unresolved, made: Made): boolean {
  const own = made[subject];
  return own ? own.decision === "accept" && own.note.trim() === "" : required;
}

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

/** Above this number, a kind is sent as one bulk decision to limit the request's size. */
const MOST_SINGLE = 100;

type Sent = Pick<CommandInput<"report.z">, "decisions" | "bulk">;

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

/** Bulk only if it covers exactly the main process's items: all decidable ones of the kind without another decision. */
function bulkOf(kind: UnresolvedKind, unresolved: readonly Unresolved[], made: Made): NonNullable<Sent["bulk"]> {
  const items = unresolved.filter((item) => item.kind === kind);
  const first = items.find(({ subject }) => made[subject]);
  const own = first && made[first.subject];
  if (!own) return [];
  const note = own.note.trim() || undefined;
  const matching = items.filter(({ subject }) => isSame(made[subject], own.decision, note));
  const others = items.some(({ subject, decisions }) => !made[subject] && decisions.includes(own.decision));
  if (others || matching.length <= MOST_SINGLE) return [];
  return [
    {
      kind,
      decision: own.decision,
      note,
      count: matching.length,
      amount: matching.reduce((sum, one) => sum + one.amount, 0),
    },
  ];
}

function isSame(made: Made[string] | undefined, decision: Decision, note: string | undefined): boolean {
  return made?.decision === decision && (made.note.trim() || undefined) === note;
}
