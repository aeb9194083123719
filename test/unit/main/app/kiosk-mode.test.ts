import { describe, expect, it } from "vitest";
import type { RunningTill } from "../../../../main/app/context.ts";
import { kioskMode } from "../../../../main/app/kiosk-mode.ts";
import type { TillWindow } from "../../../../main/app/launch.ts";
import { createEventStream } from "../../../../main/bridge/events.ts";
import type { WindowEnd } from "../../../../main/shells/browser/browser-window.ts";
import { reopeningWindow } from "../../../../main/shells/browser/reopening-window.ts";
import { createManualClock } from "../../../support/clock.ts";
import { readableLog } from "../bridge/test-bridge.ts";

/** A till with a given mode that can restart in another mode. */
function world(mode: "counter" | "kiosk" = "counter") {
  const events = createEventStream({ keep: 10 });
  const running = { mode };
  const till = () => ({ terminal: () => running }) as unknown as RunningTill;
  const kiosk = kioskMode({ till, events });
  const restartAs = (next: "counter" | "kiosk") => {
    running.mode = next;
    events.publish({ type: "terminal.restarted" });
  };
  return { kiosk, running, restartAs };
}

/** Windows that stay open until a person closes them or they fail. */
function windows() {
  const did: string[] = [];
  const ends: ((how: WindowEnd) => void)[] = [];
  const clock = createManualClock();
  const open = (isKiosk: boolean) => {
    did.push(`open ${isKiosk ? "kiosk" : "window"}`);
    const ended = Promise.withResolvers<WindowEnd>();
    ends.push(ended.resolve);
    return {
      ended: ended.promise,
      async close() {
        did.push("close");
        ended.resolve("broke");
      },
    };
  };
  return { did, open, ends, clock, ports: { clock, log: readableLog().log } };
}

const turn = () => new Promise((next) => setImmediate(next));

describe("kiosk mode", () => {
  it("follows the settings as of the last start", () => {
    const { kiosk, running, restartAs } = world();
    const received: boolean[] = [];
    kiosk.onChange((isOn) => received.push(isOn));
    // The saved mode becomes active at the next start.
    running.mode = "kiosk";
    expect(kiosk.isOn()).toBe(false);
    restartAs("kiosk");
    restartAs("kiosk");
    restartAs("counter");
    expect([kiosk.isOn(), received]).toEqual([false, [true, false]]);
    kiosk.close();
    restartAs("kiosk");
    expect(received).toHaveLength(2);
  });

  it("can be left and entered again, and is on again after every start", () => {
    const { kiosk, restartAs } = world("kiosk");
    const received: boolean[] = [];
    kiosk.onChange((isOn) => received.push(isOn));
    kiosk.setLeft(true);
    kiosk.setLeft(true);
    expect([kiosk.isOn(), kiosk.isLeft(), received]).toEqual([false, true, [false]]);
    kiosk.setLeft(false);
    expect([kiosk.isOn(), kiosk.isLeft(), received]).toEqual([true, false, [false, true]]);
    kiosk.setLeft(true);
    restartAs("kiosk");
    expect([kiosk.isOn(), kiosk.isLeft(), received]).toEqual([true, false, [false, true, false, true]]);
    kiosk.setLeft(true);
    restartAs("counter");
    expect([kiosk.isOn(), kiosk.isLeft()]).toEqual([false, false]);
  });

  it("cannot be left on a counter till, which would otherwise restart unlocked", () => {
    const { kiosk, restartAs } = world("counter");
    kiosk.setLeft(true);
    expect(kiosk.isLeft()).toBe(false);
    restartAs("kiosk");
    expect(kiosk.isOn()).toBe(true);
  });

  it("reopens a browser window without kiosk mode when an operator leaves it, and with it on return", async () => {
    const { kiosk } = world("kiosk");
    const { did, open, ports } = windows();
    const window = reopeningWindow(kiosk, open, ports);
    kiosk.setLeft(true);
    await turn();
    kiosk.setLeft(false);
    await turn();
    expect(did).toEqual(["open kiosk", "close", "open window", "close", "open kiosk"]);
    await window.close();
  });

  it("reopens a browser window when the mode changes, while the till keeps running", async () => {
    const { kiosk, restartAs } = world();
    const { did, open, ends, ports } = windows();
    const window = reopeningWindow(kiosk, open, ports);
    let ended = false;
    void window.closed.then(() => {
      ended = true;
    });
    restartAs("counter");
    restartAs("kiosk");
    await turn();
    expect(did).toEqual(["open window", "close", "open kiosk"]);
    expect(ended).toBe(false);
    ends[1]?.("closed");
    await turn();
    expect(ended).toBe(true);
  });

  it("opens no window after the till has closed it", async () => {
    const { kiosk, restartAs } = world("kiosk");
    const { did, open, ports } = windows();
    const window = reopeningWindow(kiosk, open, ports);
    restartAs("counter");
    await window.close();
    restartAs("kiosk");
    await turn();
    expect(did).toEqual(["open kiosk", "close"]);
  });
});

describe("a browser window that ends unexpectedly", () => {
  /** Ends the newest window and waits for the reaction. */
  async function end({ ends }: ReturnType<typeof windows>, how: WindowEnd) {
    ends.at(-1)?.(how);
    await turn();
  }

  /** Result of the window: undefined while it stays open. */
  function outcomeOf(window: TillWindow) {
    const seen: { outcome?: string } = {};
    void window.closed.then(() => {
      seen.outcome = "closed";
    });
    window.broken?.catch((error: Error) => {
      seen.outcome = error.message;
    });
    return seen;
  }

  it.each(["counter", "kiosk"] as const)(
    "reopens up to three times a minute, and then ends the till (%s)",
    async (mode) => {
      const shop = windows();
      const seen = outcomeOf(reopeningWindow(world(mode).kiosk, shop.open, shop.ports));
      for (let time = 0; time < 3; time += 1) await end(shop, "broke");
      expect([shop.did.length, seen.outcome]).toEqual([4, undefined]);
      await end(shop, "broke");
      expect(shop.did).toHaveLength(4);
      expect(seen.outcome).toContain("failed several times");
    },
  );

  it("reopens every time when failures are rare", async () => {
    const shop = windows();
    const seen = outcomeOf(reopeningWindow(world("kiosk").kiosk, shop.open, shop.ports));
    for (let time = 0; time < 9; time += 1) {
      await end(shop, "broke");
      await shop.clock.advance(30_000);
    }
    expect([shop.did.length, seen.outcome]).toEqual([10, undefined]);
  });

  it("is retried at a kiosk when it never opened", async () => {
    const shop = windows();
    const seen = outcomeOf(reopeningWindow(world("kiosk").kiosk, shop.open, shop.ports));
    for (let time = 0; time < 4; time += 1) await end(shop, "absent");
    expect(shop.did).toHaveLength(4);
    expect(seen.outcome).toContain("failed several times");
  });

  it("leaves a counter till running if it never opened, but ends the till if it had opened before", async () => {
    const shop = windows();
    reopeningWindow(world().kiosk, shop.open, shop.ports);
    await end(shop, "absent");
    expect(shop.did).toEqual(["open window"]);
    const other = windows();
    const seen = outcomeOf(reopeningWindow(world().kiosk, other.open, other.ports));
    await end(other, "broke");
    for (let time = 0; time < 3; time += 1) await end(other, "absent");
    expect(seen.outcome).toContain("failed several times");
  });

  it("is not a failure when the till closes it", async () => {
    const shop = windows();
    const window = reopeningWindow(world("kiosk").kiosk, shop.open, shop.ports);
    const seen = outcomeOf(window);
    await window.close();
    await turn();
    expect([shop.did, seen.outcome]).toEqual([["open kiosk", "close"], "closed"]);
  });
});
