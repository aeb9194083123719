/** The planned restart of a real till with its own start code, and what delays it. */
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { vendRows } from "../../../main/kiosk/vends/rows.ts";
import { type Clock, systemClock } from "../../../main/lib/clock.ts";
import { createSignals } from "../../../main/lib/signals.ts";
import { plannedRestartModule } from "../../../main/operations/planned-restart/module.ts";
import { IDLE_MS } from "../../../main/operations/planned-restart/policy.ts";
import { type Database, openToRead } from "../../../main/storage/database/database.ts";
import { databasePath } from "../../../main/storage/database/inspection.ts";
import { storedSettings } from "../../../main/storage/database/settings.ts";
import { createJournal } from "../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../support/clock.ts";
import { startTillInProcess } from "../../support/in-process-till.ts";
import { createTestTill } from "../../support/test-till.ts";
import { prepareTillProcess } from "../../support/till-process-setup.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Entry {
  event: string;
  data: string;
}

/** Returns the journal's entries for starts and restarts. */
function entriesOf(database: Database): Entry[] {
  return database
    .prepare<[], Entry>("SELECT event, data FROM journal WHERE event LIKE 'till.%' ORDER BY sequence")
    .all();
}

/** The machine's clock, which a test advances: due timers run. */
function jumpingClock(): Clock & { jump(ms: number): void } {
  let ahead = 0;
  const sleepers = new Set<() => void>();
  return {
    now: () => systemClock.now() + ahead,
    monotonic: () => systemClock.monotonic() + ahead,
    async sleep(ms, signal) {
      const due = systemClock.monotonic() + ahead + ms;
      const woken = new AbortController();
      const look = () => {
        if (systemClock.monotonic() + ahead >= due) woken.abort();
      };
      sleepers.add(look);
      await systemClock.sleep(ms, AbortSignal.any([woken.signal, ...(signal ? [signal] : [])]));
      sleepers.delete(look);
    },
    jump(ms) {
      ahead += ms;
      for (const look of sleepers) look();
    },
  };
}

/** Returns the time of day in UTC. */
const timeOfDay = (at: number) => new Date(at).toISOString().slice(11, 16);

describe("a till at its restart time", () => {
  it("restarts in place, takes commands as before, and records the restart in its journal", async () => {
    const clock = jumpingClock();
    const restartAt = timeOfDay(clock.now() + 20 * MINUTE_MS);
    await using setup = await prepareTillProcess({ timeZone: "UTC", restartAt });
    const configFile = setup.firstArguments.at(-1) ?? null;
    await using till = await startTillInProcess(setup.data, { clock, configFile });
    clock.jump(21 * MINUTE_MS);
    await till.next("terminal.restarted");
    expect(await till.call("terminal.get", {})).toMatchObject({ ok: true, value: { mode: "counter" } });
    using reader = openToRead(databasePath(setup.data), { alone: false });
    const entries = entriesOf(reader.database);
    expect(entries.map(({ event }) => event)).toEqual([
      "till.started",
      "till.restartPlanned",
      "till.stopped",
      "till.started",
    ]);
    expect(JSON.parse(entries[1]?.data ?? "")).toEqual({ at: restartAt });
  }, 60_000);
});

/** The module over a real till's database and settings, with a clock that the test advances from 03:50. */
async function night(choice: { kiosk: boolean; restartAt?: string | null }) {
  const world = await createTestTill({ provisioning: { timeZone: "Europe/Oslo" } });
  const stored = storedSettings(world.database);
  if (stored === null) throw new Error("not provisioned");
  const settings = { ...stored, restartAt: choice.restartAt };
  const clock = createManualClock(Date.UTC(2026, 2, 3, 2, 50));
  const restarted: string[] = [];
  const queue = { toSend: 0 };
  const vends = vendRows(world.database);
  const signals = createSignals();
  const module = plannedRestartModule({
    clock,
    log: pino({ level: "silent" }),
    database: world.database,
    journal: createJournal(world.database),
    settings,
    signals,
    openVends: () => vends.countOpen(clock.now() - 10 * MINUTE_MS),
    kiosk: choice.kiosk,
    store: { operations: { toSend: () => queue.toSend } },
    setup: {
      isRestarting: () => restarted.length > 0,
      restart: () => void restarted.push(new Date(clock.now()).toISOString()),
    },
  });
  return {
    world,
    settings,
    clock,
    module,
    queue,
    vends,
    signals,
    restarted,
    entries: () => entriesOf(world.database).filter(({ event }) => event.startsWith("till.restart")),
    async [Symbol.asyncDispose]() {
      await module.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

describe("a kiosk at night", () => {
  it("restarts in the first minute after four in which it was idle long enough", async () => {
    await using shop = await night({ kiosk: true });
    await shop.clock.advance(2 * HOUR_MS);
    // It has been running, and idle, since 03:50.
    expect(shop.restarted).toEqual(["2026-03-03T03:05:00.000Z"]);
    expect(shop.entries()).toEqual([{ event: "till.restartPlanned", data: '{"at":"04:00"}' }]);
  });

  it("waits while it is in use", async () => {
    await using shop = await night({ kiosk: true });
    await shop.clock.advance(14 * MINUTE_MS);
    shop.module.touch();
    await shop.clock.advance(IDLE_MS - MINUTE_MS);
    expect(shop.restarted).toEqual([]);
    await shop.clock.advance(2 * MINUTE_MS);
    expect(shop.restarted).toHaveLength(1);
  });

  it("waits while a customer request is open, and restarts when it ends", async () => {
    await using shop = await night({ kiosk: true });
    const { posTid, tid } = await shop.world.startWaiting("SALE", 4900);
    await shop.clock.advance(HOUR_MS);
    expect(shop.restarted).toEqual([]);
    await shop.world.phone.approve(tid);
    const paid = await shop.world.waitForPhase(posTid, "captured");
    shop.signals.emit("payment.changed", paid);
    await shop.clock.advance(IDLE_MS - MINUTE_MS);
    expect(shop.restarted).toEqual([]);
    await shop.clock.advance(2 * MINUTE_MS);
    expect(shop.restarted).toHaveLength(1);
  });

  it("waits while a vend is in progress that no queue shows", async () => {
    await using shop = await night({ kiosk: true });
    const { vends } = shop;
    const { posTid } = await shop.world.pay("SALE", 4900);
    vends.insert({ posTid, id: "vend-1", isDeposit: false, items: [], machine: null, unknownDrop: null });
    await shop.clock.advance(HOUR_MS);
    expect(shop.restarted).toEqual([]);
    vends.change(posTid, { state: "cancelled" });
    await shop.clock.advance(MINUTE_MS);
    expect(shop.restarted).toHaveLength(1);
  });

  it("skips to the next night when the queue never empties, and reports it once", async () => {
    await using shop = await night({ kiosk: true });
    shop.queue.toSend = 2;
    await shop.clock.advance(4 * HOUR_MS);
    expect(shop.restarted).toEqual([]);
    expect(shop.entries().map(({ event, data }) => [event, JSON.parse(data)])).toEqual([
      ["till.restartPutOff", { at: "04:00", because: "queue_not_empty", since: "2026-03-03T03:00:00.000Z" }],
    ]);
    shop.queue.toSend = 0;
    await shop.clock.advance(21 * HOUR_MS);
    expect(shop.restarted).toEqual([expect.stringMatching(/^2026-03-04T03:00/)]);
  });

  it("does not restart when disabled; nor does a counter by default", async () => {
    await using never = await night({ kiosk: true, restartAt: null });
    await using counter = await night({ kiosk: false });
    await never.clock.advance(24 * HOUR_MS);
    await counter.clock.advance(24 * HOUR_MS);
    expect([...never.restarted, ...counter.restarted]).toEqual([]);
  });

  it("uses the time that its owner sets while it runs", async () => {
    await using counter = await night({ kiosk: false });
    await counter.clock.advance(HOUR_MS);
    expect(counter.restarted).toEqual([]);
    counter.settings.restartAt = "05:30";
    counter.signals.emit("terminal.outdated");
    await counter.clock.advance(HOUR_MS);
    expect(counter.restarted).toEqual(["2026-03-03T04:30:00.000Z"]);
  });
});
