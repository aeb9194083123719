/** The last scan of a code (G14), with how old it is at the most: the service answers with no time of it. */
import { SCAN_COUNTS_MS } from "../../../contract/stickers.ts";
import type { Scan } from "../../../contract/wire.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { lastScan } from "../../service/api/shortlink.ts";

/** What an old scan is told from a new one by, once there is one; in seconds. */
const CLOSER_LOOKS = [10, 30];

/**
 * For how many seconds back a scan may be asked about, so that an answer is of the sale that is open and counts; 0: it
 * cannot be told yet.
 * @param quietMs for how long no other sale was open
 */
export function secondsThatCount(quietMs: number): number {
  return Math.max(0, Math.floor(Math.min(quietMs, SCAN_COUNTS_MS - 1) / 1000));
}

/** Asks for the last scan of so many seconds; null: there is none, or no answer */
export type AskForScan = (seconds: number) => Promise<Scan | null>;

/** Asks about one code. */
export function scansOf(api: ApiClient, shortlinkId: string): AskForScan {
  return async (seconds) => {
    const answer = await lastScan(api, shortlinkId, seconds);
    return answer.ok && answer.value.kind === "scan" ? answer.value.scan : null;
  };
}

/**
 * Asks for it.
 * @param most how many seconds back; see {@link secondsThatCount}
 * @param isKnown whether a scan was taken before: nothing more is asked about it then
 * @returns null: there is none, or no answer
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
