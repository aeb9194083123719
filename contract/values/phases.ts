/** Phases of a payment, as used by screens, reports and tests. Computed only in `main/payments/lifecycle.ts`. */
export const PHASES = [
  "draft",
  "queued",
  "waiting",
  "authorised",
  "partly_captured",
  "captured",
  "released",
  "aborted",
  "rejected",
  "expired",
  "partly_refunded",
  "refunded",
  "attention",
] as const;

export type Phase = (typeof PHASES)[number];

/** Phases in which the service may still change the outcome. The poller checks these payments. */
export const OPEN_PHASES = [
  "draft",
  "queued",
  "waiting",
  "authorised",
  "partly_captured",
  "attention",
] as const satisfies readonly Phase[];

/** Phases in which the customer is, or is expected to be, at the counter. */
export const PRESENT_PHASES = ["draft", "queued", "waiting"] as const satisfies readonly Phase[];

/** True while the customer is at the counter. */
export function isPresent(phase: Phase): boolean {
  return (PRESENT_PHASES as readonly Phase[]).includes(phase);
}
