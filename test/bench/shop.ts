/** A till and its service for rows that measure both, and their requests. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, type Database, openDatabase } from "../../main/storage/database/database.ts";
import { temporaryFolder } from "../support/folder.ts";
import { type InProcessTill, startTillInProcess } from "../support/in-process-till.ts";
import { type SandboxProcess, startSandboxProcess } from "../support/sandbox-process.ts";

export const CUSTOMER = "4791234567";
export const sale = { action: "SALE", amount: 500, customer: { kind: "phone", value: CUSTOMER } } as const;

/** A till and its service. The service is a separate process that can be stopped and started. */
export interface Shop extends AsyncDisposable {
  readonly till: InProcessTill;
  readonly sandbox: SandboxProcess;
  data: string;
  sandboxData: string;
  sent: Sent;
  /** Stops the service until the returned function is called. */
  outage(): Promise<() => Promise<void>>;
  /** Restarts the till with another rate. */
  restart(perSecond: number): Promise<void>;
}

/** Requests sent by this process, as reported by undici. */
export interface Sent extends Disposable {
  requests: { at: number; what: string }[];
  /** Called at each request */
  watch: Set<(what: string) => void>;
}

function sentRequests(): Sent {
  const sent: Sent = { requests: [], watch: new Set(), [Symbol.dispose]: () => unsubscribe(CHANNEL, note) };
  const note = (message: unknown) => {
    const { request } = message as { request: { method: string; path: string } };
    const what = `${request.method} ${request.path.replace("/merchant/v1", "")}`;
    sent.requests.push({ at: performance.now(), what });
    for (const look of sent.watch) look(what);
  };
  subscribe(CHANNEL, note);
  return sent;
}

const CHANNEL = "undici:client:sendHeaders";

/** @param perSecond the configured rate */
export async function openShop(perSecond: number): Promise<Shop> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(temporaryFolder());
  const sandboxData = join(folder.path, "sandbox");
  const data = join(folder.path, "till");
  const running = { sandbox: await startSandboxProcess(sandboxData) };
  opened.defer(() => running.sandbox[Symbol.asyncDispose]());
  const provisioning = JSON.parse(readFileSync(running.sandbox.provisioning, "utf8"));
  const start = (rate: number) => {
    const config = join(folder.path, "till.json");
    const own = { rate: { perSecond: rate }, callbacks: { listen: "127.0.0.1:0" } };
    writeFileSync(config, JSON.stringify({ ...provisioning, ...own }));
    return startTillInProcess(data, { configFile: config });
  };
  let till = await start(perSecond);
  opened.defer(() => till[Symbol.asyncDispose]());
  const sent = opened.use(sentRequests());
  const resources = opened.move();
  return {
    ...{ data, sandboxData, sent },
    get till() {
      return till;
    },
    get sandbox() {
      return running.sandbox;
    },
    async outage() {
      await running.sandbox[Symbol.asyncDispose]();
      await till.must("payment.start", sale);
      while ((await till.must("terminal.get", {})).connectivity !== "offline") await till.next("terminal.changed");
      return async () => {
        running.sandbox = await startSandboxProcess(sandboxData);
      };
    },
    async restart(rate) {
      await till[Symbol.asyncDispose]();
      till = await start(rate);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Writes from another connection in one transaction: the till reads it when the service is back. */
export function inTill(data: string, write: (database: Database) => void): void {
  const database = openDatabase(join(data, "till.db"));
  database.transaction(write)(database);
  closeDatabase(database);
}

/** Resolves when this many more requests were sent. */
export function seen(sent: Sent, from: number, many: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (sent.requests.length < from + many) return;
      sent.watch.delete(look);
      resolve();
    };
    sent.watch.add(look);
    look();
  });
}

/** Resolves with the time of the next request of a kind. */
export function sentNext(sent: Sent, kind: RegExp): Promise<number> {
  return new Promise((resolve) => {
    const look = (what: string) => {
      if (!kind.test(what)) return;
      sent.watch.delete(look);
      resolve(performance.now());
    };
    sent.watch.add(look);
  });
}
