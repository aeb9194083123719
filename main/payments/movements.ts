import type { EventOf } from "../../contract/journal/events.ts";
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
  const stored = store.rows.movements(posTid);
  for (const kind of ["capture", "refund"] as const) {
    const listed = kind === "capture" ? outcome.captures : outcome.refunds;
    const storedBefore = stored.filter((movement) => movement.kind === kind);
    const journalMovement = (event: EventOf<"money">, { id, amount, additionalAmount }: OutcomeMovement) =>
      store.journal.append({ event, posTid, data: { id, amount, additionalAmount } }, now);
    for (const [position, movement] of listed.entries()) {
      const isStored = storedBefore.some((other) => other.position === position);
      store.rows.addMovement(posTid, { kind, position, ...movement, seenAt: now });
      if (!isStored) journalMovement(`money.${kind === "capture" ? "captured" : "refunded"}`, movement);
    }
    const removed = storedBefore.filter(({ position }) => position >= listed.length);
    if (removed.length > 0) store.rows.dropMovements(posTid, kind, listed.length);
    for (const movement of removed) journalMovement(`money.${kind}Withdrawn`, movement);
  }
}
