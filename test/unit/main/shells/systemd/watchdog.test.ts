import { describe, expect, it } from "vitest";
import { CHECK_MS, startWatchdog } from "../../../../../main/shells/systemd/watchdog.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const WATCHDOG_MS = 90_000;

/** A watchdog over a till with scripted health, and its messages to systemd. */
function watched(watchdogMs: number | null = WATCHDOG_MS) {
  const clock = createManualClock();
  const received: string[] = [];
  const till = { check: async (): Promise<string | null> => null };
  const notifier = {
    watchdogMs,
    sendState: async (...assignments: string[]) => void received.push(assignments.join("\n")),
  };
  const watchdog = startWatchdog({
    clock,
    log: readableLog().log,
    notifier,
    status: "Ready",
    check: () => till.check(),
  });
  return { clock, heard: received, till, watchdog, fed: () => received.filter((text) => text === "WATCHDOG=1").length };
}

describe("the watchdog", () => {
  it("reports readiness, then a heartbeat at twice the required rate", async () => {
    const { clock, heard, fed } = watched();
    await clock.advance(0);
    expect(heard).toEqual(["READY=1\nSTATUS=Ready", "WATCHDOG=1"]);
    await clock.advance(WATCHDOG_MS);
    expect(fed()).toBe(3);
  });

  it("reports the reason and no heartbeat while the till is unhealthy", async () => {
    const { clock, heard, till, fed } = watched();
    await clock.advance(0);
    till.check = async () => Promise.reject(new Error("database is\nlocked"));
    await clock.advance(10 * WATCHDOG_MS);
    expect(fed()).toBe(1);
    expect(heard.filter((text) => text.startsWith("STATUS="))).toEqual(["STATUS=Unhealthy: database is locked"]);
  });

  it("then checks more often, so that a recovered till reports before it is killed", async () => {
    const { clock, heard, till, fed } = watched();
    await clock.advance(WATCHDOG_MS / 2 - 1);
    till.check = async () => "the disk failed";
    await clock.advance(1);
    expect(heard.at(-1)).toBe("STATUS=Unhealthy: the disk failed");
    till.check = async () => null;
    await clock.advance(WATCHDOG_MS / 4);
    expect(heard.slice(-2)).toEqual(["STATUS=Ready", "WATCHDOG=1"]);
    expect(fed()).toBe(2);
  });

  it("treats a check that hangs as unhealthy", async () => {
    const { clock, heard, till, fed } = watched();
    till.check = () => new Promise<never>(() => undefined);
    await clock.advance(CHECK_MS + 1);
    expect(heard.at(-1)).toMatch(/^STATUS=Unhealthy: no answer within/);
    expect(fed()).toBe(0);
  });

  it("without a deadline reports its state and sends no heartbeat", async () => {
    const { clock, heard, till } = watched(null);
    await clock.advance(0);
    till.check = async () => "the disk failed";
    await clock.advance(120_000);
    expect(heard).toEqual(["READY=1\nSTATUS=Ready", "STATUS=Unhealthy: the disk failed"]);
  });

  it("reports the stop, and nothing afterwards", async () => {
    const { clock, heard, watchdog } = watched();
    await clock.advance(0);
    await watchdog.close();
    await clock.advance(10 * WATCHDOG_MS);
    expect(heard.at(-1)).toBe("STOPPING=1\nSTATUS=Stopping");
    expect(heard).toHaveLength(3);
  });
});
