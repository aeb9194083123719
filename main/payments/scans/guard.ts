/** Whose is a scan that names no sale? The guard that keeps it from reaching another customer's. Pure. */
import { SCAN_COUNTS_MS } from "../../../contract/stickers.ts";

/** A sale that a customer is at the counter or the machine with. */
export interface OpenSale {
  posTid: string;
  /** Whether its customer is known, and is being asked */
  isAsked: boolean;
}

/** The till at the moment when it hears of a scan. Times by the till's own clock, in ms. */
export interface ScanSituation {
  now: number;
  /** When it was made, at the earliest */
  scannedAt: number;
  /** Whether this scan was heard of already: each counts once, by whichever way it was told */
  isSeen: boolean;
  open: readonly OpenSale[];
  /** Since when no other sale than those was open: a scan from before may have been meant for one that is over */
  quietSince: number;
  /** Whether another customer has scanned, and waits for the next sale */
  isReady: boolean;
}

/**
 * What becomes of a scan:
 * - `sale`: the one open sale is this customer's
 * - `kept`: no sale is open; the next one is this customer's
 * - `wait`: another customer is being served, or waits for the next sale
 * - `several`: more than one sale is open, and which is meant cannot be known
 * - `old`: it was made too long ago, or before another sale ended
 * - `seen`: it was heard of already, and nothing follows from it again
 */
export type ScanVerdict = { is: "sale"; posTid: string } | { is: "kept" | "wait" | "several" | "old" | "seen" };

/** A message's time has whole seconds, and so has the service's clock as the till knows it. */
const RESOLUTION_MS = 1000;

/** A message's time has whole seconds, and two clocks differ a little: what is later than this is no time to go by. */
const FROM_AHEAD_MS = 5000;

/**
 * How old a scan is by its message.
 * @param sinceMs from the message's own time to now, by the service's clock
 * @returns null: that cannot be
 */
export function ageOf(sinceMs: number): number | null {
  if (sinceMs < -FROM_AHEAD_MS) return null;
  return sinceMs < 2 * RESOLUTION_MS ? 0 : sinceMs;
}

/** Decides about one scan. */
export function verdictOf({ now, scannedAt, isSeen, open, quietSince, isReady }: ScanSituation): ScanVerdict {
  if (isSeen) return { is: "seen" };
  if (now - scannedAt >= SCAN_COUNTS_MS) return { is: "old" };
  const [only, ...others] = open;
  if (others.length > 0) return { is: "several" };
  if (only?.isAsked) return { is: "wait" };
  if (scannedAt <= quietSince) return { is: "old" };
  if (only !== undefined) return { is: "sale", posTid: only.posTid };
  return { is: isReady ? "wait" : "kept" };
}
