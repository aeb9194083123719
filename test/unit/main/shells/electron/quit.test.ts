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
  it("waits for an orderly shutdown of the till", async () => {
    const { fake, stop } = await running();
    expect(fake.quit()).toBe(false);
    expect(stop.signal.aborted).toBe(true);
    // Repeated requests change nothing: the till ends the process itself.
    expect(fake.quit()).toBe(false);
  });

  it("starts when the last window is closed", async () => {
    const { fake, stop } = await running();
    fake.emit("window-all-closed");
    expect(stop.signal.aborted).toBe(true);
  });

  it("is not delayed when the system ends the session: the till starts closing immediately", async () => {
    const { fake, system, stop } = await running();
    system.emit("shutdown");
    expect(stop.signal.aborted).toBe(true);
    expect(fake.quit()).toBe(true);
  });
});
