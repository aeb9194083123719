import type { JournalEvent } from "../../../contract/journal/events.ts";
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
  const sentence = SENTENCES.get(event)?.(values, isCancelled);
  return sentence === undefined ? { key: "other", event } : sentence;
}

type Values = TimelineEntry["values"];
/** undefined: the values are of another version, so that the event has only its name */
type Words = (values: Values, isCancelled: boolean) => Sentence | null | undefined;
type Exchange = `exchange.${"message" | "answered" | "unanswered"}`;

const LATE: readonly LateMoney["because"][] = ["after_abort", "after_end", "moved_on"];
const KINDS: readonly Kind[] = ["create", "capture", "release", "abort", "reauth", "refund"];
/** Released and expired (G10): earlier captures stay paid. */
const MAY_KEEP_CAPTURES: ReadonlySet<number> = new Set([4019, 5012]);

/** Sentences of events about payments. Every other event has only its name. */
const SENTENCES = new Map<string, Words>(
  Object.entries<Words>({
    "payment.started": (values) => ({ key: values.code ? "codeShown" : "started", amount: sumOf(values) }),
    "payment.scanned": () => ({ key: "scanned" }),
    "payment.identified": ({ customer }) => ({ key: "identified", customer: String(customer ?? "") }),
    "payment.cancelled": () => ({ key: "cancelled" }),
    "payment.left": () => ({ key: "left" }),
    "payment.codeRanOut": () => ({ key: "codeRanOut" }),
    "payment.codeMissing": () => ({ key: "codeMissing" }),
    "payment.attached": () => ({ key: "attached" }),
    "payment.recovered": () => ({ key: "recovered" }),
    "payment.late": (values) => {
      const because = LATE.find((candidate) => candidate === values.because);
      return because && { key: `late.${because}` };
    },
    "operation.requested": (values) => {
      const kind = kindOf(values);
      const amount = sumOf(values);
      if (amount > 0 && (kind === "capture" || kind === "refund")) return { key: `requested.${kind}Amount`, amount };
      return kind && { key: `requested.${kind}` };
    },
    "operation.done": operation("done"),
    "operation.refused": operation("refused"),
    "operation.unknown": operation("unknown"),
    "operation.parked": operation("parked"),
    "operation.retried": operation("retried"),
    "operation.discarded": operation("discarded"),
    "operation.expired": operation("expired"),
    "outcome.pending": () => ({ key: "pending" }),
    "outcome.auth": (_values, isCancelled) => ({ key: isCancelled ? "authCancelled" : "auth" }),
    "outcome.ok": () => ({ key: "ok" }),
    "outcome.fail": ({ statusCode: code }) => {
      if (typeof code !== "number") return { key: "fail" };
      return { key: MAY_KEEP_CAPTURES.has(code) ? "endedCode" : "failCode", code };
    },
    "money.captured": (values) => ({ key: "captured", amount: sumOf(values) }),
    "money.refunded": (values) => ({ key: "refunded", amount: sumOf(values) }),
    "phase.changed": ({ to }) => (to === "attention" ? { key: "attention" } : null),
    "exchange.message": exchange("messages"),
    "exchange.answered": exchange("answered"),
    "exchange.unanswered": exchange("unanswered"),
  } satisfies { readonly [Event in JournalEvent | Exchange]?: Words }),
);

function kindOf({ kind }: Values): Kind | undefined {
  return KINDS.find((candidate) => candidate === kind);
}

function operation(state: "done" | "refused" | "unknown" | "parked" | "retried" | "discarded" | "expired"): Words {
  return (values) => {
    const kind = kindOf(values);
    return kind && { key: `${state}.${kind}` };
  };
}

function exchange(key: "messages" | "answered" | "unanswered"): Words {
  return ({ times }) => ({ key, times: typeof times === "number" ? times : 1 });
}

function sumOf({ amount, additionalAmount }: Values): number {
  return (typeof amount === "number" ? amount : 0) + (typeof additionalAmount === "number" ? additionalAmount : 0);
}

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
