import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type Contact,
  contactOf,
  keepContact,
  MAX_BREAKDOWNS,
  OUT_OF_ORDER_MS,
  recentBreakdowns,
  WITHIN_MS,
  withinLimit,
} from "../../../../main/app/breakdowns.ts";
import { createManualClock } from "../../../support/clock.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { readableLog } from "../bridge/test-bridge.ts";

const SHOP: Contact = { locale: "nb-NO", phone: "22 00 00 00", kiosk: true };

type Code = 0 | 1 | 2 | 3;

/** A till in a folder that a supervisor restarts repeatedly. */
function supervisedTill({ supervised = true, kiosk = false } = {}) {
  const folder = temporaryFolder();
  const clock = createManualClock();
  const { log } = readableLog();
  const stop = new AbortController();
  const shown: Contact[] = [];
  const reports: string[] = [];
  let runs = 0;
  const start = (end: Code | (() => Promise<Code>)) =>
    withinLimit(
      { dataDir: folder.path, kiosk },
      {
        clock,
        log,
        supervised,
        stop: stop.signal,
        report() {
          reports.push("begun");
          return { close: async () => void reports.push("ended") };
        },
        async showOutOfOrder(contact, over) {
          shown.push(contact);
          await new Promise<void>((resolve) => over.addEventListener("abort", () => resolve(), { once: true }));
        },
      },
      async () => {
        runs += 1;
        return typeof end === "number" ? end : end();
      },
    );
  const breakDown = async (times: number) => {
    for (let time = 0; time < times; time += 1) expect(await start(1)).toBe(1);
  };
  return {
    ...{ start, breakDown, clock, stop, shown, reports, log, folder: folder.path },
    runs: () => runs,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

describe("a till that crashes", () => {
  it("goes out of order for ten minutes after five crashes in ten minutes, and then restarts", async () => {
    using till = supervisedTill();
    keepContact(till.folder, SHOP, till.log);
    await till.breakDown(MAX_BREAKDOWNS);
    const sixth = till.start(0);
    await till.clock.advance(OUT_OF_ORDER_MS - 1);
    expect([till.shown, till.reports]).toEqual([[SHOP], ["begun"]]);
    await till.clock.advance(1);
    expect(await sixth).toBe(1);
    expect(till.reports).toEqual(["begun", "ended"]);
    expect(till.runs()).toBe(MAX_BREAKDOWNS);
    expect(await till.start(0)).toBe(0);
  });

  it("restarts every time when crashes are rare", async () => {
    using till = supervisedTill();
    for (let time = 0; time < 3 * MAX_BREAKDOWNS; time += 1) {
      await till.breakDown(1);
      await till.clock.advance(WITHIN_MS / (MAX_BREAKDOWNS - 1));
    }
    expect(till.shown).toEqual([]);
  });

  it("counts a killed process as a crash", async () => {
    using till = supervisedTill();
    await till.breakDown(MAX_BREAKDOWNS - 1);
    void till.start(() => new Promise<never>(() => undefined));
    expect(till.runs()).toBe(MAX_BREAKDOWNS);
    const next = till.start(0);
    await till.clock.advance(OUT_OF_ORDER_MS);
    expect(await next).toBe(1);
    expect(till.runs()).toBe(MAX_BREAKDOWNS);
  });

  it("does not count a long run that was switched off, even when every boot has the same clock time", async () => {
    using till = supervisedTill();
    for (let day = 0; day < 2 * MAX_BREAKDOWNS; day += 1) {
      void till.start(() => new Promise<never>(() => undefined));
      await till.clock.advance(WITHIN_MS);
      till.clock.setBy(-WITHIN_MS);
    }
    expect([till.shown, till.runs()]).toEqual([[], 2 * MAX_BREAKDOWNS]);
  });

  it.each([0, 2, 3] as const)("does not count exit code %d as a crash", async (code) => {
    using till = supervisedTill();
    for (let time = 0; time < 2 * MAX_BREAKDOWNS; time += 1) expect(await till.start(code)).toBe(code);
    expect(till.shown).toEqual([]);
  });

  it("restarts every time when a person starts it", async () => {
    using till = supervisedTill({ supervised: false });
    await till.breakDown(3 * MAX_BREAKDOWNS);
    expect(till.shown).toEqual([]);
    expect(readdirSync(till.folder)).toEqual([]);
  });

  it("stops immediately on a stop signal while out of order, and starts normally next time", async () => {
    using till = supervisedTill();
    await till.breakDown(MAX_BREAKDOWNS);
    const sixth = till.start(0);
    await till.clock.advance(0);
    till.stop.abort();
    expect(await sixth).toBe(0);
    expect(await till.start(0)).toBe(0);
    expect(till.runs()).toBe(MAX_BREAKDOWNS + 1);
  });

  it("shows customers the out-of-order page at a kiosk that never came up", async () => {
    using till = supervisedTill({ kiosk: true });
    await till.breakDown(MAX_BREAKDOWNS);
    void till.start(0);
    await till.clock.advance(0);
    expect(till.shown).toEqual([{ locale: "en-GB", phone: null, kiosk: true }]);
    till.stop.abort();
  });

  it("ignores crashes outside the window, even when the clock was set back in between", () => {
    const now = 10 * WITHIN_MS;
    expect(recentBreakdowns([now - WITHIN_MS, now - WITHIN_MS + 1, now + 1, now + WITHIN_MS], now)).toEqual([
      now - WITHIN_MS + 1,
      now + 1,
    ]);
  });
});

describe("the shop's contact details", () => {
  it("are stored with the crash history", async () => {
    using till = supervisedTill();
    await till.breakDown(2);
    keepContact(till.folder, SHOP, till.log);
    expect(contactOf(till.folder)).toEqual(SHOP);
    await till.breakDown(MAX_BREAKDOWNS - 2);
    void till.start(0);
    await till.clock.advance(0);
    expect(till.shown).toEqual([SHOP]);
    till.stop.abort();
  });
});
