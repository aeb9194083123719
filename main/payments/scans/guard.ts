/** Matches a scan that names no sale with its customer's sale, and never with another customer's. Pure. */
import { SCAN_VALID_MS } from "../../../contract/stickers.ts";

export interface OpenSale {
  posTid: string;
  isAsked: boolean;
}

/** The till's state when a scan arrives. Times by the till's clock, in ms. */
export interface ScanSituation {
  now: number;
  /** Earliest possible time of the scan */
  scannedAt: number;
  isSeen: boolean;
  open: readonly OpenSale[];
  /** When the last sale that is now over ended: an earlier scan may have been for it */
  quietSince: number;
  isReady: boolean;
}

/**
 * The result of a scan:
 * - `sale`: it belongs to the one open sale
 * - `kept`: no sale is open; it belongs to the next one
 * - `wait`: another customer is being served, or waits for the next sale
 * - `several`: more than one sale is open
 * - `old`: it was too long ago, or before another sale ended
 * - `seen`: it was handled before
 */
export type ScanVerdict = { is: "sale"; posTid: string } | { is: "kept" | "wait" | "several" | "old" | "seen" };

const RESOLUTION_MS = 1000;

/** Tolerance for rounded times and clock differences. A time further in the future is invalid. */
const FROM_AHEAD_MS = 5000;

/**
 * Returns a scan's age in ms.
 * @param sinceMs service time minus the message's time
 * @returns null for an invalid time
 */
export function ageOf(sinceMs: number): number | null {
  if (sinceMs < -FROM_AHEAD_MS) return null;
  return sinceMs < 2 * RESOLUTION_MS ? 0 : sinceMs;
}

export function verdictOf({ now, scannedAt, isSeen, open, quietSince, isReady }: ScanSituation): ScanVerdict {
  if (isSeen) return { is: "seen" };
  if (now - scannedAt >= SCAN_VALID_MS) return { is: "old" };
  const [only, ...others] = open;
  if (others.length > 0) return { is: "several" };
  if (only?.isAsked) return { is: "wait" };
  if (scannedAt <= quietSince) return { is: "old" };
  if (only !== undefined) return { is: "sale", posTid: only.posTid };
  return { is: isReady ? "wait" : "kept" };
}
