/** Polls for scans of the shown code (G14), where no receiver gets callbacks or some may be lost. */

import { SCAN_COUNTS_MS } from "../../../contract/stickers.ts";
import type { Scan } from "../../../contract/wire.ts";
import { startLoop } from "../../lib/loop.ts";
import type { ServiceContext } from "../../service/context.ts";
import type { PaymentRow } from "../payment-row.ts";
import { type AskForScan, freshScan } from "../scans/fresh-scan.ts";
import type { Intake } from "./intake.ts";
import { MOST_OFTEN_MS, type PollingSettings, scanPollAfter } from "./schedule.ts";

/** A scan older than this is not of the code that is shown now. */
const TTL_SECONDS = 300;
/** A code that was shown for this long is abandoned: scans of it are not polled until there is a newer one. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

export interface ScanPollerPorts extends Pick<ServiceContext, "clock" | "log"> {
  store: { rows: { inPhases(phases: "draft"[]): readonly Pick<PaymentRow, "createdAt" | "qr">[] } };
  intake: Pick<Intake, "scan">;
  settings: PollingSettings;
  /** Asks the service about one shortlink */
  scansOf(shortlinkId: string): AskForScan;
  /** The shortlink to ask about; null while asking is of no use (none yet, or callbacks tell) */
  shortlinkId(): string | null;
  /** When the newest code of a request for data was shown, that waits for its scan; null: there is none */
  newestCodeShownAt(): number | null;
  /** For how many seconds back a scan that names no sale counts */
  secondsThatCount(): number;
  /** Whether callbacks are known to arrive: then this only covers what gets lost */
  receiving(): boolean;
}

export interface ScanPoller {
  wake(): void;
  close(): Promise<void>;
}

/** Starts looking for scans of the codes that are shown. */
export function startScanPoller(ports: ScanPollerPorts): ScanPoller {
  const { clock } = ports;
  const seen = seenLast(clock);
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = async (shortlinkId: string) => {
    const ask = ports.scansOf(shortlinkId);
    const scan = await ask(TTL_SECONDS);
    if (scan === null || seen.isOver(scan)) return;
    if (scan.argstring) ports.intake.scan(scan, { ageMs: TTL_SECONDS * 1000, sticker: null });
    else if (!(await lookCloser(ports, ask))) return;
    // Only now: a disk that did not take it, or a service that did not answer, is tried again.
    seen.add(scan);
  };

  return startLoop(ports, async () => {
    const shortlinkId = ports.shortlinkId();
    if (shortlinkId === null) return null;
    // First, since every sale wakes this loop: what is shown is looked for when there is time to ask.
    const tooSoonMs = lookedAt + Math.min(ports.settings.activeMs, MOST_OFTEN_MS) - clock.monotonic();
    if (tooSoonMs > 0) return tooSoonMs;
    const shownSince = newestShownAt(ports);
    if (shownSince === null) return null;
    const shownMs = clock.now() - shownSince;
    if (shownMs > FORGOTTEN_MS) return null;
    lookedAt = clock.monotonic();
    await look(shortlinkId);
    return scanPollAfter(shownMs, ports.receiving(), ports.settings);
  });
}

/**
 * Knows the scan that the service told of last. Its answer has no time: one of which nothing fresher is told for as long as
 * a scan counts is too old, and is asked about no more.
 */
function seenLast(clock: Pick<ServiceContext["clock"], "monotonic">) {
  let last: { key: string; until: number } | null = null;
  const keyOf = ({ id, argstring }: Scan) => `${id} ${argstring ?? ""}`;
  return {
    isOver(scan: Scan): boolean {
      const key = keyOf(scan);
      if (last?.key !== key) last = { key, until: clock.monotonic() + SCAN_COUNTS_MS };
      return clock.monotonic() >= last.until;
    },
    add(scan: Scan): void {
      last = { key: keyOf(scan), until: Number.NEGATIVE_INFINITY };
    },
  };
}

/** It names no sale, and counts only for as long as a sticker's does. @returns whether it was told of */
async function lookCloser({ intake, secondsThatCount }: ScanPollerPorts, ask: AskForScan): Promise<boolean> {
  const fresh = await freshScan(ask, secondsThatCount(), () => false);
  if (fresh !== null) intake.scan(fresh.scan, { ageMs: fresh.ageMs, sticker: null });
  return fresh !== null;
}

function newestShownAt({ store, newestCodeShownAt }: ScanPollerPorts): number | null {
  let newest = newestCodeShownAt();
  for (const { qr, createdAt } of store.rows.inPhases(["draft"]))
    if (qr?.kind === "shortlink" && (newest === null || createdAt > newest)) newest = createdAt;
  return newest;
}
