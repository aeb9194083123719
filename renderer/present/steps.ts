/** Where a payment is on its way from the code to the money. Pure. */
import type { Stage } from "../store/select.ts";

export type StepKey = "code" | "scan" | "scanned" | "sent" | "sending" | "approve" | "approved" | "paid" | "reserved";

export interface Step {
  key: StepKey;
  state: "done" | "now" | "next";
}

type Counter = Exclude<Stage, { kind: "charge" | "result" | "notAsked" | "checking" }>;

/** The steps of a payment at the counter, as far as it has come. */
export function stepsOf(stage: Counter, wasScanned: boolean): Step[] {
  const goal: Step = { key: stage.payment.action === "AUTH" ? "reserved" : "paid", state: "next" };
  const customerSteps: Step[] = customerStepsOf(stage.kind);
  // A payment that went straight to a phone number never had a code.
  const hadCode = stage.kind === "code" || stage.kind === "preparing" || wasScanned;
  const first: Step[] = hadCode
    ? codeSteps(stage.kind)
    : [{ key: stage.kind === "sending" ? "sending" : "sent", state: stage.kind === "sending" ? "now" : "done" }];
  return [...first, ...customerSteps, { ...goal, state: stage.kind === "finishing" ? "now" : "next" }];
}

function codeSteps(kind: Counter["kind"]): Step[] {
  if (kind === "preparing")
    return [
      { key: "code", state: "now" },
      { key: "scan", state: "next" },
    ];
  if (kind === "code")
    return [
      { key: "code", state: "done" },
      { key: "scan", state: "now" },
    ];
  return [
    { key: "code", state: "done" },
    { key: "scanned", state: "done" },
  ];
}

function customerStepsOf(kind: Counter["kind"]): Step[] {
  if (kind === "finishing") return [{ key: "approved", state: "done" }];
  return [{ key: "approve", state: kind === "approving" ? "now" : "next" }];
}
