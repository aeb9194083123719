/** Polls scans of stickers in turn (G14), while a customer could be scanning. */
import { startLoop } from "../../lib/loop.ts";
import type { ServiceContext } from "../../service/context.ts";
import type { Intake } from "../outcomes/intake.ts";
import { MIN_SCAN_POLL_MS, type PollingSettings, scanPollAfter } from "../outcomes/schedule.ts";
import { freshScan, type ReadScan } from "../scans/fresh-scan.ts";
import { isInUse, type StickerRow, type StickerRows } from "./rows.ts";
import type { StickerTests } from "./tests.ts";

/** How long a sale counts as being prepared. The window repeats `scan.expect` more often. */
export const EXPECTED_FOR_MS = 60_000;
const PREPARED_MS = 2000;

export interface StickerPollerPorts extends Pick<ServiceContext, "clock" | "log"> {
  scanReader(shortlinkId: string): ReadScan;
  rows: Pick<StickerRows, "all">;
  tests: StickerTests;
  intake: Pick<Intake, "scan">;
  settings: PollingSettings;
  canPoll(): boolean;
  areCallbacksWorking(): boolean;
  /** Start of the newest sale that waits for a scan, in ms since the epoch; null without one */
  newestWaitingSince(): number | null;
  maxScanAgeSeconds(): number;
}

export function startStickerPoller(ports: StickerPollerPorts) {
  const { clock, rows, tests } = ports;
  const requested = new Set<string>();
  const lastScans = new Map<string, string>();
  let expectedUntil = 0;
  let nextIndex = 0;
  let polledAt = Number.NEGATIVE_INFINITY;
  const poll = async ({ id, shortlinkId }: StickerRow) => {
    const seconds = tests.isRunning(id) ? 30 : ports.maxScanAgeSeconds();
    const fresh = await freshScan(
      ports.scanReader(shortlinkId ?? ""),
      seconds,
      (scan) => scan.id === lastScans.get(id),
    );
    if (fresh === null) return;
    ports.intake.scan(fresh.scan, { ageMs: fresh.ageMs, sticker: id });
    // Set only now, so that a disk failure is retried.
    lastScans.set(id, fresh.scan.id);
  };
  const loop = startLoop(ports, async () => {
    const inUse = rows.all().filter(isInUse);
    if (!ports.canPoll() || inUse.length === 0) return null;
    const pause = pauseOf(ports, inUse, clock.monotonic() < expectedUntil);
    const tooSoonMs = polledAt + Math.min(pause ?? MIN_SCAN_POLL_MS, MIN_SCAN_POLL_MS) - clock.monotonic();
    if (tooSoonMs > 0) return tooSoonMs;
    const urgent = inUse.find(({ id }) => requested.has(id)) ?? inUse.find(({ id }) => tests.isRunning(id));
    const next = urgent ?? (pause === null ? undefined : inUse[nextIndex % inUse.length]);
    if (next === undefined) return null;
    if (urgent === undefined) nextIndex += 1;
    requested.delete(next.id);
    polledAt = clock.monotonic();
    await poll(next);
    return inUse.some(({ id }) => requested.has(id)) ? Math.min(pause ?? MIN_SCAN_POLL_MS, MIN_SCAN_POLL_MS) : pause;
  });
  return {
    ...loop,
    expect() {
      const isNew = clock.monotonic() >= expectedUntil;
      expectedUntil = clock.monotonic() + EXPECTED_FOR_MS;
      if (isNew) loop.wake();
    },
    pollSticker(id: string) {
      requested.add(id);
      loop.wake();
    },
  };
}

/** Returns ms until the next poll; null while no customer could be scanning. */
function pauseOf(ports: StickerPollerPorts, inUse: readonly StickerRow[], isExpected: boolean): number | null {
  const { clock, settings, tests } = ports;
  if (inUse.some(({ id }) => tests.isRunning(id))) return settings.activeMs;
  const since = ports.newestWaitingSince();
  if (since !== null) return scanPollAfter(clock.now() - since, ports.areCallbacksWorking(), settings);
  return isExpected && !ports.areCallbacksWorking() ? Math.max(PREPARED_MS, settings.activeMs) : null;
}
