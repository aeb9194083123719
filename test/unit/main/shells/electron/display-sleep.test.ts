import { describe, expect, it } from "vitest";
import { done } from "../../../../../contract/calls/errors.ts";
import type { Payment } from "../../../../../contract/payments/views.ts";
import { createDispatch } from "../../../../../main/bridge/dispatch.ts";
import { createEventStream } from "../../../../../main/bridge/events.ts";
import { openPaymentsAfter, preventDisplaySleep } from "../../../../../main/shells/electron/display-sleep.ts";
import { fakePower } from "../../../../support/fake-electron.ts";
import { handlersWith, openTo, readableLog } from "../../bridge/test-bridge.ts";

const payment = (posTid: string, phase: Payment["phase"], action: Payment["action"] = "SALE"): Payment =>
  ({
    posTid,
    phase,
    action,
    late: null,
    abortRequested: false,
    steps: ["leave"],
    operations: [],
  }) as Partial<Payment> as Payment;

function world(open: Payment[] = []) {
  const power = fakePower();
  const events = createEventStream({ keep: 10 });
  const dispatch = createDispatch({
    handlers: handlersWith({ "payment.list": () => done({ items: open, next: null }) }),
    ...openTo("owner"),
    undoSignIn: () => undefined,
    log: readableLog().log,
  });
  const stop = preventDisplaySleep(power.powerSaveBlocker, { events, dispatch });
  return {
    stop,
    types: () => [...power.blocking.values()],
    change: (changed: Payment) => events.publish({ type: "payment.changed", payment: changed }),
    restart: () => events.publish({ type: "terminal.restarted" }),
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

describe("open payments", () => {
  it.each([
    ["draft", true],
    ["queued", true],
    ["waiting", true],
    ["captured", false],
    ["rejected", false],
    ["attention", false],
  ] as const)("include one in phase %s: %s", (phase, isOpen) => {
    expect(openPaymentsAfter(new Set(), payment("A", phase)).has("A")).toBe(isOpen);
    expect(openPaymentsAfter(new Set(["A", "B"]), payment("A", phase))).toEqual(new Set(isOpen ? ["A", "B"] : ["B"]));
  });

  it("include no reservation, and a sale until its money is captured", () => {
    expect(openPaymentsAfter(new Set(), payment("A", "authorised", "AUTH")).size).toBe(0);
    expect(openPaymentsAfter(new Set(), payment("A", "authorised", "SALE")).size).toBe(1);
  });
});

describe("the displays", () => {
  it("stay on from the first open payment to the last, and may sleep afterwards", () => {
    const { types, change } = world();
    expect(types()).toEqual([]);
    change(payment("A", "draft"));
    change(payment("B", "waiting"));
    expect(types()).toEqual(["prevent-display-sleep"]);
    change(payment("A", "captured"));
    expect(types()).toEqual(["prevent-display-sleep"]);
    change(payment("B", "expired"));
    expect(types()).toEqual([]);
    change(payment("C", "draft"));
    expect(types()).toEqual(["prevent-display-sleep"]);
  });

  it("stay on for payments that were open at startup", async () => {
    const { types, settled, change } = world([payment("A", "waiting")]);
    await settled();
    expect(types()).toEqual(["prevent-display-sleep"]);
    change(payment("A", "captured"));
    expect(types()).toEqual([]);
  });

  it("ignore the payments of a till that was set up again", () => {
    const { types, change, restart } = world();
    change(payment("A", "draft"));
    restart();
    expect(types()).toEqual([]);
  });

  it("may sleep when the till stops, also during a check", async () => {
    const { types, stop, settled, change } = world([payment("A", "waiting")]);
    change(payment("B", "draft"));
    stop();
    await settled();
    change(payment("C", "draft"));
    expect(types()).toEqual([]);
  });
});
