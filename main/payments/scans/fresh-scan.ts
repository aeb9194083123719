/** The last scan of a code (G14) with its maximum age, because the service's response has no time. */
import { SCAN_VALID_MS } from "../../../contract/payments/stickers.ts";
import type { Scan } from "../../../contract/wire/wire.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { lastScan } from "../../service/api/shortlink.ts";

const NARROWING_SECONDS = [10, 30];

/**
 * Returns the maximum age in seconds of a scan that belongs to the open sale; 0 for none.
 * @param quietMs time since any other sale was open
 */
export function maxScanAgeSeconds(quietMs: number): number {
  return Math.max(0, Math.floor(Math.min(quietMs, SCAN_VALID_MS - 1) / 1000));
}

export type ReadScan = (seconds: number) => Promise<Scan | null>;

export function scanReader(api: ApiClient, shortlinkId: string): ReadScan {
  return async (seconds) => {
    const response = await lastScan(api, shortlinkId, seconds);
    return response.ok && response.value.kind === "scan" ? response.value.scan : null;
  };
}

/**
 * Reads the last scan and narrows its age.
 * @param maxAgeSeconds see {@link maxScanAgeSeconds}
 * @param isKnown true for a scan handled before, whose age does not matter
 * @returns null without a scan or a response
 */
export async function freshScan(
  readScan: ReadScan,
  maxAgeSeconds: number,
  isKnown: (scan: Scan) => boolean,
): Promise<{ scan: Scan; ageMs: number } | null> {
  if (maxAgeSeconds < 1) return null;
  const scanWithin = async (seconds: number) => {
    const scan = await readScan(seconds);
    return scan && { scan, ageMs: seconds * 1000 };
  };
  const latest = await scanWithin(maxAgeSeconds);
  if (latest === null || isKnown(latest.scan)) return null;
  for (const seconds of NARROWING_SECONDS.filter((each) => each < maxAgeSeconds)) {
    const narrowed = await scanWithin(seconds);
    if (narrowed !== null) return narrowed;
  }
  return latest;
}
