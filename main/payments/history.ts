/**
 * The history of a payment: its journal entries with API exchanges, and sign-ins and starts of the till around them.
 */
import { journalEvents } from "../../contract/journal/events.ts";
import type { Evidence, ExchangeEvidence, HistoryEntry } from "../../contract/journal/journal.ts";
import type { TimelineEntry } from "../../contract/payments/views.ts";
import type { Database } from "../storage/database/database.ts";
import { lineOf } from "../storage/journal/browse.ts";
import type { ChainRow } from "../storage/journal/chain.ts";
import { type JournalRow, readRow } from "../storage/journal/journal.ts";
import { exchangeProblem } from "./exchanges/exchange-problem.ts";
import type { ExchangeRow } from "./exchanges/exchanges.ts";
import { redactedRecord } from "./exchanges/redact.ts";
import type { PaymentStore } from "./store.ts";

const NEARBY_MS = 60 * 1000;
const MAX_NEARBY_ENTRIES = 200;
const NEARBY_EVENTS = journalEvents(({ story }) => story === "near");

/** Returns the history of an existing payment, oldest first, without personal data or secrets. */
export function historyOf(
  { database, store }: { database: Database; store: PaymentStore },
  posTid: string,
): HistoryEntry[] {
  const rows = store.journal.ofPayment(posTid);
  const exchanges = store.exchanges.ofPayment(posTid);
  const kinds = new Map(store.operations.ofPayment(posTid).map(({ id, kind }) => [id, kind]));
  const paymentEntries = rows.map((row) =>
    rowEntry(
      row,
      "payment",
      exchanges.filter(({ journal }) => journal === row.sequence),
    ),
  );
  const journalSequences = new Set(rows.map(({ sequence }) => sequence));
  const unjournalled = exchanges
    .filter(({ journal }) => journal === null || !journalSequences.has(journal))
    .map((exchange) => exchangeEntry(exchange, kinds.get(exchange.operationId ?? "") ?? null));
  const nearby = nearbyRows(database, rows).map((row) => rowEntry(row, "till", []));
  return redactedRecord([...paymentEntries, ...unjournalled, ...nearby].sort(byTime), store.exchanges.idsOf(posTid));
}

export function timelineEntry({ at, event, actor, data }: JournalRow): TimelineEntry {
  return { at: new Date(at).toISOString(), event, values: { ...data, actor } };
}

function rowEntry(row: JournalRow, about: HistoryEntry["about"], exchanges: readonly ExchangeRow[]): HistoryEntry {
  const evidence: Evidence[] = [...exchanges.map(exchangeEvidence), { kind: "journal", ...lineOf(row) }];
  return { ...timelineEntry(row), about, evidence };
}

/** Returns an exchange without a journal row: a retry, or an outcome that hardly changed. */
function exchangeEntry(exchange: ExchangeRow, kind: string | null): HistoryEntry {
  const { at, status, times } = exchange;
  const event =
    exchange.kind === "callback" ? "exchange.message" : status === null ? "exchange.unanswered" : "exchange.answered";
  const values = { kind, status, times };
  return { at: new Date(at).toISOString(), event, values, about: "payment", evidence: [exchangeEvidence(exchange)] };
}

function exchangeEvidence(row: ExchangeRow): ExchangeEvidence {
  const { kind, method, path, sent, status, received, problem, ms, times } = row;
  const [at, lastAt] = [row.at, row.lastAt].map((time) => new Date(time).toISOString());
  const outcome = { status, received, problem, problemReason: exchangeProblem(row), ms, times };
  return { kind, at: at ?? "", method, path, sent, ...outcome, lastAt: lastAt ?? "" };
}

/** Returns the till's journal rows near the payment's in time. */
function nearbyRows(database: Database, rows: readonly JournalRow[]): JournalRow[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const events = NEARBY_EVENTS.map(() => "?").join(", ");
  const candidates = database
    .prepare<unknown[], ChainRow>(
      `SELECT * FROM journal WHERE event IN (${events}) AND at BETWEEN ? AND ? ORDER BY sequence DESC LIMIT ?`,
    )
    .all(...NEARBY_EVENTS, first.at - NEARBY_MS, last.at + NEARBY_MS, MAX_NEARBY_ENTRIES);
  return candidates
    .map(readRow)
    .filter((row) => row.posTid === null && rows.some(({ at }) => Math.abs(at - row.at) <= NEARBY_MS));
}

function byTime(left: HistoryEntry, right: HistoryEntry): number {
  return left.at.localeCompare(right.at) || sequenceOf(left) - sequenceOf(right);
}

function sequenceOf({ evidence }: HistoryEntry): number {
  const row = evidence.find((proof) => proof.kind === "journal");
  return row?.kind === "journal" ? row.sequence : 0;
}
