import { describe, expect, it } from "vitest";
import type { RunningTill } from "../../../../main/app/context.ts";
import { kioskMode } from "../../../../main/app/kiosk-mode.ts";
import type { TillWindow } from "../../../../main/app/launch.ts";
import { createEventStream } from "../../../../main/bridge/events.ts";
import type { WindowEnd } from "../../../../main/shells/browser/browser-window.ts";
import { reopeningWindow } from "../../../../main/shells/browser/reopening-window.ts";
import { createManualClock } from "../../../support/clock.ts";
import { readableLog } from "../bridge/test-bridge.ts";

/** A till that says which mode it is in, and starts again in another. */
function world(mode: "counter" | "kiosk" = "counter") {
  const events = createEventStream({ keep: 10 });
  const running = { mode };
  const till = () => ({ terminal: () => running }) as unknown as RunningTill;
  const kiosk = kioskMode({ till, events });
  const becomes = (next: "counter" | "kiosk") => {
    running.mode = next;
    events.publish({ type: "terminal.restarted" });
  };
  return { kiosk, running, becomes };
}

/** Windows that are open until a person closes them, or they end by themselves. */
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

describe("the till's mode", () => {
  it("is what the settings say, as of the last start", () => {
    const { kiosk, running, becomes } = world();
    const heard: boolean[] = [];
    kiosk.onChange((isOn) => heard.push(isOn));
    // Saved, and not in force before the till has started again.
    running.mode = "kiosk";
    expect(kiosk.isOn()).toBe(false);
    becomes("kiosk");
    becomes("kiosk");
    becomes("counter");
    expect([kiosk.isOn(), heard]).toEqual([false, [true, false]]);
    kiosk.close();
    becomes("kiosk");
    expect(heard).toHaveLength(2);
  });

  it("is left for now and gone back to, and is a kiosk's again after every start", () => {
    const { kiosk, becomes } = world("kiosk");
    const heard: boolean[] = [];
    kiosk.onChange((isOn) => heard.push(isOn));
    kiosk.setLeft(true);
    kiosk.setLeft(true);
    expect([kiosk.isOn(), kiosk.isLeft(), heard]).toEqual([false, true, [false]]);
    kiosk.setLeft(false);
    expect([kiosk.isOn(), kiosk.isLeft(), heard]).toEqual([true, false, [false, true]]);
    kiosk.setLeft(true);
    becomes("kiosk");
    expect([kiosk.isOn(), kiosk.isLeft(), heard]).toEqual([true, false, [false, true, false, true]]);
    kiosk.setLeft(true);
    becomes("counter");
    expect([kiosk.isOn(), kiosk.isLeft()]).toEqual([false, false]);
  });

  it("cannot be left where the till is no kiosk: it would be one that opens unlocked", () => {
    const { kiosk, becomes } = world("counter");
    kiosk.setLeft(true);
    expect(kiosk.isLeft()).toBe(false);
    becomes("kiosk");
    expect(kiosk.isOn()).toBe(true);
  });

  it("of a browser's window that somebody left is changed by opening it without, and by opening it with it again", async () => {
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

  it("opens a browser's window anew when it changes, and the till runs on meanwhile", async () => {
    const { kiosk, becomes } = world();
    const { did, open, ends, ports } = windows();
    const window = reopeningWindow(kiosk, open, ports);
    let ended = false;
    void window.closed.then(() => {
      ended = true;
    });
    becomes("counter");
    becomes("kiosk");
    await turn();
    expect(did).toEqual(["open window", "close", "open kiosk"]);
    expect(ended).toBe(false);
    ends[1]?.("closed");
    await turn();
    expect(ended).toBe(true);
  });

  it("opens no window any more once the till closes it", async () => {
    const { kiosk, becomes } = world("kiosk");
    const { did, open, ports } = windows();
    const window = reopeningWindow(kiosk, open, ports);
    becomes("counter");
    await window.close();
    becomes("kiosk");
    await turn();
    expect(did).toEqual(["open kiosk", "close"]);
  });
});

describe("a browser's window that ends by itself", () => {
  /** Ends the newest window, and lets that be dealt with. */
  async function end({ ends }: ReturnType<typeof windows>, how: WindowEnd) {
    ends.at(-1)?.(how);
    await turn();
  }

  /** What became of the whole: undefined while it goes on. */
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
    "is opened again (%s), three times a minute, and then the till ends",
    async (mode) => {
      const shop = windows();
      const seen = outcomeOf(reopeningWindow(world(mode).kiosk, shop.open, shop.ports));
      for (let time = 0; time < 3; time += 1) await end(shop, "broke");
      expect([shop.did.length, seen.outcome]).toEqual([4, undefined]);
      await end(shop, "broke");
      expect(shop.did).toHaveLength(4);
      expect(seen.outcome).toContain("broke down several times");
    },
  );

  it("now and then is opened again each time", async () => {
    const shop = windows();
    const seen = outcomeOf(reopeningWindow(world("kiosk").kiosk, shop.open, shop.ports));
    for (let time = 0; time < 9; time += 1) {
      await end(shop, "broke");
      await shop.clock.advance(30_000);
    }
    expect([shop.did.length, seen.outcome]).toEqual([10, undefined]);
  });

  it("before it was there is tried again at a kiosk, which is nothing without it", async () => {
    const shop = windows();
    const seen = outcomeOf(reopeningWindow(world("kiosk").kiosk, shop.open, shop.ports));
    for (let time = 0; time < 4; time += 1) await end(shop, "absent");
    expect(shop.did).toHaveLength(4);
    expect(seen.outcome).toContain("broke down several times");
  });

  it("before it was there leaves a counter's till running, but not where there was one before", async () => {
    const shop = windows();
    reopeningWindow(world().kiosk, shop.open, shop.ports);
    await end(shop, "absent");
    expect(shop.did).toEqual(["open window"]);
    const other = windows();
    const seen = outcomeOf(reopeningWindow(world().kiosk, other.open, other.ports));
    await end(other, "broke");
    for (let time = 0; time < 3; time += 1) await end(other, "absent");
    expect(seen.outcome).toContain("broke down several times");
  });

  it("since the till closes it is no breakdown", async () => {
    const shop = windows();
    const window = reopeningWindow(world("kiosk").kiosk, shop.open, shop.ports);
    const seen = outcomeOf(window);
    await window.close();
    await turn();
    expect([shop.did, seen.outcome]).toEqual([["open kiosk", "close"], "closed"]);
  });
});
