/** One suite, two carriers: whatever a caller does to the till, it gets the same answer over HTTP and over IPC. */
import { EventEmitter } from "node:events";
import type { BrowserWindow } from "electron";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { COMMAND_INPUTS, type CommandName } from "../../../contract/commands.ts";
import type { Result } from "../../../contract/errors.ts";
import type { TillClient, TillEvent } from "../../../contract/events.ts";
import type { Operation, Payment, Terminal } from "../../../contract/views.ts";
import { createDispatch } from "../../../main/bridge/dispatch.ts";
import { createLog } from "../../../main/log.ts";
import { type Carried, listener, overHttp } from "../../support/carriers.ts";
import { type Counter, CUSTOMER, counter, MANAGER_PIN } from "../../support/counter.ts";

/** Electron's two ends of IPC, joined: what crosses is copied as Electron copies it. */
const electron = vi.hoisted(() => ({
  handlers: new Map<string, (event: unknown, ...args: unknown[]) => unknown>(),
  exposed: new Map<string, unknown>(),
  toPage: null as null | {
    on(channel: string, listener: (...args: unknown[]) => void): void;
    off(channel: string, listener: (...args: unknown[]) => void): void;
  },
  sender: { mainFrame: true } as object,
}));
vi.mock("electron", () => ({
  ipcMain: {
    handle: (channel: string, handler: (event: unknown, ...args: unknown[]) => unknown) =>
      electron.handlers.set(channel, handler),
    removeHandler: (channel: string) => electron.handlers.delete(channel),
  },
  ipcRenderer: {
    invoke: async (channel: string, ...args: unknown[]) => {
      const event = { sender: electron.sender, senderFrame: { origin: "app://till", parent: null } };
      return structuredClone(await electron.handlers.get(channel)?.(event, ...structuredClone(args)));
    },
    on: (channel: string, hear: (...args: unknown[]) => void) => electron.toPage?.on(channel, hear),
    off: (channel: string, hear: (...args: unknown[]) => void) => electron.toPage?.off(channel, hear),
  },
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => electron.exposed.set(name, value) },
}));

async function overIpc(world: Counter): Promise<Carried> {
  const { carryOverIpc } = await import("../../../main/shell/ipc.ts");
  const log = createLog({ write: () => undefined });
  const page = new EventEmitter();
  electron.toPage = page;
  const webContents = Object.assign(electron.sender, {
    send: (channel: string, event: TillEvent) => page.emit(channel, {}, structuredClone(event)),
  });
  const window = { webContents, isDestroyed: () => false } as unknown as BrowserWindow;
  const { till } = world;
  const stop = carryOverIpc(
    window,
    createDispatch({ handlers: till.handlers, role: till.role, log }),
    till.events,
    log,
  );
  await import("../../../preload/preload.ts");
  const client = electron.exposed.get("till") as TillClient;
  const ears = listener();
  const unsubscribe = client.on(ears.hear);
  return {
    ...ears,
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
  let world: Counter;
  let till: Carried;
  beforeAll(async () => {
    world = await counter();
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

  it("terminal.get shows the till", async () => {
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

  it("payment.start, .get, .list and .timeline tell of the same payment", async () => {
    const started = await must<Payment>("payment.start", { action: "SALE", amount: 12_345, text: "Coffee" });
    expect(await must("payment.get", { posTid: started.posTid })).toEqual(started);
    const found = await must<{ items: Payment[]; next: string | null }>("payment.list", { query: started.number });
    expect(found).toEqual({ items: [started], next: null });
    expect(await must<{ items: Payment[] }>("payment.list", { query: "123,45" })).toEqual({
      items: [started],
      next: null,
    });
    const { entries } = await must<{ entries: { event: string }[] }>("payment.timeline", { posTid: started.posTid });
    expect(entries.map((entry) => entry.event)).toEqual(["payment.started"]);
    await must("payment.abort", { posTid: started.posTid });
  });

  it("payment.list pages newest first, without a gap or a repeat", async () => {
    for (let amount = 1; amount <= 5; amount += 1) {
      const { posTid } = await must<Payment>("payment.start", { action: "SALE", amount });
      await must("payment.abort", { posTid });
    }
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await must<{ items: Payment[]; next: string | null }>("payment.list", {
        phases: ["aborted"],
        limit: 2,
        cursor,
      });
      seen.push(...page.items.map((payment) => payment.amount));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen.slice(0, 5)).toEqual([5, 4, 3, 2, 1]);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("payment.identify gives a shown code a customer, once", async () => {
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
    await world.phase(posTid, "waiting");
    await must("payment.abort", { posTid });
    await world.phase(posTid, "aborted");
  });

  it("payment.capture, .reauthorise and .release act on a reservation", async () => {
    const { posTid } = await world.paid("AUTH", 5000);
    await must("payment.capture", { posTid, amount: 1000 });
    await world.phase(posTid, "partly_captured");
    await must("payment.reauthorise", { posTid });
    await world.until(posTid, (payment) => payment.operations.every((operation) => operation.state === "done"));
    await must("payment.release", { posTid });
    expect(await world.phase(posTid, "captured")).toMatchObject({ capturedTotal: 1000 });
  });

  it("payment.refund is a manager's, who signs in and out", async () => {
    const { posTid } = await world.paid("SALE", 5000);
    expect(await till.call("payment.refund", { posTid, reason: "returned" })).toMatchObject({
      error: { code: "not_allowed" },
    });
    expect(await till.call("staff.signIn", { pin: "902174" })).toMatchObject({
      ok: false,
      error: { code: "not_allowed" },
    });
    expect(await must("staff.signIn", { pin: MANAGER_PIN })).toEqual({ role: "owner", name: "Owner" });
    await must("payment.refund", { posTid, amount: 2000, reason: "returned" });
    await world.phase(posTid, "partly_refunded");
    expect(await must("staff.signOut", {})).toEqual({ role: null });
    expect(await till.call("payment.refund", { posTid, reason: "returned" })).toMatchObject({
      error: { code: "not_allowed" },
    });
  });

  it("queue.list, .retry and .discard show and move what is owed", async () => {
    world.sandbox.faults.breakDown("CREATE", 503, 50);
    const { posTid } = await must<Payment>("payment.start", {
      action: "SALE",
      amount: 77,
      customer: { kind: "phone", value: CUSTOMER },
    });
    await world.until(posTid, (payment) =>
      payment.operations.some((operation) => operation.attempts > 0 && operation.state === "queued"),
    );
    const owed = (await must<{ items: Operation[] }>("queue.list", {})).items.find(
      (operation) => operation.posTid === posTid,
    );
    expect(owed).toMatchObject({
      kind: "create",
      state: "queued",
      nextAttemptAt: expect.any(String),
      lastError: expect.any(String),
    });
    expect(await till.call("queue.retry", { operationId: owed?.id })).toMatchObject({ error: { code: "not_allowed" } });
    await must("staff.signIn", { pin: MANAGER_PIN });
    expect(await till.call("queue.retry", { operationId: "nobody's" })).toMatchObject({ error: { code: "not_found" } });
    world.sandbox.faults.clear();
    await must("queue.retry", { operationId: owed?.id });
    await world.phase(posTid, "waiting");
    expect(await till.call("queue.discard", { operationId: owed?.id, reason: "no" })).toMatchObject({
      error: { code: "illegal_state" },
    });
    await must("staff.signOut", {});
  });

  it("journal.verify finds everything in order", async () => {
    expect(await must("journal.verify", {})).toMatchObject({ ok: true, firstBadAt: null });
  });

  it("tells of changes as they happen", async () => {
    const { posTid } = await must<Payment>("payment.start", { action: "SALE", amount: 300 });
    await till.heard("payment.changed");
    await must("payment.identify", { posTid, customer: { kind: "phone", value: CUSTOMER } });
    await till.heard("queue.changed");
    await world.phase(posTid, "waiting");
    expect(till.events).toContainEqual(
      expect.objectContaining({
        type: "payment.changed",
        payment: expect.objectContaining({ posTid, phase: "draft" }),
      }),
    );
  });

  it.each<[CommandName, unknown, string]>([
    ["payment.start", { action: "SALE", amount: 0 }, "amount"],
    ["payment.start", { action: "SALE", amount: -1 }, "amount"],
    ["payment.start", { action: "SALE", amount: 1.5 }, "amount"],
    ["payment.start", { action: "SALE", amount: "100" }, "amount"],
    ["payment.start", { action: "SALE", amount: 100_000_000 }, "amount"],
    ["payment.start", { action: "SALE" }, "amount"],
    ["payment.start", { action: "GIFT", amount: 1 }, "action"],
    ["payment.start", { action: "SALE", amount: 99_999_999, additionalAmount: 1 }, "additionalAmount"],
    ["payment.start", { action: "SALE", amount: 1, text: "x".repeat(151) }, "text"],
    ["payment.start", { action: "SALE", amount: 1, customer: { kind: "phone", value: "+47 912" } }, "customer.value"],
    ["payment.start", { action: "SALE", amount: 1, customer: { kind: "fax", value: "1" } }, "customer.kind"],
    ["payment.start", { action: "SALE", amount: 1, scope: ["everything"] }, "scope[0]"],
    ["payment.start", { action: "SALE", amount: 1, currency: "SEK" }, "currency"],
    ["payment.get", { posTid: "../../etc/passwd" }, "posTid"],
    ["payment.get", { posTid: "x".repeat(65) }, "posTid"],
    ["payment.list", { limit: 1000 }, "limit"],
    ["payment.list", { cursor: "made up" }, "cursor"],
    ["payment.list", { from: "yesterday" }, "from"],
    ["staff.signIn", { pin: "12" }, "pin"],
    ["terminal.get", { verbose: true }, "verbose"],
    ["queue.list", [], "input"],
  ])("%s with %j is refused and names the field", async (name, input, field) => {
    const before = world.sandbox.payments().length;
    const result = await till.call(name, input);
    expect(result).toMatchObject({ ok: false, error: { code: "invalid_input", retryable: false } });
    const fields = result.ok ? [] : (result.error.details.fields ?? []);
    expect(fields.map((problem) => problem.field)).toContain(field);
    expect(world.sandbox.payments()).toHaveLength(before);
  });

  it.each(Object.keys(COMMAND_INPUTS) as CommandName[])(
    "%s refuses hostile input without failing inside",
    async (name) => {
      for (const input of [
        null,
        17,
        "x",
        [],
        { __proto__: null, constructor: {} },
        { posTid: { $ne: 1 } },
        { posTid: "\u0000" },
      ]) {
        const result = await till.call(name, input);
        if (!result.ok) expect(result.error.code).not.toBe("internal");
      }
    },
  );

  it("does not know other commands", async () => {
    expect(await till.call("no.such.command", {})).toMatchObject({ ok: false, error: { code: "not_found" } });
    expect(await till.call("__proto__" as CommandName, {})).toMatchObject({ ok: false, error: { code: "not_found" } });
  });

  it("does not find what is not there", async () => {
    for (const name of [
      "payment.get",
      "payment.timeline",
      "payment.capture",
      "payment.release",
      "payment.abort",
      "payment.reauthorise",
    ] as const) {
      expect(await till.call(name, { posTid: "unknown" })).toMatchObject({ ok: false, error: { code: "not_found" } });
    }
  });
});
