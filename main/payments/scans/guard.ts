/** Matches a scan that names no sale with its customer's sale, never with another customer's. Pure functions. */
import { SCAN_VALID_MS } from "../../../contract/payments/stickers.ts";

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
  /** End of the last finished sale: an earlier scan may belong to it */
  quietSince: number;
  isReady: boolean;
}

/**
 * The result of a scan:
 * - `sale`: the scan belongs to the one open sale
 * - `stored`: no sale is open; the scan belongs to the next one
 * - `busy`: another customer is being served, or waits for the next sale
 * - `ambiguous`: more than one sale is open
 * - `expired`: the scan is too old, or came before another sale ended
 * - `duplicate`: the scan was handled before
 */
export type ScanVerdict =
  | { is: "sale"; posTid: string }
  | { is: "stored" | "busy" | "ambiguous" | "expired" | "duplicate" };

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

/** Decides which sale a scan belongs to. */
export function verdictOf({ now, scannedAt, isSeen, open, quietSince, isReady }: ScanSituation): ScanVerdict {
  if (isSeen) return { is: "duplicate" };
  if (now - scannedAt >= SCAN_VALID_MS) return { is: "expired" };
  const [only, ...others] = open;
  if (others.length > 0) return { is: "ambiguous" };
  if (only?.isAsked) return { is: "busy" };
  if (scannedAt <= quietSince) return { is: "expired" };
  if (only !== undefined) return { is: "sale", posTid: only.posTid };
  return { is: isReady ? "busy" : "stored" };
}
