import { describe, expect, it } from "vitest";
import type { RunningTill } from "../../../../main/app/context.ts";
import { kioskMode } from "../../../../main/app/kiosk-mode.ts";
import { createEventStream } from "../../../../main/bridge/events.ts";
import { reopeningWindow } from "../../../../main/shells/browser/reopening-window.ts";
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

/** Windows that are open until somebody closes them. */
function windows() {
  const did: string[] = [];
  const byHand: (() => void)[] = [];
  const open = (isKiosk: boolean) => {
    did.push(`open ${isKiosk ? "kiosk" : "window"}`);
    const closed = Promise.withResolvers<void>();
    byHand.push(closed.resolve);
    return {
      closed: closed.promise,
      async close() {
        did.push("close");
        closed.resolve();
      },
    };
  };
  return { did, open, byHand };
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
    const { did, open } = windows();
    const window = reopeningWindow(kiosk, open, readableLog().log);
    kiosk.setLeft(true);
    await turn();
    kiosk.setLeft(false);
    await turn();
    expect(did).toEqual(["open kiosk", "close", "open window", "close", "open kiosk"]);
    await window.close();
  });

  it("opens a browser's window anew when it changes, and the till runs on meanwhile", async () => {
    const { kiosk, becomes } = world();
    const { did, open, byHand } = windows();
    const window = reopeningWindow(kiosk, open, readableLog().log);
    let ended = false;
    void window.closed.then(() => {
      ended = true;
    });
    becomes("counter");
    becomes("kiosk");
    await turn();
    expect(did).toEqual(["open window", "close", "open kiosk"]);
    expect(ended).toBe(false);
    byHand[1]?.();
    await turn();
    expect(ended).toBe(true);
  });

  it("opens no window any more once the till closes it", async () => {
    const { kiosk, becomes } = world("kiosk");
    const { did, open } = windows();
    const window = reopeningWindow(kiosk, open, readableLog().log);
    becomes("counter");
    await window.close();
    becomes("kiosk");
    await turn();
    expect(did).toEqual(["open kiosk", "close"]);
  });
});
