/** Quarantine: an implausible outcome is stored but not applied, until the service repeats it or replaces it. */
import type { Journal } from "../storage/journal/journal.ts";
import type { Outcome, OutcomeMovement, Source } from "./outcome.ts";
import type { HeldOutcome, PaymentRow } from "./payment-row.ts";
import { BELIEVED_AFTER_REPEATS, type Implausibility, isRepeat } from "./plausibility.ts";
import type { PaymentRows } from "./rows.ts";

export interface ReceivedOutcome {
  outcome: Outcome;
  source: Source;
  /** True if it answers a poll that was sent after the latest known change */
  ordered: boolean;
}

interface QuarantinePorts {
  rows: PaymentRows;
  journal: Journal;
}

/** Quarantines an implausible outcome, and counts its repeats in polls. @returns the quarantined outcome */
export function quarantine(
  { rows, journal }: QuarantinePorts,
  row: PaymentRow,
  received: ReceivedOutcome,
  because: Implausibility,
  now: number,
): HeldOutcome {
  const { posTid, held } = row;
  const { outcome, source, ordered } = received;
  const repeated = held !== null && isRepeat(held.outcome, outcome) ? held : null;
  const heldSince = held?.since ?? now;
  const answers = (held?.answers ?? 0) + Number(held !== null && ordered);
  const next = repeated ?? { outcome, because, since: heldSince, repeats: 0, answers };
  const repeats = Math.min(next.repeats + Number(repeated !== null && ordered), BELIEVED_AFTER_REPEATS);
  rows.change(posTid, { held: { ...next, repeats, answers } }, now);
  if (repeated === null)
    journal.append({ event: "outcome.held", posTid, data: { because, source, ...summaryOf(outcome) } }, now);
  return { ...next, repeats, answers };
}

/** Ends the quarantine after a plausible outcome. The journal then has both versions. */
export function endQuarantine(
  { rows, journal }: QuarantinePorts,
  { posTid, held }: PaymentRow,
  outcome: Outcome,
  now: number,
): void {
  rows.change(posTid, { held: null }, now);
  const data = { because: held?.because ?? null, ...summaryOf(outcome) };
  journal.append({ event: "outcome.withdrawn", posTid, data }, now);
}

function summaryOf({ status, captures, refunds, posTid, currency, amount }: Outcome) {
  const line = (movements: readonly OutcomeMovement[]) =>
    movements.map(({ id, amount: part, additionalAmount }) => `${id ?? "-"} ${part}+${additionalAmount}`).join(", ");
  return { status, said: posTid, currency, amount, captures: line(captures), refunds: line(refunds) };
}
