import type { HistoryEntry } from "../../../contract/journal/journal.ts";
import type { LateMoney, PaymentOperationKind, TimelineEntry } from "../../../contract/payments/views.ts";

type Kind = PaymentOperationKind;

export type Sentence =
  | { key: `${"done" | "refused" | "unknown" | "parked" | "retried" | "discarded" | "expired"}.${Kind}` }
  | { key: `requested.${Kind}` }
  | {
      key: "requested.captureAmount" | "requested.refundAmount" | "captured" | "refunded" | "started" | "codeShown";
      amount: number;
    }
  | { key: `late.${LateMoney["because"]}` }
  | {
      key:
        | "scanned"
        | "cancelled"
        | "left"
        | "codeRanOut"
        | "codeMissing"
        | "attached"
        | "recovered"
        | "attention"
        | "pending"
        | "auth"
        | "authCancelled"
        | "ok"
        | "fail";
    }
  | { key: "failCode" | "endedCode"; code: number }
  | { key: "identified"; customer: string }
  | { key: "unanswered" | "answered" | "messages"; times: number }
  | { key: "other"; event: string };

/**
 * @param isCancelled whether an earlier line requests the cancel
 * @returns null when another line says the same
 */
export function sentenceOf({ event, values }: TimelineEntry, isCancelled = false): Sentence | null {
  const [subject = "", verb = ""] = event.split(".");
  if (subject === "payment") return paymentSentence(verb, values) ?? { key: "other", event };
  if (subject === "operation") return operationSentence(verb, values) ?? { key: "other", event };
  if (event === "outcome.auth" && isCancelled) return { key: "authCancelled" };
  if (subject === "outcome") return outcomeSentence(verb, values) ?? { key: "other", event };
  if (subject === "exchange") return exchangeSentence(verb, values) ?? { key: "other", event };
  if (event === "money.captured") return { key: "captured", amount: sumOf(values) };
  if (event === "money.refunded") return { key: "refunded", amount: sumOf(values) };
  if (event === "phase.changed") {
    return values.to === "attention" ? { key: "attention" } : null;
  }
  return { key: "other", event };
}

type Values = TimelineEntry["values"];

function paymentSentence(verb: string, values: Values): Sentence | null {
  switch (verb) {
    case "started":
      return { key: values.code ? "codeShown" : "started", amount: sumOf(values) };
    case "scanned":
    case "cancelled":
    case "left":
    case "codeRanOut":
    case "codeMissing":
    case "attached":
    case "recovered":
      return { key: verb };
    case "late": {
      const because = LATE.find((candidate) => candidate === values.because);
      return because ? { key: `late.${because}` } : null;
    }
    case "identified":
      return { key: "identified", customer: String(values.customer ?? "") };
    default:
      return null;
  }
}

const LATE: readonly LateMoney["because"][] = ["after_abort", "after_end", "moved_on"];

/**
 * Keeps the lines about the payment, and the till's stops and starts during it. Sign-ins and earlier starts belong to
 * the journal and the support file.
 */
export function relevantHistory(story: readonly HistoryEntry[]): HistoryEntry[] {
  const isOwn = ({ about }: HistoryEntry) => about === "payment";
  const [first, last] = [story.findIndex(isOwn), story.findLastIndex(isOwn)];
  return story.filter(
    (entry, index) => isOwn(entry) || (index > first && index < last && entry.event.startsWith("till.")),
  );
}

export function asksToCancel({ event, values }: TimelineEntry): boolean {
  return event === "operation.requested" && values.kind === "abort";
}

export interface Background {
  who: string | null;
  why: string | null;
}

export function approverOf({ values }: TimelineEntry): string | null {
  return typeof values.approvedBy === "string" ? values.approvedBy : null;
}

export function backgroundOf({ event, values }: TimelineEntry): Background {
  const text = (value: Values[string] | undefined) => (typeof value === "string" && value !== "" ? value : null);
  // The sentence of `payment.late` already contains the reason.
  const because = event === "payment.late" ? null : text(values.because);
  const attention = event === "phase.changed" ? text(values.attention) : null;
  return { who: text(values.actor), why: because ?? text(values.reason) ?? text(values.note) ?? attention };
}

const KINDS: readonly Kind[] = ["create", "capture", "release", "abort", "reauth", "refund"];
const STATES = {
  done: "done",
  settled: "done",
  refused: "refused",
  unknown: "unknown",
  parked: "parked",
  retried: "retried",
  discarded: "discarded",
  expired: "expired",
  attention: "parked",
} as const;

function operationSentence(verb: string, values: Values): Sentence | null {
  const kind = KINDS.find((candidate) => candidate === values.kind);
  if (!kind) return null;
  if (verb === "requested") {
    const amount = sumOf(values);
    if (amount > 0 && (kind === "capture" || kind === "refund")) return { key: `requested.${kind}Amount`, amount };
    return { key: `requested.${kind}` };
  }
  const state = STATES[verb as keyof typeof STATES];
  return state ? { key: `${state}.${kind}` } : null;
}

/** Released and expired (G10): earlier captures stay paid. */
const MAY_KEEP_CAPTURES: ReadonlySet<number> = new Set([4019, 5012]);

function outcomeSentence(verb: string, values: Values): Sentence | null {
  if (verb === "fail") {
    const { statusCode: code } = values;
    if (typeof code !== "number") return { key: "fail" };
    return { key: MAY_KEEP_CAPTURES.has(code) ? "endedCode" : "failCode", code };
  }
  return verb === "pending" || verb === "auth" || verb === "ok" ? { key: verb } : null;
}

function exchangeSentence(verb: string, values: Values): Sentence | null {
  const times = typeof values.times === "number" ? values.times : 1;
  if (verb === "message") return { key: "messages", times };
  return verb === "unanswered" || verb === "answered" ? { key: verb, times } : null;
}

function sumOf({ amount, additionalAmount }: Values): number {
  return (typeof amount === "number" ? amount : 0) + (typeof additionalAmount === "number" ? additionalAmount : 0);
}
