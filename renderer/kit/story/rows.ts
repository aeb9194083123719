/** Summarizes a payment's history in at most six rows. Pure. */
import type { JournalEvent } from "../../../contract/journal/events.ts";
import type { OperationKind, Payment, TimelineEntry } from "../../../contract/payments/views.ts";
import { approverOf, backgroundOf } from "./sentence.ts";

export const MOST_ROWS = 6;

export const ROW_KEYS = [
  "asked",
  "sentTo",
  "scanned",
  "approved",
  "approvedTip",
  "reserved",
  "late",
  "attached",
  "rejected",
  "expired",
  "codeRanOut",
  "noCode",
  "cancelled",
  "paid",
  "captured",
  "renewed",
  "released",
  "lapsed",
  "refunded",
  "refused.capture",
  "refused.refund",
  "refused.release",
  "asking.capture",
  "asking.refund",
  "asking.release",
  "asking.abort",
  "asking.reauth",
  "printed",
] as const;
type RowKey = (typeof ROW_KEYS)[number];

export interface StoryRow {
  key: RowKey;
  at: string;
  /** In minor units, with additional amounts; null: no amount */
  amount: number | null;
  /** Number of occurrences; `at` is the last one */
  times: number;
  /** Masked; null: unknown */
  customer: string | null;
  who: string | null;
  /** The user whose PIN approved it; null: no other user */
  approver: string | null;
  /** The user's reason, such as for a refund or late money */
  note: string | null;
}

type TimelinePayment = Pick<
  Payment,
  | "action"
  | "phase"
  | "amount"
  | "additionalAmount"
  | "additionalEdit"
  | "capturedTotal"
  | "refundedTotal"
  | "customer"
  | "operations"
  | "captures"
  | "refunds"
  | "codeRanOut"
  | "codeMissing"
  | "createdAt"
  | "modifiedAt"
>;

/**
 * Returns the rows, oldest first, at most {@link MOST_ROWS}. Rows closest to the money win.
 * @param entries oldest first; empty until loaded, then only the payment's own data is used
 */
export function rowsOf(payment: TimelinePayment, entries: readonly TimelineEntry[]): StoryRow[] {
  const rows = [
    ...startRows(payment, entries),
    ...answer(payment, entries),
    ...money(payment, entries),
    ...pendingRows(payment, entries),
    ...printed(entries),
  ];
  const selectedRows = [...rows].sort((one, other) => importance(one.key) - importance(other.key)).slice(0, MOST_ROWS);
  return selectedRows.sort((one, other) => one.at.localeCompare(other.at) || place(one.key) - place(other.key));
}

/** Row types by priority: outcome and money first, then the customer's answer, then the start. */
const BY_IMPORTANCE: readonly RowKey[] = [
  ...["paid", "captured", "refunded", "released", "lapsed", "rejected", "expired", "codeRanOut", "noCode", "cancelled"],
  ...["refused.refund", "refused.capture", "refused.release"],
  ...["asking.refund", "asking.capture", "asking.release", "asking.abort", "asking.reauth"],
  ...["approved", "approvedTip", "reserved", "asked", "late", "attached", "printed", "renewed", "scanned", "sentTo"],
] as const;

function importance(key: RowKey): number {
  return BY_IMPORTANCE.indexOf(key);
}

function place(key: RowKey): number {
  return ROW_KEYS.indexOf(key);
}

const NOTHING = { amount: null, times: 1, customer: null, who: null, approver: null, note: null } as const;

type People = Pick<StoryRow, "who" | "approver">;

function peopleOf(entry: TimelineEntry | undefined): People {
  if (entry === undefined) return { who: null, approver: null };
  return { who: backgroundOf(entry).who, approver: approverOf(entry) };
}

type Fits = (entry: TimelineEntry) => boolean;

function isOneOf(...events: JournalEvent[]): Fits {
  return ({ event }) => events.some((one) => one === event);
}

/** The request of an operation's kind. */
function isRequest(kind: OperationKind): Fits {
  return (entry) => isOneOf("operation.requested")(entry) && entry.values.kind === kind;
}

function startRows({ amount, createdAt }: TimelinePayment, entries: readonly TimelineEntry[]): StoryRow[] {
  const started = entries.find(isOneOf("payment.started"));
  const tip = started?.values.additionalAmount;
  const asked: StoryRow = {
    ...NOTHING,
    key: "asked",
    at: started?.at ?? createdAt,
    // A tip added on the phone was not part of the request.
    amount: amount + (typeof tip === "number" ? tip : 0),
    ...peopleOf(started),
  };
  const reached = entries.find(isOneOf("payment.scanned", "payment.identified"));
  if (!reached) return [asked];
  const customer = typeof reached.values.customer === "string" ? reached.values.customer : null;
  const key = isOneOf("payment.scanned")(reached) ? "scanned" : "sentTo";
  return [asked, { ...NOTHING, key, at: reached.at, customer }];
}

function answer(payment: TimelinePayment, entries: readonly TimelineEntry[]): StoryRow[] {
  const { action, additionalAmount, additionalEdit, customer, phase } = payment;
  const approved = entries.find(isOneOf("outcome.auth", "outcome.ok"));
  const rows: StoryRow[] = [];
  if (approved) {
    const isTipped = additionalEdit && additionalAmount > 0;
    const key = action === "AUTH" ? "reserved" : isTipped ? "approvedTip" : "approved";
    const amount = key === "reserved" ? payment.amount + additionalAmount : isTipped ? additionalAmount : null;
    rows.push({ ...NOTHING, key, at: approved.at, amount, customer });
  }
  const late = entries.find(isOneOf("payment.late"));
  if (late) rows.push({ ...NOTHING, key: "late", at: late.at });
  const attached = entries.find(isOneOf("payment.attached"));
  if (attached) {
    const note = typeof attached.values.note === "string" ? attached.values.note : null;
    rows.push({ ...NOTHING, key: "attached", at: attached.at, ...peopleOf(attached), note });
  }
  const end = payment.codeMissing ? "noCode" : endOf(phase, payment.codeRanOut, approved !== undefined);
  if (end) rows.push({ ...NOTHING, key: end, at: whenIn(payment, entries), ...endedBy(end, entries) });
  return rows;
}

function endOf(phase: TimelinePayment["phase"], codeRanOut: boolean, isApproved: boolean): RowKey | null {
  switch (phase) {
    case "rejected":
      return "rejected";
    case "expired":
      return isApproved ? "lapsed" : "expired";
    case "aborted":
      return codeRanOut ? "codeRanOut" : "cancelled";
    default:
      return null;
  }
}

function whenIn({ phase, modifiedAt }: TimelinePayment, entries: readonly TimelineEntry[]): string {
  return entries.findLast((entry) => isOneOf("phase.changed")(entry) && entry.values.to === phase)?.at ?? modifiedAt;
}

function endedBy(end: RowKey, entries: readonly TimelineEntry[]): People {
  if (end !== "cancelled") return peopleOf(undefined);
  return peopleOf(entries.findLast((entry) => isOneOf("payment.cancelled")(entry) || isRequest("abort")(entry)));
}

function money(payment: TimelinePayment, entries: readonly TimelineEntry[]): StoryRow[] {
  const { action, capturedTotal, captures, refundedTotal, refunds, operations, phase } = payment;
  const rows: StoryRow[] = [];
  const moved = (event: JournalEvent) => entries.findLast(isOneOf(event))?.at;
  if (capturedTotal > 0) {
    const at = captures.at(-1)?.at ?? moved("money.captured") ?? payment.modifiedAt;
    const key = action === "AUTH" ? "captured" : "paid";
    const times = Math.max(1, captures.length);
    rows.push({ ...NOTHING, key, at, amount: capturedTotal, times, ...requesterOf("capture", payment, entries) });
  }
  if (refundedTotal > 0) {
    const at = refunds.at(-1)?.at ?? moved("money.refunded") ?? payment.modifiedAt;
    const times = Math.max(1, refunds.length);
    rows.push({
      ...NOTHING,
      key: "refunded",
      at,
      amount: refundedTotal,
      times,
      ...requesterOf("refund", payment, entries),
      note: refunds.at(-1)?.text ?? null,
    });
  }
  const renewals = operations.filter(({ kind, state }) => kind === "reauth" && state === "done");
  const renewed = renewals.at(-1);
  if (renewed)
    rows.push({ ...NOTHING, key: "renewed", at: renewed.settledAt ?? renewed.createdAt, times: renewals.length });
  const release = operations.findLast(({ kind, state }) => kind === "release" && state === "done");
  const isOpen = phase === "authorised" || phase === "partly_captured";
  if (release && !isOpen) {
    const at = release.settledAt ?? release.createdAt;
    const amount = Math.max(0, payment.amount + payment.additionalAmount - capturedTotal);
    if (amount > 0) rows.push({ ...NOTHING, key: "released", at, amount, ...requesterOf("release", payment, entries) });
  }
  return rows;
}

function requesterOf(kind: OperationKind, { operations }: TimelinePayment, entries: readonly TimelineEntry[]): People {
  const done = operations.findLast((operation) => operation.kind === kind && operation.state === "done");
  return peopleOf(entries.findLast((entry) => isRequest(kind)(entry) && entry.values.id === done?.id));
}

const MOVES: readonly OperationKind[] = ["capture", "refund", "release", "abort", "reauth"];

function pendingRows({ operations }: TimelinePayment, entries: readonly TimelineEntry[]): StoryRow[] {
  const last = operations.findLast(({ kind }) => MOVES.includes(kind));
  // An operation given up without a response has an unknown outcome.
  if (!last || last.state === "done" || (last.state === "refused" && last.unknownSince !== null)) return [];
  const amount = last.amount === null ? null : last.amount + (last.additionalAmount ?? 0);
  const isRefused = last.state === "refused";
  const key = ROW_KEYS.find((candidate) => candidate === `${isRefused ? "refused" : "asking"}.${last.kind}`);
  if (!key) return [];
  if (!isRefused) return [{ ...NOTHING, key, at: last.createdAt, amount }];
  const isDiscard = isOneOf("operation.discarded");
  const discardEntry = entries.findLast((entry) => isDiscard(entry) && entry.values.id === last.id);
  const note = typeof discardEntry?.values.reason === "string" ? discardEntry.values.reason : null;
  return [{ ...NOTHING, key, at: last.settledAt ?? last.createdAt, amount, ...peopleOf(discardEntry), note }];
}

function printed(entries: readonly TimelineEntry[]): StoryRow[] {
  const prints = entries.filter(isOneOf("receipt.printed"));
  const last = prints.at(-1);
  return last ? [{ ...NOTHING, key: "printed", at: last.at, times: prints.length }] : [];
}
