/**
 * The one word that every screen, report and test goes by. It is computed in `main/payments/lifecycle.ts` alone.
 */
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

/** Phases in which the service may still decide something: the poller asks about these. */
export const OPEN_PHASES = [
  "draft",
  "queued",
  "waiting",
  "authorised",
  "partly_captured",
  "attention",
] as const satisfies readonly Phase[];

/** Phases in which the customer is, or is about to be, at the counter. */
export const PRESENT_PHASES = ["draft", "queued", "waiting"] as const satisfies readonly Phase[];

export function isPresent(phase: Phase): boolean {
  return (PRESENT_PHASES as readonly Phase[]).includes(phase);
}
