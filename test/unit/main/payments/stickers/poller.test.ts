import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { startStickerPoller } from "../../../../../main/payments/stickers/poller.ts";
import type { StickerRow } from "../../../../../main/payments/stickers/rows.ts";
import { stickerTests } from "../../../../../main/payments/stickers/tests.ts";
import { createManualClock } from "../../../../support/clock.ts";

const sticker = (id: string): StickerRow => ({
  id,
  name: id,
  state: "active",
  askedAt: 1,
  shortlinkId: `short-${id}`,
  link: "https://pay.example/s/x/",
  madeAt: 1,
  lastScanAt: null,
});

interface Around {
  ids?: string[];
  receiving?: boolean;
  mayAsk?: boolean;
  quietSeconds?: number;
}

/** A poller over a service whose responses the test sets. */
function polling({ ids = ["A"], receiving = false, mayAsk = true, quietSeconds = 59 }: Around = {}) {
  const clock = createManualClock();
  const asked: { shortlink: string; seconds: number; at: number }[] = [];
  const received: { id: string; ageMs: number; sticker: string | null }[] = [];
  const state: { waitsSince: number | null; scans: Map<string, { id: string; at: number }> } = {
    waitsSince: null,
    scans: new Map(),
  };
  const tests = stickerTests(clock);
  const scanReader = (shortlink: string) => async (seconds: number) => {
    asked.push({ shortlink, seconds, at: clock.monotonic() });
    const scan = state.scans.get(shortlink);
    const isFound = scan !== undefined && clock.monotonic() - scan.at < seconds * 1000;
    return isFound ? { id: scan.id, argstring: null } : null;
  };
  const poller = startStickerPoller({
    scanReader,
    clock,
    log: pino({ level: "silent" }),
    rows: { all: () => ids.map(sticker) },
    tests,
    intake: {
      scan(scan, how) {
        received.push({ id: scan.id, ...how });
        return null;
      },
    },
    settings: { activeMs: 1000, idleMs: 15_000 },
    canPoll: () => mayAsk,
    areCallbacksWorking: () => receiving,
    newestWaitingSince: () => state.waitsSince,
    maxScanAgeSeconds: () => quietSeconds,
  });
  return { clock, asked, heard: received, state, tests, poller };
}

const MINUTE = 60_000;

describe("the sticker poller", () => {
  it("does nothing while no sale is prepared, or when the service does not report scans", async () => {
    const idle = polling();
    await idle.clock.advance(10 * MINUTE);
    expect(idle.asked).toEqual([]);
    const untold = polling({ mayAsk: false });
    untold.state.waitsSince = untold.clock.now();
    untold.poller.wake();
    await untold.clock.advance(MINUTE);
    expect(untold.asked).toEqual([]);
  });

  it("polls every two seconds for a minute after a sale was prepared", async () => {
    const { clock, asked, poller } = polling();
    poller.expect();
    await clock.advance(MINUTE);
    expect(asked.length).toBeGreaterThanOrEqual(29);
    expect(asked.length).toBeLessThanOrEqual(31);
    await clock.advance(MINUTE);
    expect(asked.length).toBeLessThanOrEqual(31);
  });

  it("polls one sticker per turn while a sale waits for its customer, however many stickers there are", async () => {
    const { clock, asked, state } = polling({ ids: ["A", "B", "C"] });
    state.waitsSince = clock.now();
    await clock.advance(30_000);
    expect(asked.length).toBeLessThanOrEqual(31);
    const count = (shortlink: string) => asked.filter((each) => each.shortlink === shortlink).length;
    expect([count("short-A"), count("short-B"), count("short-C")]).toEqual([11, 10, 10]);
  });

  it("polls rarely when callbacks arrive, and never for a sale that is only prepared", async () => {
    const { clock, asked, state, poller } = polling({ receiving: true });
    poller.expect();
    await clock.advance(MINUTE);
    expect(asked).toEqual([]);
    state.waitsSince = clock.now();
    poller.wake();
    await clock.advance(MINUTE);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(8);
  });

  it("polls immediately after an unverified callback, and at most once a second", async () => {
    const { clock, asked, poller } = polling({ receiving: true });
    for (let hint = 0; hint < 19; hint += 1) {
      poller.pollSticker("A");
      await clock.advance(100);
    }
    expect(asked.map(({ at }) => Math.round((at - (asked[0]?.at ?? 0)) / 1000))).toEqual([0, 1]);
  });

  it("polls at most once a second while a sale waits, however often a callback or a payment wakes it", async () => {
    const { clock, asked, poller, state } = polling({ receiving: true });
    state.waitsSince = clock.now();
    for (let turn = 0; turn < 190; turn += 1) {
      poller.pollSticker("A");
      poller.wake();
      await clock.advance(10);
    }
    expect(asked.map(({ at }) => Math.round((at - (asked[0]?.at ?? 0)) / 1000))).toEqual([0, 1]);
  });

  it("reports a scan once, with its maximum age", async () => {
    const { clock, heard, state, poller } = polling();
    state.scans.set("short-A", { id: "token:1", at: clock.monotonic() });
    await clock.advance(20_000);
    poller.expect();
    await clock.advance(10_000);
    expect(heard).toEqual([{ id: "token:1", ageMs: 30_000, sticker: "A" }]);
    state.scans.set("short-A", { id: "token:2", at: clock.monotonic() });
    await clock.advance(4000);
    expect(heard.at(-1)).toEqual({ id: "token:2", ageMs: 10_000, sticker: "A" });
  });

  it("ignores scans from before another sale ended", async () => {
    const { clock, asked, state, poller } = polling({ quietSeconds: 4 });
    state.waitsSince = clock.now();
    poller.wake();
    await clock.advance(3000);
    expect(new Set(asked.map(({ seconds }) => seconds))).toEqual(new Set([4]));
  });
});
