import type { TFunction } from "i18next";
import { namedEvent } from "../../kit/event-names.ts";
import type { enJournal } from "../../kit/i18n/en/journal.ts";

export function eventName(t: TFunction, event: string): string {
  const name = namedEvent(event);
  if (name !== null) return t(`journal.events.${name}`);
  const key = KINDS[event];
  return key === undefined ? event : t(`journal.kinds.${key}`);
}

type Kind = keyof typeof enJournal.journal.kinds;

const KINDS: Readonly<Record<string, Kind>> = {
  "payment.started": "started",
  "payment.scanned": "scanned",
  "payment.identified": "identified",
  "payment.cancelled": "cancelled",
  "payment.left": "left",
  "payment.codeRanOut": "codeRanOut",
  "payment.codeMissing": "codeMissing",
  "payment.attached": "attached",
  "payment.late": "late",
  "payment.recovered": "recovered",
  "operation.requested": "requested",
  "operation.done": "done",
  "operation.refused": "refused",
  "operation.unknown": "unknown",
  "operation.parked": "parked",
  "operation.retried": "retried",
  "operation.discarded": "discarded",
  "operation.expired": "expired",
  "outcome.pending": "pending",
  "outcome.auth": "auth",
  "outcome.ok": "paid",
  "outcome.fail": "notPaid",
  "money.captured": "captured",
  "money.refunded": "refunded",
  "phase.changed": "phase",
};

export const OWN_EVENTS: readonly string[] = Object.keys(KINDS);
