import { parseHttpDate } from "./http-date.ts";

/** Clock difference that counts as zero: `Date` has whole seconds, and a response takes time (G27). */
export const SKEW_TOLERANCE_MS = 30_000;

/** Returns the service's clock minus the till's, in ms; null without a valid `Date`. */
export function measureSkew(dateHeader: string | undefined, now: number): number | null {
  const serviceTime = dateHeader === undefined ? null : parseHttpDate(dateHeader);
  return serviceTime === null ? null : serviceTime - now;
}

/** Returns the ms to add to the till's clock for timestamps: 0 within the tolerance (G27). */
export function correctionFor(skewMs: number): number {
  return Math.abs(skewMs) > SKEW_TOLERANCE_MS ? skewMs : 0;
}

/** Largest correction by a single response; see {@link trackSkew}. */
const UNCONFIRMED_MS = 3_600_000;
/** Consecutive agreeing responses needed for a larger correction (G27). */
export const CONFIRMATIONS = 3;
/** Responses agree within the tolerance of a signed timestamp: either one would make a signature valid. */
const AGREEMENT_MS = 5 * 60_000;

export interface SkewTracker {
  /** The service's clock minus the till's, in ms; 0 before the first response with a `Date` */
  skewMs(): number;
  isSettled(): boolean;
  /** Records one measurement; times of request and response are monotonic. */
  record(measuredMs: number, sentAt: number, receivedAt: number): void;
}

/**
 * Tracks the skew. A wrong `Date` must not break signatures, so the skew stays within an hour of a confirmed value:
 * 0 at first, later what three consecutive responses agreed on.
 */
export function trackSkew(): SkewTracker {
  let skewMs = 0;
  let confirmedMs = 0;
  let isSettled = true;
  // Compared with the first of the series: a `Date` could otherwise drift in small steps.
  let series = { firstMs: 0, responses: 0, receivedAt: Number.NEGATIVE_INFINITY };
  return {
    skewMs: () => skewMs,
    isSettled: () => isSettled,
    record(measuredMs, sentAt, receivedAt) {
      const agrees = Math.abs(measuredMs - series.firstMs) <= AGREEMENT_MS;
      // Responses to concurrent requests may share one fault: only the first of them counts.
      if (!agrees) series = { firstMs: measuredMs, responses: 1, receivedAt };
      else if (sentAt >= series.receivedAt) series = { ...series, responses: series.responses + 1, receivedAt };
      if (series.responses >= CONFIRMATIONS) confirmedMs = measuredMs;
      isSettled = Math.abs(measuredMs - confirmedMs) <= UNCONFIRMED_MS;
      if (isSettled) skewMs = measuredMs;
    },
  };
}
