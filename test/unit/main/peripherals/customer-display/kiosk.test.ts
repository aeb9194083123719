import { describe, expect, it } from "vitest";
import { plainHost } from "../../../../../main/app/plain-host.ts";
import { kioskCommands, kioskRefusal } from "../../../../../main/peripherals/customer-display/kiosk.ts";

/** A kiosk with a fake window, and its events in order. */
function world({ mode = "kiosk" as "kiosk" | "counter", note = (_event: string) => {} } = {}) {
  const did: string[] = [];
  const state = { left: false, isAsking: false };
  const kiosk = () => ({ left: state.left, possible: true, because: null });
  const commands = kioskCommands({
    host: {
      view: () => ({ ...plainHost().view(), kiosk: kiosk() }),
      kiosk,
      setKioskLeft(left) {
        did.push(`left ${left}`);
        state.left = left;
      },
    },
    terminal: () => ({ mode }),
    isAsking: () => state.isAsking,
    note(event) {
      note(event);
      did.push(event);
    },
    endSession: () => void did.push("signed out"),
    publish: () => void did.push("publish"),
  });
  return { ...commands, did, state };
}

describe("leaving kiosk mode", () => {
  it("is journaled before the window is unlocked, and announced after it", () => {
    const { did, ...commands } = world();
    expect(commands["shell.leaveKiosk"]()).toMatchObject({ ok: true, value: { kiosk: { left: true } } });
    expect(commands["shell.enterKiosk"]()).toMatchObject({ ok: true, value: { kiosk: { left: false } } });
    expect(did.slice(0, 3)).toEqual(["shell.kioskLeft", "left true", "publish"]);
    expect(did.slice(3)).toEqual(["shell.kioskEntered", "signed out", "left false", "publish"]);
  });

  it("is refused when the journal cannot be written", () => {
    const { did, ...commands } = world({
      note() {
        throw new Error("the disk is full");
      },
    });
    expect(() => commands["shell.leaveKiosk"]()).toThrow("the disk is full");
    expect(did).toEqual([]);
  });

  it("happens once for repeated requests", () => {
    const { did, ...commands } = world();
    commands["shell.enterKiosk"]();
    commands["shell.leaveKiosk"]();
    commands["shell.leaveKiosk"]();
    expect(did).toEqual(["shell.kioskLeft", "left true", "publish"]);
  });

  it("interrupts no payment, in either direction, and accepts a request for the current state", () => {
    const { did, state, ...commands } = world();
    state.isAsking = true;
    expect(commands["shell.leaveKiosk"]()).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(commands["shell.enterKiosk"]()).toMatchObject({ ok: true });
    state.left = true;
    expect(commands["shell.enterKiosk"]()).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(did).toEqual([]);
  });

  it("is refused on a till that is not a kiosk or has no window", () => {
    const { did, ...commands } = world({ mode: "counter" });
    expect(commands["shell.leaveKiosk"]()).toMatchObject({
      error: { code: "illegal_state", details: { reason: expect.stringContaining("not in kiosk mode") } },
    });
    expect(did).toEqual([]);
    const { kiosk } = plainHost().view();
    expect(kiosk).toMatchObject({ left: false, possible: false });
    expect(kioskRefusal(true, { mode: "kiosk", kiosk, isAsking: true })).toMatchObject({
      error: { code: "illegal_state", details: { reason: kiosk.because } },
    });
  });
});
