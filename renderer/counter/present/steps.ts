import type { Payment } from "../../../contract/payments/views.ts";
import type { Stage } from "../../store/select.ts";

export type StepKey = "code" | "scan" | "scanned" | "sent" | "sending" | "approve" | "approved" | "paid" | "reserved";

export interface Step {
  key: StepKey;
  state: "done" | "now" | "next";
  /** When it was completed, if known */
  at: string | null;
}

type Counter = Exclude<Stage, { kind: "charge" | "result" | "notAsked" | "checking" }>;

/** Returns the steps so far. They depend only on the payment, so a reload shows the same ones. */
export function stepsOf({ kind, payment }: Counter): Step[] {
  const finalStep = payment.action === "AUTH" ? "reserved" : "paid";
  const first = hadCode(kind, payment) ? codeSteps(kind, payment) : requestSteps(kind, payment);
  return [
    ...first,
    kind === "finishing"
      ? step("approved", "done")
      : step("approve", kind === "approving" && !payment.abortRequested ? "now" : "next"),
    step(finalStep, kind === "finishing" ? "now" : "next"),
  ];
}

function step(key: StepKey, state: Step["state"], at: string | null = null): Step {
  return { key, state, at };
}

/**
 * True when the customer scanned the code: no number, and a request later than the code. A customer whose own code was
 * scanned is asked immediately.
 */
function hadCode(kind: Counter["kind"], payment: Payment): boolean {
  if (kind === "code" || kind === "preparing") return true;
  return payment.customer === null && requestedAt(payment) !== payment.createdAt;
}

function codeSteps(kind: Counter["kind"], payment: Payment): Step[] {
  if (kind === "preparing") return [step("code", "now"), step("scan", "next")];
  const code = step("code", "done", payment.createdAt);
  return kind === "code" ? [code, step("scan", "now")] : [code, step("scanned", "done", requestedAt(payment))];
}

function requestSteps(kind: Counter["kind"], payment: Payment): Step[] {
  return [kind === "sending" ? step("sending", "now") : step("sent", "done", requestedAt(payment))];
}

export function requestedAt({ operations }: Pick<Payment, "operations">): string | null {
  return operations.find(({ kind }) => kind === "create")?.createdAt ?? null;
}

export function phoneLink(phoneUrl: string, link: string): string {
  const url = new URL(phoneUrl);
  url.searchParams.set("link", link);
  return url.href;
}
