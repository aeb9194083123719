/** Clock skew between the till and the service (G27). */
import { parseHttpDate } from "./http-date.ts";

/** Up to here the clocks count as equal: `Date` has whole seconds, and an answer takes time (G27). */
export const SKEW_TOLERANCE_MS = 30_000;

/**
 * Reads the skew off an answer.
 * @param dateHeader the answer's `Date`
 * @param now        the till's clock when the answer came, in ms since the epoch
 * @returns the service's clock minus the till's, in ms; null when the header is missing or no date
 */
export function measureSkew(dateHeader: string | undefined, now: number): number | null {
  const served = dateHeader === undefined ? null : parseHttpDate(dateHeader);
  return served === null ? null : served - now;
}

/** What to add to the till's clock for timestamps: nothing while the two agree within the tolerance (G27). */
export function correctionFor(skewMs: number): number {
  return Math.abs(skewMs) > SKEW_TOLERANCE_MS ? skewMs : 0;
}

/** A single response may correct the clock by this much; see {@link trackSkew}. */
const UNCONFIRMED_MS = 3_600_000;
/** How many responses in a row must agree before the clock is corrected by more (G27). */
export const CONFIRMATIONS = 3;
/** Responses agree within the tolerance of a signed timestamp: either of them would make a signature valid. */
const AGREEMENT_MS = 5 * 60_000;

export interface SkewTracker {
  /** The service's clock minus the till's, in ms; 0 before the first response with a `Date` */
  skewMs(): number;
  /** False while the last response differs by more than an hour from what is confirmed */
  isSettled(): boolean;
  /**
   * Takes one measurement.
   * @param sentAt     when its request was sent, by the monotonic clock
   * @param receivedAt when its response arrived, by the same clock
   */
  learn(measuredMs: number, sentAt: number, receivedAt: number): void;
}

/**
 * Follows the skew from response to response. A wrong `Date` must not spoil signatures and the age check of callbacks:
 * the skew stays within an hour of a confirmed value, which is the machine's own clock at first, and later what three
 * responses in a row agreed on.
 */
export function trackSkew(): SkewTracker {
  let skewMs = 0;
  let confirmedMs = 0;
  let isSettled = true;
  // Responses in a row that agree with the first of them: with the last one, a `Date` could walk away in small steps.
  let row = { firstMs: 0, responses: 0, receivedAt: Number.NEGATIVE_INFINITY };
  return {
    skewMs: () => skewMs,
    isSettled: () => isSettled,
    learn(measuredMs, sentAt, receivedAt) {
      const agrees = Math.abs(measuredMs - row.firstMs) <= AGREEMENT_MS;
      // Responses to concurrent requests may share one fault: only the first of them counts.
      if (!agrees) row = { firstMs: measuredMs, responses: 1, receivedAt };
      else if (sentAt >= row.receivedAt) row = { ...row, responses: row.responses + 1, receivedAt };
      if (row.responses >= CONFIRMATIONS) confirmedMs = measuredMs;
      isSettled = Math.abs(measuredMs - confirmedMs) <= UNCONFIRMED_MS;
      if (isSettled) skewMs = measuredMs;
    },
  };
}
