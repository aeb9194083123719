/**
 * One suite over HTTP and over IPC, in every dialect of the service (`npm test -- dialects`). Both carriers must give
 * equal responses. Registers run the payment cases too: see payment-cases.ts.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { COMMANDS, type CommandName } from "../../../contract/bridge/commands.ts";
import type { TillClient } from "../../../contract/bridge/events.ts";
import type { Result } from "../../../contract/calls/errors.ts";
import type { ShellView } from "../../../contract/operations/shell.ts";
import type { Operation, Payment, Terminal } from "../../../contract/payments/views.ts";
import type { DisplayView } from "../../../contract/receipts/display.ts";
import { createDispatch } from "../../../main/bridge/dispatch.ts";
import { createLog } from "../../../main/lib/log.ts";
import { carryOverIpc } from "../../../main/shells/electron/ipc.ts";
import { byPerson, type Carried, listener, overHttp } from "../../support/carriers.ts";
import { type FakeWindow, fakeWindow, TILL_FRAME } from "../../support/fake-electron.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";
import { HOSTILE, PAYMENT_COMMANDS, paymentCases, withoutTimes } from "./payment-cases.ts";

/** The page's end of Electron's IPC. A fake window replaces main's end. */
const electron = vi.hoisted(() => ({ exposed: new Map<string, unknown>(), window: null as FakeWindow | null }));
vi.mock("electron", () => ({
  ipcRenderer: {
    invoke: (channel: string, ...args: unknown[]) => electron.window?.invoke(channel, TILL_FRAME, ...args),
    on: (channel: string, hear: (...args: unknown[]) => void) => electron.window?.page.on(channel, hear),
    off: (channel: string, hear: (...args: unknown[]) => void) => electron.window?.page.off(channel, hear),
  },
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => electron.exposed.set(name, value) },
}));

async function overIpc(world: TestTill): Promise<Carried> {
  const log = createLog({ write: () => undefined });
  const { till } = world;
  const fake = fakeWindow();
  electron.window = fake;
  const dispatch = createDispatch({ ...till, log });
  const stop = carryOverIpc(fake.window, dispatch, till.events, log);
  await import("../../../preload/preload.ts");
  const client = electron.exposed.get("till") as TillClient;
  const listeners = listener();
  const unsubscribe = client.on(listeners.deliver);
  return {
    ...listeners,
    call: (name, input) => client.call(name as CommandName, input as never) as Promise<Result<unknown>>,
    async [Symbol.asyncDispose]() {
      unsubscribe();
      stop();
    },
  };
}

describe.each([
  ["http", overHttp],
  ["ipc", overIpc],
] as const)("the contract over %s", (_carrier, open) => {
  let world: TestTill;
  let till: Carried;
  beforeAll(async () => {
    world = await createTestTill();
    till = await open(world);
  });
  afterAll(async () => {
    await till[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });
  const must = async <T>(name: CommandName, input: unknown): Promise<T> => {
    const result = await till.call(name, input);
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    return result.value as T;
  };

  it("returns the till from terminal.get", async () => {
    const terminal = await must<Terminal>("terminal.get", {});
    expect(terminal).toMatchObject({
      mode: "counter",
      shell: "none",
      pos: { id: "counter-1", name: "Counter 1", type: "store" },
      currency: "NOK",
      locale: "nb-NO",
      connectivity: "online",
      callbacks: { state: "receiving", scans: "receiver" },
      queue: { paused: false },
      staff: null,
    });
    expect(Math.abs(terminal.clockSkewMs)).toBeLessThan(5000);
  });

  paymentCases("bridge", () => ({ world, till: byPerson(till) }));

  it("finds payments by number, amount and phase, and returns a payment's timeline", async () => {
    const started = await must<Payment>("payment.start", { action: "SALE", amount: 54_321 });
    const { posTid, number } = started;
    for (const wanted of [{ query: number }, { query: "543,21" }, { query: number, phases: ["draft"] }]) {
      const { items, next } = await must<{ items: Payment[]; next: null }>("payment.list", wanted);
      expect({ items: items.map(withoutTimes), next }).toEqual({ items: [withoutTimes(started)], next: null });
    }
    expect(await must("payment.list", { query: number, phases: ["aborted"] })).toEqual({ items: [], next: null });
    const { entries } = await must<{ entries: { event: string }[] }>("payment.timeline", { posTid });
    expect(entries.map((entry) => entry.event)).toEqual(["payment.started"]);
    await must("payment.abort", { posTid });
  });

  it("assigns a shown code to a customer once in payment.identify", async () => {
    const { posTid } = await must<Payment>("payment.start", { action: "SALE", amount: 100 });
    const customer = { kind: "phone", value: CUSTOMER };
    expect(await must<Payment>("payment.identify", { posTid, customer })).toMatchObject({
      phase: "queued",
      customer: "•••4567",
      qr: null,
    });
    expect(await till.call("payment.identify", { posTid, customer })).toMatchObject({
      ok: false,
      error: { code: "illegal_state" },
    });
    await world.waitForPhase(posTid, "waiting");
    await must("payment.abort", { posTid });
    await world.waitForPhase(posTid, "aborted");
  });

  it("reauthorises a reservation in payment.reauthorise", async () => {
    const { posTid } = await world.pay("AUTH", 5000);
    await must("payment.reauthorise", { posTid });
    await world.waitForPayment(posTid, (payment) =>
      payment.operations.every((operation) => operation.state === "done"),
    );
    await must("payment.release", { posTid });
    await world.waitForPhase(posTid, "released");
  });

  it("signs in with a PIN in staff.signIn and ends the session in staff.signOut", async () => {
    expect(await till.call("staff.signIn", { pin: "902174" })).toMatchObject({
      ok: false,
      error: { code: "not_allowed" },
    });
    expect(await must("staff.signIn", { pin: MANAGER_PIN })).toEqual({ role: "owner", name: "Owner" });
    expect(await must("staff.signOut", {})).toEqual({ role: null });
  });

  it("lists, retries and discards queued operations", async () => {
    world.sandbox.faults.breakDown("CREATE", 503, 50);
    const { posTid } = await must<Payment>("payment.start", {
      action: "SALE",
      amount: 77,
      customer: { kind: "phone", value: CUSTOMER },
    });
    // The worker retries now and then, and the operation is not waiting during a retry.
    const owed = await vi.waitFor(async () => {
      const { items } = await must<{ items: Operation[] }>("queue.list", {});
      const found = items.find((operation) => operation.posTid === posTid);
      expect(found).toMatchObject({
        kind: "create",
        state: "queued",
        nextAttemptAt: expect.any(String),
        lastError: expect.any(String),
      });
      return found;
    }, 60_000);
    expect(await till.call("queue.retry", { operationId: owed?.id })).toMatchObject({ error: { code: "not_allowed" } });
    await must("staff.signIn", { pin: MANAGER_PIN });
    expect(await till.call("queue.retry", { operationId: "unknown" })).toMatchObject({ error: { code: "not_found" } });
    world.sandbox.faults.clear();
    await must("queue.retry", { operationId: owed?.id });
    await world.waitForPhase(posTid, "waiting");
    expect(await till.call("queue.discard", { operationId: owed?.id, reason: "no" })).toMatchObject({
      error: { code: "illegal_state" },
    });
    await must("staff.signOut", {});
  });

  it("serves diagnostics.health and updates.get to everyone, but restricts support bundles and updates", async () => {
    const display = {
      width: 1024,
      height: 600,
      screenWidth: 1024,
      screenHeight: 600,
      scale: 1,
      refreshHz: null,
      touch: true,
    };
    const health = await must("diagnostics.health", { display });
    expect(health).toMatchObject({ findings: { display: { code: "display_fine" } }, display, restore: null });
    expect(await must("updates.get", {})).toMatchObject({ state: "off", because: "no_desktop", obstacles: [] });
    for (const command of ["diagnostics.bundle", "updates.check", "updates.installNow"] as const)
      expect(await till.call(command, {})).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    expect(await till.call("diagnostics.download", { ticket: "../till.db", from: 0 })).toMatchObject({
      error: { code: "invalid_input" },
    });
    await must("staff.signIn", { pin: MANAGER_PIN });
    const bundle = await must<{ ticket: string; canShow: boolean }>("diagnostics.bundle", {});
    expect(bundle.canShow).toBe(false);
    const { base64 } = await must<{ base64: string }>("diagnostics.download", { ticket: bundle.ticket, from: 0 });
    expect(Buffer.from(base64, "base64").toString("latin1", 0, 2)).toBe("PK");
    expect(await till.call("updates.installNow", {})).toMatchObject({ error: { code: "illegal_state" } });
    await must("staff.signOut", {});
  });

  it("controls the customer screen with display.get, .show and .setLanguage", async () => {
    // Payments of earlier cases may still be shown first.
    for (let shown = await must<DisplayView>("display.get", {}); shown.state !== "idle"; )
      shown = await must<DisplayView>("display.show", { posTid: null });
    const { posTid } = await must<Payment>("payment.start", { action: "SALE", amount: 4200 });
    expect(await must("display.get", {})).toMatchObject({
      state: "pay",
      amount: 4200,
      currency: "NOK",
      language: "nb",
    });
    expect(await must("display.show", { posTid: null, instead: posTid })).toMatchObject({
      state: "idle",
      amount: null,
    });
    expect(await must("display.show", { posTid })).toMatchObject({ state: "pay", amount: 4200 });
    const shown = { language: "en", usualLanguage: "nb" };
    expect(await must("display.setLanguage", { language: "en", posTid })).toMatchObject(shown);
    expect(await till.call("display.setLanguage", { language: "en" } as never)).toMatchObject({
      error: { code: "invalid_input" },
    });
    expect(await till.call("display.setLanguage", { language: "en", posTid: "none" })).toMatchObject({
      error: { code: "not_found" },
    });
    expect(await till.call("display.setUsualLanguage", { language: "en" })).toMatchObject({
      error: { code: "not_allowed" },
    });
    await must("staff.signIn", { pin: MANAGER_PIN });
    const usual = await must("display.setUsualLanguage", { language: "en" });
    expect(usual).toMatchObject({ ...shown, usualLanguage: "en" });
    await must("staff.signOut", {});
    await till.heard("display.changed");
    expect(await till.call("display.show", { posTid: "none" })).toMatchObject({
      ok: false,
      error: { code: "not_found" },
    });
    await must("payment.abort", { posTid });
  });

  it("offers, accepts and withdraws a tip with display.offerTip, .chooseTip and .withdrawTip", async () => {
    const offer = { amount: 14_900, kind: "percent", presets: [1000, 1500] };
    expect(await must("display.offerTip", offer)).toMatchObject({ state: "tip", offer: { ...offer, chosen: null } });
    expect(await till.call("display.chooseTip", { amount: 100, of: 100 })).toMatchObject({
      error: { code: "illegal_state" },
    });
    expect(await must("display.chooseTip", { amount: 1490, of: 14_900 })).toMatchObject({ offer: { chosen: 1490 } });
    await till.heard("display.changed");
    expect(await must("display.withdrawTip", {})).toMatchObject({ offer: null });
  });

  it("returns the shell's capabilities from shell.get and refuses the rest with a reason", async () => {
    const shell = await must<ShellView>("shell.get", {});
    expect(shell).toMatchObject({ autoStart: { possible: false, reason: "shell" }, displays: null });
    await must("staff.signIn", { pin: MANAGER_PIN });
    expect(await till.call("shell.setAutoStart", { enabled: true })).toMatchObject({
      ok: false,
      error: { code: "illegal_state", details: { reason: shell.autoStart.because } },
    });
    expect(shell.kiosk).toMatchObject({ left: false, possible: false, because: expect.stringContaining("window") });
    for (const way of ["shell.leaveKiosk", "shell.enterKiosk"] as const)
      expect(await till.call(way, {})).toMatchObject({
        error: { code: "illegal_state", details: { reason: expect.stringContaining("not in kiosk mode") } },
      });
    await must("staff.signOut", {});
    expect(await till.call("shell.setAutoStart", { enabled: true })).toMatchObject({
      ok: false,
      error: { code: "not_allowed" },
    });
    expect(await till.call("display.open", {})).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    expect(await must("display.close", {})).toEqual({});
  });

  it("finds no problem with journal.verify", async () => {
    expect(await must("journal.verify", {})).toMatchObject({ ok: true, firstBadAt: null });
  });

  it("emits queue.changed when queued operations change", async () => {
    const { posTid } = await must<Payment>("payment.start", { action: "SALE", amount: 300 });
    await till.heard("payment.changed", ({ payment }) => payment.posTid === posTid && payment.phase === "draft");
    await must("payment.identify", { posTid, customer: { kind: "phone", value: CUSTOMER } });
    await till.heard("queue.changed");
    await world.waitForPhase(posTid, "waiting");
  });

  it.each<[CommandName, unknown, string]>([
    ["staff.signIn", { pin: "12" }, "pin"],
    ["terminal.get", { verbose: true }, "verbose"],
    ["queue.list", [], "input"],
  ])("refuses %s with %j and names the field", async (name, input, field) => {
    const result = await till.call(name, input);
    expect(result).toMatchObject({ ok: false, error: { code: "invalid_input", retryable: false } });
    const fields = result.ok ? [] : (result.error.details.fields ?? []);
    expect(fields.map((problem) => problem.field)).toContain(field);
  });

  const others = (Object.keys(COMMANDS) as CommandName[]).filter(
    (name) => !(PAYMENT_COMMANDS as readonly string[]).includes(name),
  );

  it.each(others)("rejects hostile input without an internal error: %s", async (name) => {
    for (const input of HOSTILE) {
      const result = await till.call(name, input);
      if (!result.ok) expect(result.error.code).not.toBe("internal");
    }
  });

  it("returns not found for unknown ids", async () => {
    for (const name of ["payment.timeline", "payment.reauthorise"] as const) {
      expect(await till.call(name, { posTid: "unknown" })).toMatchObject({ ok: false, error: { code: "not_found" } });
    }
  });
});
