/** The last scan of a code (G14) with its maximum age, because the service's response has no time. */
import { SCAN_VALID_MS } from "../../../contract/stickers.ts";
import type { Scan } from "../../../contract/wire.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { lastScan } from "../../service/api/shortlink.ts";

const CLOSER_LOOKS = [10, 30];

/**
 * Returns how many seconds back a scan counts for the open sale; 0 for none.
 * @param quietMs time since any other sale was open
 */
export function secondsThatCount(quietMs: number): number {
  return Math.max(0, Math.floor(Math.min(quietMs, SCAN_VALID_MS - 1) / 1000));
}

export type AskForScan = (seconds: number) => Promise<Scan | null>;

export function scansOf(api: ApiClient, shortlinkId: string): AskForScan {
  return async (seconds) => {
    const answer = await lastScan(api, shortlinkId, seconds);
    return answer.ok && answer.value.kind === "scan" ? answer.value.scan : null;
  };
}

/**
 * Reads the last scan and narrows its age.
 * @param most seconds back, see {@link secondsThatCount}
 * @param isKnown true for a scan handled before, whose age does not matter
 * @returns null without a scan or a response
 */
export async function freshScan(
  ask: AskForScan,
  most: number,
  isKnown: (scan: Scan) => boolean,
): Promise<{ scan: Scan; ageMs: number } | null> {
  if (most < 1) return null;
  const within = async (seconds: number) => {
    const scan = await ask(seconds);
    return scan && { scan, ageMs: seconds * 1000 };
  };
  const found = await within(most);
  if (found === null || isKnown(found.scan)) return null;
  for (const seconds of CLOSER_LOOKS.filter((each) => each < most)) {
    const closer = await within(seconds);
    if (closer !== null) return closer;
  }
  return found;
}
