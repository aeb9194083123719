import type { Journal } from "../storage/journal/journal.ts";
import type { Outcome, OutcomeMovement } from "./outcome.ts";
import type { PaymentRows } from "./rows.ts";

/** Stores an outcome's movements inside a commit. Writes a journal entry for each new or removed one. */
export function storeMovements(
  store: { rows: PaymentRows; journal: Journal },
  posTid: string,
  outcome: Outcome,
  now: number,
): void {
  const known = store.rows.movements(posTid);
  for (const kind of ["capture", "refund"] as const) {
    const listed = kind === "capture" ? outcome.captures : outcome.refunds;
    const before = known.filter((movement) => movement.kind === kind);
    const journalMovement = (event: string, { id, amount, additionalAmount }: OutcomeMovement) =>
      store.journal.append({ event, posTid, data: { id, amount, additionalAmount } }, now);
    for (const [position, movement] of listed.entries()) {
      const seen = before.some((other) => other.position === position);
      store.rows.addMovement(posTid, { kind, position, ...movement, seenAt: now });
      if (!seen) journalMovement(`money.${kind === "capture" ? "captured" : "refunded"}`, movement);
    }
    const gone = before.filter(({ position }) => position >= listed.length);
    if (gone.length > 0) store.rows.dropMovements(posTid, kind, listed.length);
    for (const movement of gone) journalMovement(`money.${kind}Withdrawn`, movement);
  }
}
