/** A line of a payment's history as a sentence of the catalogue. Pure. */
import type { OperationKind, TimelineEntry } from "../../contract/views.ts";

type Kind = OperationKind;

export type Sentence =
  | { key: `${"done" | "refused" | "unknown" | "parked" | "retried" | "discarded"}.${Kind}` }
  | { key: `requested.${Kind}` }
  | {
      key: "requested.captureAmount" | "requested.refundAmount" | "captured" | "refunded" | "started" | "codeShown";
      amount: number;
    }
  | { key: "scanned" | "cancelled" | "pending" | "auth" | "ok" | "fail" }
  | { key: "failCode"; code: number }
  | { key: "identified"; customer: string }
  | { key: "attention"; reason: string }
  | { key: "other"; event: string };

/** @returns null for what another line already says */
export function sentenceOf({ event, values }: TimelineEntry): Sentence | null {
  const [subject = "", verb = ""] = event.split(".");
  if (subject === "payment") return paymentSentence(verb, values) ?? { key: "other", event };
  if (subject === "operation") return operationSentence(verb, values) ?? { key: "other", event };
  if (subject === "outcome") return outcomeSentence(verb, values) ?? { key: "other", event };
  if (event === "money.captured") return { key: "captured", amount: sumOf(values) };
  if (event === "money.refunded") return { key: "refunded", amount: sumOf(values) };
  if (event === "phase.changed") {
    return values.to === "attention" ? { key: "attention", reason: String(values.attention ?? "") } : null;
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
      return { key: verb };
    case "identified":
      return { key: "identified", customer: String(values.customer ?? "") };
    default:
      return null;
  }
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

function outcomeSentence(verb: string, values: Values): Sentence | null {
  if (verb === "fail") {
    return typeof values.statusCode === "number" ? { key: "failCode", code: values.statusCode } : { key: "fail" };
  }
  return verb === "pending" || verb === "auth" || verb === "ok" ? { key: verb } : null;
}

function sumOf({ amount, additionalAmount }: Values): number {
  return (typeof amount === "number" ? amount : 0) + (typeof additionalAmount === "number" ? additionalAmount : 0);
}
