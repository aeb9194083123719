/** Polls scans of stickers in turn (G14), while a customer could be scanning. */
import { type Loop, startLoop } from "../../lib/loop.ts";
import type { ServiceContext } from "../../service/context.ts";
import type { Intake } from "../outcomes/intake.ts";
import { MIN_SCAN_POLL_MS, type PollingSettings, scanPollAfter } from "../outcomes/schedule.ts";
import { type AskForScan, freshScan } from "../scans/fresh-scan.ts";
import { isInUse, type StickerRow, type StickerRows } from "./rows.ts";
import type { StickerTests } from "./tests.ts";

/** How long a sale counts as being prepared. The window repeats `scan.expect` more often. */
export const EXPECTED_FOR_MS = 60_000;
const PREPARED_MS = 2000;

export interface StickerPollerPorts extends Pick<ServiceContext, "clock" | "log"> {
  scansOf(shortlinkId: string): AskForScan;
  rows: Pick<StickerRows, "all">;
  tests: StickerTests;
  intake: Pick<Intake, "scan">;
  settings: PollingSettings;
  mayAsk(): boolean;
  receiving(): boolean;
  /** Start of the newest sale that waits for a scan, in ms since the epoch; null without one */
  waitsSince(): number | null;
  secondsThatCount(): number;
}

export interface StickerPoller extends Loop {
  expect(): void;
  lookFor(id: string): void;
}

export function startStickerPoller(ports: StickerPollerPorts): StickerPoller {
  const { clock, rows, tests } = ports;
  const wanted = new Set<string>();
  const known = new Map<string, string>();
  let expectedUntil = 0;
  let turn = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async ({ id, shortlinkId }: StickerRow) => {
    const seconds = tests.isRunning(id) ? 30 : ports.secondsThatCount();
    const fresh = await freshScan(ports.scansOf(shortlinkId ?? ""), seconds, (scan) => scan.id === known.get(id));
    if (fresh === null) return;
    ports.intake.scan(fresh.scan, { ageMs: fresh.ageMs, sticker: id });
    // Set only now, so that a disk failure is retried.
    known.set(id, fresh.scan.id);
  };
  const loop = startLoop(ports, async () => {
    const inUse = rows.all().filter(isInUse);
    if (!ports.mayAsk() || inUse.length === 0) return null;
    const pause = pauseOf(ports, inUse, clock.monotonic() < expectedUntil);
    const tooSoonMs = lookedAt + Math.min(pause ?? MIN_SCAN_POLL_MS, MIN_SCAN_POLL_MS) - clock.monotonic();
    if (tooSoonMs > 0) return tooSoonMs;
    const asked = inUse.find(({ id }) => wanted.has(id)) ?? inUse.find(({ id }) => tests.isRunning(id));
    const next = asked ?? (pause === null ? undefined : inUse[turn % inUse.length]);
    if (next === undefined) return null;
    if (asked === undefined) turn += 1;
    wanted.delete(next.id);
    lookedAt = clock.monotonic();
    await look(next);
    return inUse.some(({ id }) => wanted.has(id)) ? Math.min(pause ?? MIN_SCAN_POLL_MS, MIN_SCAN_POLL_MS) : pause;
  });
  return {
    ...loop,
    expect() {
      const isNew = clock.monotonic() >= expectedUntil;
      expectedUntil = clock.monotonic() + EXPECTED_FOR_MS;
      if (isNew) loop.wake();
    },
    lookFor(id) {
      wanted.add(id);
      loop.wake();
    },
  };
}

/** Returns ms until the next poll; null while no customer could be scanning. */
function pauseOf(ports: StickerPollerPorts, inUse: readonly StickerRow[], isExpected: boolean): number | null {
  const { clock, settings, tests } = ports;
  if (inUse.some(({ id }) => tests.isRunning(id))) return settings.activeMs;
  const since = ports.waitsSince();
  if (since !== null) return scanPollAfter(clock.now() - since, ports.receiving(), settings);
  return isExpected && !ports.receiving() ? Math.max(PREPARED_MS, settings.activeMs) : null;
}
