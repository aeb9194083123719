/** Polls for scans of the shown code (G14), where no receiver gets callbacks or some may be lost. */

import { startLoop } from "../../lib/loop.ts";
import { lastScan } from "../../service/api/shortlink.ts";
import type { ServiceContext } from "../../service/context.ts";
import { freshScan, scansOf } from "../scans/fresh-scan.ts";
import type { PaymentStore } from "../store.ts";
import type { Intake } from "./intake.ts";
import { MOST_OFTEN_MS, type PollingSettings, scanPollAfter } from "./schedule.ts";

/** A scan older than this is not of the code that is shown now. */
const TTL_SECONDS = 300;
/** A code that was shown for this long is abandoned: scans of it are not polled until there is a newer one. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

export interface ScanPollerPorts extends Pick<ServiceContext, "api" | "clock" | "log"> {
  store: PaymentStore;
  intake: Pick<Intake, "scan">;
  settings: PollingSettings;
  /** The shortlink to ask about; null while asking is of no use (none yet, or callbacks tell) */
  shortlinkId(): string | null;
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
  let lastSeen: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = async (shortlinkId: string) => {
    const answer = await lastScan(ports.api, shortlinkId, TTL_SECONDS);
    if (!answer.ok || answer.value.kind !== "scan") return;
    const { scan } = answer.value;
    const key = `${scan.id} ${scan.argstring ?? ""}`;
    if (key === lastSeen) return;
    if (scan.argstring) ports.intake.scan(scan, { ageMs: TTL_SECONDS * 1000, sticker: null });
    else await lookCloser(ports, shortlinkId);
    // Only now: a disk that did not take it is tried again.
    lastSeen = key;
  };

  return startLoop(ports, async () => {
    const shortlinkId = ports.shortlinkId();
    const shownSince = shortlinkId === null ? null : newestCodeShownAt(ports.store);
    if (shortlinkId === null || shownSince === null) return null;
    const shownMs = clock.now() - shownSince;
    if (shownMs > FORGOTTEN_MS) return null;
    const tooSoonMs = lookedAt + Math.min(ports.settings.activeMs, MOST_OFTEN_MS) - clock.monotonic();
    if (tooSoonMs > 0) return tooSoonMs;
    lookedAt = clock.monotonic();
    await look(shortlinkId);
    return scanPollAfter(shownMs, ports.receiving(), ports.settings);
  });
}

/** It names no sale, and counts only for as long as a sticker's does. */
async function lookCloser({ api, intake, secondsThatCount }: ScanPollerPorts, shortlinkId: string): Promise<void> {
  const fresh = await freshScan(scansOf(api, shortlinkId), secondsThatCount(), () => false);
  if (fresh !== null) intake.scan(fresh.scan, { ageMs: fresh.ageMs, sticker: null });
}

function newestCodeShownAt(store: PaymentStore): number | null {
  const shown = store.rows.inPhases(["draft"]).filter((row) => row.qr?.kind === "shortlink");
  return shown.length === 0 ? null : Math.max(...shown.map((row) => row.createdAt));
}
