import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { SCAN_VALID_MS } from "../../../../../contract/payments/stickers.ts";
import { startScanPoller } from "../../../../../main/payments/outcomes/scan-poller.ts";
import { createManualClock } from "../../../../support/clock.ts";

type Answer = { id: string; argstring: string | null } | null;

/** A poller of the till's own code, shown from the start, over a service whose responses the test sets. */
function polling() {
  const clock = createManualClock();
  const state = { quietSeconds: 59, answer: (_seconds: number): Answer => null };
  const asked: { seconds: number; at: number }[] = [];
  const received: { id: string; ageMs: number }[] = [];
  const shown = { createdAt: clock.now(), qr: { kind: "shortlink", text: "https://pay.example/s/x/" } as const };
  const poller = startScanPoller({
    clock,
    log: pino({ level: "silent" }),
    store: { rows: { inPhases: () => [shown] } },
    intake: {
      scan(scan, { ageMs }) {
        received.push({ id: scan.id, ageMs });
        return null;
      },
    },
    settings: { activeMs: 1000, idleMs: 15_000 },
    newestCodeShownAt: () => null,
    scansOf: () => async (seconds) => {
      asked.push({ seconds, at: clock.monotonic() });
      return state.answer(seconds);
    },
    shortlinkId: () => "short",
    maxScanAgeSeconds: () => state.quietSeconds,
    receiving: () => false,
  });
  return { clock, state, asked, heard: received, poller };
}

const SCAN = { id: "token:1", argstring: null };

describe("the till's own code", () => {
  it("is polled once a second at most, however often a callback wakes the poller", async () => {
    const { clock, asked, poller } = polling();
    for (let turn = 0; turn < 190; turn += 1) {
      poller.wake();
      await clock.advance(10);
    }
    expect(asked.map(({ at }) => Math.round((at - (asked[0]?.at ?? 0)) / 1000))).toEqual([0, 1]);
  });
});

describe("a scan of the till's code without a sale", () => {
  it("is reported once, with its maximum age", async () => {
    const { clock, heard, state } = polling();
    state.answer = () => SCAN;
    await clock.advance(5000);
    expect(heard).toEqual([{ id: SCAN.id, ageMs: 10_000 }]);
  });

  it("is reported later when the closer poll got no response", async () => {
    const { clock, heard, state } = polling();
    state.answer = (seconds) => (seconds > SCAN_VALID_MS / 1000 ? SCAN : null);
    await clock.advance(5000);
    expect(heard).toEqual([]);
    state.answer = () => SCAN;
    await clock.advance(2000);
    expect(heard).toEqual([{ id: SCAN.id, ageMs: 10_000 }]);
  });

  it("is reported later when another sale has just ended", async () => {
    const { clock, heard, state } = polling();
    state.quietSeconds = 0;
    state.answer = () => SCAN;
    await clock.advance(2000);
    expect(heard).toEqual([]);
    state.quietSeconds = 3;
    await clock.advance(2000);
    expect(heard).toEqual([{ id: SCAN.id, ageMs: 3000 }]);
  });

  it("is polled no closer once it is too old to count", async () => {
    const { clock, asked, state } = polling();
    state.answer = (seconds) => (seconds > SCAN_VALID_MS / 1000 ? SCAN : null);
    await clock.advance(SCAN_VALID_MS + 5000);
    const before = asked.length;
    await clock.advance(10_000);
    expect(new Set(asked.slice(before).map(({ seconds }) => seconds))).toEqual(new Set([300]));
  });
});
