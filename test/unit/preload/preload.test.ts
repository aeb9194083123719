/** The desktop pages' access to Electron: the functions of their preload, and nothing else. */
import { EventEmitter } from "node:events";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { DisplayPort } from "../../../renderer/customer/client.ts";
import type { TillPort } from "../../../renderer/kit/client/ipc.ts";

const electron = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  invoked: [] as unknown[][],
  page: null as EventEmitter | null,
}));
vi.mock("electron", () => ({
  ipcRenderer: {
    invoke: async (...args: unknown[]) => {
      electron.invoked.push(args);
      return { ok: true };
    },
    on: (channel: string, hear: (...args: unknown[]) => void) => electron.page?.on(channel, hear),
    off: (channel: string, hear: (...args: unknown[]) => void) => electron.page?.off(channel, hear),
  },
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => electron.exposed.set(name, value) },
}));

const page = new EventEmitter();
const MAIN = { sender: "ipcRenderer and all that it can" };

beforeAll(async () => {
  electron.page = page;
  await import("../../../preload/preload.ts");
  await import("../../../preload/customer.ts");
});

describe("the till's preload", () => {
  it("exposes a call and a listener", async () => {
    const port = electron.exposed.get("till") as TillPort;
    expect(Object.keys(port).sort()).toEqual(["call", "on"]);
    electron.invoked.length = 0;
    await port.call("terminal.get", {});
    expect(electron.invoked).toEqual([["till:invoke", "terminal.get", {}]]);
  });

  it("passes only the event to a listener, until it is removed", () => {
    const port = electron.exposed.get("till") as TillPort;
    const received: unknown[][] = [];
    const stop = port.on((...args: unknown[]) => received.push(args));
    page.emit("till:event", MAIN, { type: "terminal.restarted" });
    stop();
    page.emit("till:event", MAIN, { type: "terminal.restarted" });
    expect(received).toEqual([[{ type: "terminal.restarted" }]]);
  });
});

describe("the customer's preload", () => {
  it("exposes its screen, its logo, one answer and one listener", async () => {
    const port = electron.exposed.get("customerDisplay") as DisplayPort;
    expect(Object.keys(port).sort()).toEqual(["answer", "chooseTip", "get", "on", "picture"]);
    electron.invoked.length = 0;
    await (port.get as (...args: unknown[]) => Promise<unknown>)("staff.signOut", {});
    await port.chooseTip(1500, 14_900);
    await port.answer("AB12", "yes");
    expect(electron.invoked).toEqual([
      ["display:get"],
      ["display:chooseTip", { amount: 1500, of: 14_900 }],
      ["display:answer", { screenId: "AB12", answer: "yes" }],
    ]);
  });

  it("receives only its own screen", () => {
    const port = electron.exposed.get("customerDisplay") as DisplayPort;
    const received: unknown[][] = [];
    const stop = port.on((...args: unknown[]) => received.push(args));
    page.emit("till:event", MAIN, { type: "payment.changed" });
    page.emit("display:changed", MAIN, { state: "idle" });
    stop();
    page.emit("display:changed", MAIN, { state: "pay" });
    expect(received).toEqual([[{ state: "idle" }]]);
  });

  it("exposes nothing else", () => {
    expect([...electron.exposed.keys()].sort()).toEqual(["customerDisplay", "till"]);
  });
});
