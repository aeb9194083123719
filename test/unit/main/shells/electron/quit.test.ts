import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { type QuitPorts, stopInOrder } from "../../../../../main/shells/electron/quit.ts";
import { fakeApp } from "../../../../support/fake-electron.ts";

/** A program whose app is ready. */
async function running() {
  const fake = fakeApp();
  const system = new EventEmitter();
  const stop = new AbortController();
  stopInOrder({ app: fake.app, powerMonitor: system as unknown as QuitPorts["powerMonitor"] }, stop);
  await fake.app.whenReady();
  return { fake, system, stop };
}

describe("quitting", () => {
  it("waits for the till to close in order", async () => {
    const { fake, stop } = await running();
    expect(fake.quit()).toBe(false);
    expect(stop.signal.aborted).toBe(true);
    // However often it is asked for: the till ends the process itself.
    expect(fake.quit()).toBe(false);
  });

  it("is begun when the last window is gone", async () => {
    const { fake, stop } = await running();
    fake.emit("window-all-closed");
    expect(stop.signal.aborted).toBe(true);
  });

  it("is not held up where the system ends the session: the till begins to close as soon as it hears of it", async () => {
    const { fake, system, stop } = await running();
    system.emit("shutdown");
    expect(stop.signal.aborted).toBe(true);
    expect(fake.quit()).toBe(true);
  });
});
