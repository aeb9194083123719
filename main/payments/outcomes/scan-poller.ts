/** Polls scans of the shown code (G14), because callbacks can be lost or missing. */

import { SCAN_VALID_MS } from "../../../contract/payments/stickers.ts";
import type { Scan } from "../../../contract/wire/wire.ts";
import { type Loop, startLoop } from "../../lib/loop.ts";
import type { ServiceContext } from "../../service/context.ts";
import type { PaymentRow } from "../payment-row.ts";
import { freshScan, type ReadScan } from "../scans/fresh-scan.ts";
import type { Intake } from "./intake.ts";
import { MIN_SCAN_POLL_MS, type PollingSettings, scanPollAfter } from "./schedule.ts";

/** Maximum age of a scan of the current code, in seconds. */
const TTL_SECONDS = 300;
/** Time in ms after which a shown code counts as abandoned and is no longer polled. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

export interface ScanPollerPorts extends Pick<ServiceContext, "clock" | "log"> {
  store: { rows: { inPhases(phases: "draft"[]): readonly Pick<PaymentRow, "createdAt" | "qr">[] } };
  intake: Pick<Intake, "scan">;
  settings: PollingSettings;
  scansOf(shortlinkId: string): ReadScan;
  /** The till's shortlink; null while there is nothing to poll */
  shortlinkId(): string | null;
  newestCodeShownAt(): number | null;
  /** Maximum age in seconds of a scan that names no sale */
  maxScanAgeSeconds(): number;
  receiving(): boolean;
}

export function startScanPoller(ports: ScanPollerPorts): Pick<Loop, "wake" | "close"> {
  const { clock } = ports;
  const seen = rememberLastScan(clock);
  let polledAt = Number.NEGATIVE_INFINITY;

  const pollOnce = async (shortlinkId: string) => {
    const ask = ports.scansOf(shortlinkId);
    const scan = await ask(TTL_SECONDS);
    if (scan === null || seen.isTooOld(scan)) return;
    if (scan.argstring) ports.intake.scan(scan, { ageMs: TTL_SECONDS * 1000, sticker: null });
    else if (!(await applyRecentScan(ports, ask))) return;
    // Marked as seen only now, so that a disk or service failure is retried.
    seen.add(scan);
  };

  return startLoop(ports, async () => {
    const shortlinkId = ports.shortlinkId();
    if (shortlinkId === null) return null;
    // Checked first, because every sale wakes this loop.
    const tooSoonMs = polledAt + Math.min(ports.settings.activeMs, MIN_SCAN_POLL_MS) - clock.monotonic();
    if (tooSoonMs > 0) return tooSoonMs;
    const shownSince = newestShownAt(ports);
    if (shownSince === null) return null;
    const shownMs = clock.now() - shownSince;
    if (shownMs > ABANDONED_AFTER_MS) return null;
    polledAt = clock.monotonic();
    await pollOnce(shortlinkId);
    return scanPollAfter(shownMs, ports.receiving(), ports.settings);
  });
}

/**
 * Remembers the last scan. Responses carry no time: a scan repeated for as long as scans count is ignored as too old.
 */
function rememberLastScan(clock: Pick<ServiceContext["clock"], "monotonic">) {
  let last: { key: string; until: number } | null = null;
  const keyOf = ({ id, argstring }: Scan) => `${id} ${argstring ?? ""}`;
  return {
    isTooOld(scan: Scan): boolean {
      const key = keyOf(scan);
      if (last?.key !== key) last = { key, until: clock.monotonic() + SCAN_VALID_MS };
      return clock.monotonic() >= last.until;
    },
    add(scan: Scan): void {
      last = { key: keyOf(scan), until: Number.NEGATIVE_INFINITY };
    },
  };
}

/** Handles a scan that names no sale, if it is recent enough. @returns true when it was */
async function applyRecentScan({ intake, maxScanAgeSeconds }: ScanPollerPorts, ask: ReadScan): Promise<boolean> {
  const fresh = await freshScan(ask, maxScanAgeSeconds(), () => false);
  if (fresh !== null) intake.scan(fresh.scan, { ageMs: fresh.ageMs, sticker: null });
  return fresh !== null;
}

function newestShownAt({ store, newestCodeShownAt }: ScanPollerPorts): number | null {
  let newest = newestCodeShownAt();
  for (const { qr, createdAt } of store.rows.inPhases(["draft"]))
    if (qr?.kind === "shortlink" && (newest === null || createdAt > newest)) newest = createdAt;
  return newest;
}
