import { describe, expect, it } from "vitest";
import { done } from "../../../../../contract/calls/errors.ts";
import type { Payment } from "../../../../../contract/payments/views.ts";
import type { DisplayView } from "../../../../../contract/receipts/display.ts";
import { createDispatch } from "../../../../../main/bridge/dispatch.ts";
import { createEventStream } from "../../../../../main/bridge/events.ts";
import { carryDisplay, carryOverIpc } from "../../../../../main/shells/electron/ipc.ts";
import { CUSTOMER_FRAME, type FakeFrame, fakeWindow, TILL_FRAME } from "../../../../support/fake-electron.ts";
import { handlersWith, openTo, readableLog } from "../../bridge/test-bridge.ts";

const VIEW = { state: "idle", shop: "Kaffe & Kake" } as DisplayView;
const refused = { ok: false, error: { code: "not_allowed" } };

function world(carry: typeof carryOverIpc) {
  const window = fakeWindow();
  const failed: unknown[] = [];
  const events = createEventStream({ keep: 10, onListenerError: (error) => failed.push(error) });
  const { log, lines } = readableLog();
  const signedIn = { is: false };
  const checked: (() => void)[] = [];
  const tips: { amount: number; of: number }[] = [];
  const handlers = handlersWith({
    async "staff.signIn"() {
      await new Promise<void>((resolve) => checked.push(resolve));
      signedIn.is = true;
      return done({ role: "owner", name: "Olga" });
    },
    "staff.signOut": () => done({ role: null }),
    "display.get": () => done(VIEW),
    "display.chooseTip"(answer) {
      tips.push(answer);
      return done(VIEW);
    },
  });
  const undoSignIn = () => {
    signedIn.is = false;
  };
  const stop = carry(window.window, createDispatch({ handlers, ...openTo("owner"), undoSignIn, log }), events, log);
  return { window, events, failed, lines, stop, signedIn, checked, tips };
}

/** Frames other than the page, each in its own way. */
const STRANGERS: [string, FakeFrame | null][] = [
  ["a frame inside of the page", { ...TILL_FRAME, inner: true }],
  ["another origin", { origin: "https://evil.example", url: "https://evil.example/" }],
  ["an opaque origin", { origin: "null", url: "about:blank" }],
  ["a name that begins like ours", { origin: "app://till.evil.example", url: "app://till.evil.example/" }],
  ["a frame that is gone", null],
];

describe("the till's window over IPC", () => {
  it("calls commands from its page", async () => {
    const { window } = world(carryOverIpc);
    expect(await window.invoke("till:invoke", TILL_FRAME, "staff.signOut", {})).toEqual(done({ role: null }));
  });

  it.each(STRANGERS)("rejects calls from %s", async (_who, frame) => {
    const { window, lines } = world(carryOverIpc);
    expect(await window.invoke("till:invoke", frame, "staff.signOut", {})).toMatchObject(refused);
    expect(lines.join("")).toContain("a foreign frame was refused");
  });

  it("rejects calls from another window's contents", async () => {
    const { events } = world(carryOverIpc);
    const other = fakeWindow();
    const { log } = readableLog();
    // A window whose messages arrive on another's channel: Electron never does this, and the bridge rejects it.
    const own = {
      isDestroyed: () => false,
      webContents: { send: () => {}, on: () => {}, ipc: other.window.webContents.ipc },
    };
    const undoSignIn = () => undefined;
    const dispatch = createDispatch({ handlers: handlersWith(), ...openTo("owner"), undoSignIn, log });
    carryOverIpc(own, dispatch, events, log);
    expect(await other.invoke("till:invoke", TILL_FRAME, "staff.signOut", {})).toMatchObject(refused);
  });

  it("rejects unknown commands and names that are not text", async () => {
    const { window } = world(carryOverIpc);
    for (const name of ["no.such.command", "__proto__", 7, null, { toString: "staff.signOut" }]) {
      expect(await window.invoke("till:invoke", TILL_FRAME, name, {})).toMatchObject({
        ok: false,
        error: { code: "not_found" },
      });
    }
  });

  it("accepts the loopback bridge's maximum size, and rejects more with the same error", async () => {
    const { window } = world(carryOverIpc);
    const call = (input: unknown) => window.invoke("till:invoke", TILL_FRAME, "staff.signOut", input);
    const wrap = '{"x":""}'.length;
    // A request within the limit reaches the schema, which rejects the field.
    expect(await call({ x: "x".repeat(65_536 - wrap) })).toMatchObject({ error: { details: { fields: [{}] } } });
    const tooLarge = { ok: false, error: { code: "invalid_input", message: "The body is larger than 64 KiB." } };
    expect(await call({ x: "x".repeat(65_536 - wrap + 1) })).toMatchObject(tooLarge);
    expect(await call({ x: "å".repeat(40_000) })).toMatchObject(tooLarge);
    const catalogue = (size: number) =>
      window.invoke("till:invoke", TILL_FRAME, "catalogue.set", { x: "x".repeat(size - wrap) });
    expect(await catalogue(2 * 1024 * 1024)).toMatchObject({ error: { details: { fields: expect.any(Array) } } });
    expect(await catalogue(2 * 1024 * 1024 + 1)).toMatchObject({
      error: { code: "invalid_input", message: "The body is larger than 2048 KiB." },
    });
    const circle: { own?: object } = {};
    circle.own = circle;
    for (const input of [circle, { x: 1n }])
      expect(await call(input)).toMatchObject({
        ok: false,
        error: { message: "The body is not JSON. No money moved." },
      });
  });

  it.each([
    ["is reloaded", "did-navigate"],
    ["loses its renderer process", "render-process-gone"],
  ])("does not sign a user in when its page %s while the PIN is checked", async (_what, event) => {
    const { window, signedIn, checked } = world(carryOverIpc);
    const signIn = () => window.invoke("till:invoke", TILL_FRAME, "staff.signIn", { pin: "4821" });
    const heard = signIn();
    checked.shift()?.();
    expect([await heard, signedIn.is]).toEqual([done({ role: "owner", name: "Olga" }), true]);
    const unheard = signIn();
    window.emitContents(event);
    checked.shift()?.();
    await unheard;
    expect(signedIn.is).toBe(false);
    // The reloaded page is a new one, and its messages are accepted.
    const again = signIn();
    checked.shift()?.();
    await again;
    expect(signedIn.is).toBe(true);
  });

  it("does not sign a user in when it is closed while the PIN is checked", async () => {
    const { window, signedIn, checked } = world(carryOverIpc);
    const unheard = window.invoke("till:invoke", TILL_FRAME, "staff.signIn", { pin: "4821" });
    window.window.destroy();
    checked.shift()?.();
    await unheard;
    expect(signedIn.is).toBe(false);
  });

  it.each([
    ["the till's", carryOverIpc],
    ["the customer's", carryDisplay],
  ])("releases %s window when it is gone, and no user stays signed in there", async (_whose, carry) => {
    const { window, events, failed, stop } = world(carry);
    window.window.destroy();
    events.publish({ type: "display.changed", display: VIEW });
    const [channel = ""] = window.channels();
    expect(await window.invoke(channel, CUSTOMER_FRAME, "staff.signOut", {})).toMatchObject(refused);
    stop();
    expect([window.sent, failed]).toEqual([[], []]);
  });

  it("receives events until it is released", () => {
    const { window, events, stop } = world(carryOverIpc);
    events.publish({ type: "scan.received", posTid: "A" });
    stop();
    events.publish({ type: "scan.received", posTid: "B" });
    expect(window.sent).toEqual([{ channel: "till:event", value: { type: "scan.received", posTid: "A" } }]);
    expect(window.channels()).toEqual([]);
  });
});

describe("the customer's window over IPC", () => {
  it("reads its screen", async () => {
    const { window } = world(carryDisplay);
    expect(await window.invoke("display:get", CUSTOMER_FRAME)).toEqual(done(VIEW));
    expect(await window.invoke("display:get", { ...CUSTOMER_FRAME, url: "app://till/customer.html?x#y" })).toEqual(
      done(VIEW),
    );
  });

  it.each([...STRANGERS, ["the till's own page", TILL_FRAME] as [string, FakeFrame]])(
    "returns nothing to %s",
    async (_who, frame) => {
      const { window } = world(carryDisplay);
      expect(await window.invoke("display:get", frame)).toMatchObject(refused);
    },
  );

  it("accepts no other channel, and no other arguments", async () => {
    const { window } = world(carryDisplay);
    expect(window.channels()).toEqual(["display:get", "display:picture", "display:chooseTip", "display:answer"]);
    await expect(window.invoke("till:invoke", CUSTOMER_FRAME, "terminal.get", {})).rejects.toThrow("No handler");
    expect(await window.invoke("display:get", CUSTOMER_FRAME, "staff.signOut", { pin: "1" })).toMatchObject({
      error: { code: "invalid_input" },
    });
  });

  it("answers its own question with validated data, and no other sender can answer", async () => {
    const { window, tips } = world(carryDisplay);
    const answer = { amount: 1500, of: 14_900 };
    expect(await window.invoke("display:chooseTip", CUSTOMER_FRAME, answer)).toEqual(done(VIEW));
    expect(await window.invoke("display:chooseTip", CUSTOMER_FRAME, { ...answer, pin: "1" })).toMatchObject({
      error: { code: "invalid_input" },
    });
    expect(await window.invoke("display:chooseTip", TILL_FRAME, answer)).toMatchObject(refused);
    expect(tips).toEqual([answer]);
  });

  it("receives events only of its own screen", () => {
    const { window, events, stop } = world(carryDisplay);
    events.publish({ type: "payment.changed", payment: { posTid: "A", customer: "•••4567" } as Payment });
    events.publish({ type: "queue.changed", depth: 1, paused: false });
    events.publish({ type: "display.changed", display: VIEW });
    stop();
    events.publish({ type: "display.changed", display: VIEW });
    expect(window.sent).toEqual([{ channel: "display:changed", value: VIEW }]);
  });
});
