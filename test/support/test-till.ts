/** A test till: the real till on real files, the sandbox over real HTTP, and a customer with a phone. */
import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { pino } from "pino";
import type { CommandInput, CommandName, CommandValues } from "../../contract/bridge/commands.ts";
import type { TillEvent } from "../../contract/bridge/events.ts";
import type { Result } from "../../contract/calls/errors.ts";
import type { Payment, Terminal } from "../../contract/payments/views.ts";
import type { Phase } from "../../contract/values/phases.ts";
import type { RunningTill } from "../../main/app/context.ts";
import { startTill } from "../../main/app/till.ts";
import { createDispatch } from "../../main/bridge/dispatch.ts";
import { catchUp } from "../../main/configuration/keys/commit.ts";
import { checkProvisioning } from "../../main/configuration/settings/provision.ts";
import { storeProvisioning } from "../../main/configuration/settings/stored-settings.ts";
import { type Clock, systemClock } from "../../main/lib/clock.ts";
import { makeOwner } from "../../main/people/owner.ts";
import type { ShellHost } from "../../main/peripherals/customer-display/shell-host.ts";
import type { PrinterEnvironment } from "../../main/peripherals/printing/find.ts";
import type { Timeouts } from "../../main/service/api/transport.ts";
import { closeDatabase, type Database, openDatabase } from "../../main/storage/database/database.ts";
import { storedSettings } from "../../main/storage/database/settings.ts";
import { createJournal } from "../../main/storage/journal/journal.ts";
import { generatedSecret, type Vault } from "../../main/storage/vault/vault.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/service.ts";
import { newDatabase } from "./database.ts";
import { dialectOfTests } from "./dialects.ts";
import { temporaryFolder } from "./folder.ts";
import { testVault } from "./vault.ts";

export const MANAGER_PIN = "481516";
export const CUSTOMER = "4791234567";

export interface TestTillOptions {
  sandbox?: Partial<SandboxOptions>;
  /** Overrides of the default provisioning */
  provisioning?: Record<string, unknown>;
  service?: Record<string, unknown>;
  /** Authentication of the till; signing by default */
  scheme?: "RSA-SHA256" | "SECRET";
  /** Whether the till learns of scans by callbacks (default) or by polling */
  callbacks?: boolean;
  clock?: Clock;
  /** Timeouts of requests, in real milliseconds */
  timeouts?: Partial<Timeouts>;
  /** Receives the service's port before the till starts, for proxies between the two */
  onService?: (port: number) => void;
  /** Makes the day's backup at a close; no backup by default */
  backUp?: (kind: "day") => Promise<unknown>;
  /** Log output; none by default */
  log?: { write(line: string): void };
  /** Wraps the vault, for vaults that fail */
  throughVault?: (vault: Vault) => Vault;
  /** Desktop shell of the till; none by default */
  host?: ShellHost;
  /** Environment of the printer search; none by default */
  printers?: Partial<PrinterEnvironment>;
}

export interface TestTill extends AsyncDisposable {
  sandbox: Sandbox;
  till: RunningTill;
  folder: string;
  database: Database;
  vault: Vault;
  events: TillEvent[];
  /** Calls a command as any carrier does. */
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]>>;
  /** Calls a command that must succeed. */
  must<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandValues[N]>;
  /** Resolves with the payment when it fulfils the condition. */
  waitForPayment(posTid: string, holds: (payment: Payment) => boolean): Promise<Payment>;
  /** Resolves when the payment reaches a phase; a final phase counts only without pending operations. */
  waitForPhase(posTid: string, phase: Phase): Promise<Payment>;
  /** Resolves with the terminal's state, as sent to windows, when it fulfils the condition. */
  waitForTerminal(holds: (terminal: Terminal) => boolean): Promise<Terminal>;
  phone: Phone;
  /** Starts a SALE or AUTH that awaits the customer's approval. */
  startWaiting(action: "SALE" | "AUTH", amount: number): Promise<Payment & { tid: string }>;
  /**
   * Starts a SALE or AUTH that is scanned and approved. Resolves in the following phase, without pending operations.
   */
  pay(action: "SALE" | "AUTH", amount: number): Promise<Payment>;
  /** Signs the owner in. */
  asManager(): Promise<void>;
  /**
   * Stops the till as a shutdown does, and restarts it on the same folder. Resolves with the result of work in between.
   */
  restart(): Promise<void>;
  restart<T>(meanwhile: (databasePath: string) => T | Promise<T>): Promise<T>;
}

export interface Phone {
  scan(link: string, customer?: string): Promise<{ status: number; body: unknown }>;
  approve(tid: string, options?: { customer?: string; tip?: number }): Promise<void>;
  reject(tid: string, customer?: string): Promise<void>;
}

/** Gives the service the till's clock, however fast; otherwise timestamps of signatures differ by minutes. */
export function sameTime({ clock }: { clock?: Clock }): { now?: () => number } {
  return clock ? { now: clock.now } : {};
}

/** Provisions and starts a test till, and waits until it can take a payment. */
export async function createTestTill(options: TestTillOptions = {}): Promise<TestTill> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const sandbox = cleanup.use(
    await startSandbox({ dataDir: null, ...dialectOfTests(), ...sameTime(options), ...options.sandbox }),
  );
  options.onService?.(Number(new URL(sandbox.url).port));
  const { throughVault = (vault: Vault) => vault } = options;
  const openVault = () => testVault(folder.path);
  const clock = options.clock ?? systemClock;
  const log = pino({ level: options.log ? "debug" : "silent" }, options.log ?? { write: () => undefined });
  const events: TillEvent[] = [];
  const opened = { database: newDatabase(join(folder.path, "till.db")), vault: openVault() };
  await provision(opened.database, opened.vault, clock, sandbox, options);

  const start = async () => {
    const { database } = opened;
    const vault = throughVault(opened.vault);
    catchUp({ database, vault, clock });
    const settings = storedSettings(database);
    if (!settings) throw new Error("not provisioned");
    const setup = {
      dataDir: folder.path,
      configuredAtStart: true,
      openVault: async (path: string) => testVault(path),
      isRestarting: () => false,
      restart: () => undefined,
    };
    const till = await startTill(
      {
        settings,
        database,
        vault,
        shell: "none",
        kiosk: false,
        version: "test",
        demo: null,
        disk: () => "ok",
        backUp: options.backUp,
        setup,
        host: options.host,
        printers: { platform: "linux", root: folder.path, addresses: () => [], ...options.printers },
      },
      { clock, log, random: () => 0, timeouts: options.timeouts },
    );
    till.events.subscribe(({ event }) => events.push(event));
    return { till, dispatch: createDispatch({ ...till, log }) };
  };
  let running = await start();
  await running.till.ready;
  cleanup.defer(async () => {
    await running.till.close();
    closeDatabase(opened.database);
  });
  const resources = cleanup.move();
  const self: TestTill = {
    sandbox,
    events,
    folder: folder.path,
    get till() {
      return running.till;
    },
    get database() {
      return opened.database;
    },
    get vault() {
      return opened.vault;
    },
    call: (name, input) => running.dispatch(name, input) as ReturnType<TestTill["call"]> as never,
    async must(name, input) {
      const result = await self.call(name, input);
      if (!result.ok)
        throw new Error(
          `${name}: ${result.error.code} ${result.error.message} ${JSON.stringify(result.error.details)}`,
        );
      return result.value;
    },
    waitForPayment: (posTid, holds) =>
      until(
        self,
        holds,
        () => self.must("payment.get", { posTid }),
        (event) => (event.type === "payment.changed" && event.payment.posTid === posTid ? event.payment : null),
      ),
    waitForPhase: (posTid, phase) =>
      self.waitForPayment(
        posTid,
        (payment) => payment.phase === phase && (!AT_REST.includes(phase) || isSettled(payment)),
      ),
    waitForTerminal: (holds) =>
      until(
        self,
        holds,
        () => self.must("terminal.get", {}),
        (event) => {
          if (event.type === "terminal.changed") return event.terminal;
          return event.type === "queue.changed" ? self.till.terminal() : null;
        },
      ),
    phone: phoneOf(sandbox),
    startWaiting: (action, amount) => waiting(self, action, amount),
    pay: (action, amount) => paid(self, action, amount),
    async asManager() {
      await self.must("staff.signIn", { pin: MANAGER_PIN });
    },
    async restart<T>(meanwhile?: (databasePath: string) => T | Promise<T>) {
      await running.till.close();
      closeDatabase(opened.database);
      opened.vault.close();
      const done = await meanwhile?.(join(folder.path, "till.db"));
      opened.vault = openVault();
      opened.database = openDatabase(join(folder.path, "till.db"));
      running = await start();
      await running.till.ready;
      return done as T;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
  return self;
}

/** Key with which a test till signs transactions. Generating one takes a tenth of a till's start. */
const SAFT_KEY = generateKeyPairSync("rsa", {
  modulusLength: 1024,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
}).privateKey;

async function provision(database: Database, vault: Vault, clock: Clock, sandbox: Sandbox, options: TestTillOptions) {
  const credentials = sandbox.provision();
  const files: Record<string, string> = {
    "till.pem": credentials.privateKeyPem ?? "",
    "service.pem": credentials.callbackPublicKeyPem,
  };
  const checked = checkProvisioning(
    {
      service: {
        baseUrl: credentials.baseUrl,
        vendor: credentials.vendor,
        mediaType: credentials.mediaType,
        merchant: credentials.merchant,
        user: credentials.user,
        auth:
          options.scheme === "SECRET"
            ? { scheme: "SECRET", secret: credentials.secret }
            : { scheme: "RSA-SHA256", privateKeyFile: "till.pem" },
        testbedToken: credentials.testbedToken,
        publicKeyFile: "service.pem",
        ...options.service,
      },
      pos: { id: "counter-1", name: "Counter 1", type: "store" },
      currency: "NOK",
      timeZone: "Europe/Oslo",
      polling: { activeMs: 200, idleMs: 1000 },
      callbacks: options.callbacks === false ? {} : { listen: "127.0.0.1:0" },
      staff: { managerPin: MANAGER_PIN },
      ...options.provisioning,
    },
    (name) => files[name] ?? (isAbsolute(name) ? readFileSync(name, "utf8") : ""),
    false,
  );
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const journal = createJournal(database);
  storeProvisioning({ database, vault, journal, now: clock.now() }, checked.value);
  vault.put("saftKey", SAFT_KEY);
  const pepper = { secret: generatedSecret(vault, "pinPepper") };
  await makeOwner({ database, journal, clock }, pepper, MANAGER_PIN);
}

/**
 * Waits for an event, never for time: checks the current state, then the state after each event.
 * @param shownBy the value that an event shows, or null
 */
export async function until<T>(
  { till }: Pick<TestTill, "till">,
  holds: (shown: T) => boolean,
  now: () => Promise<T>,
  shownBy: (event: TillEvent) => T | null,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const look = (shown: T | null) => {
    if (shown !== null && holds(shown)) resolve(shown);
  };
  const unsubscribe = till.events.subscribe(({ event }) => look(shownBy(event)));
  try {
    look(await now());
    return await promise;
  } finally {
    unsubscribe();
  }
}

async function waiting(world: TestTill, action: "SALE" | "AUTH", amount: number) {
  const started = await world.must("payment.start", { action, amount, customer: { kind: "phone", value: CUSTOMER } });
  const payment = await world.waitForPayment(started.posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
  return { ...payment, tid: payment.tid ?? "" };
}

async function paid(world: TestTill, action: "SALE" | "AUTH", amount: number): Promise<Payment> {
  const { posTid, tid } = await waiting(world, action, amount);
  await world.phone.approve(tid);
  return world.waitForPhase(posTid, action === "SALE" ? "captured" : "authorised");
}

/** Phases that a payment keeps until an operator acts. */
const AT_REST: readonly Phase[] = [
  ...(["authorised", "captured", "partly_captured", "released", "partly_refunded", "refunded"] as const),
];

/**
 * Returns whether no operation of a payment is pending: a callback may report the phase before an operation's response.
 */
export function isSettled({ operations }: Payment): boolean {
  return operations.every(({ state }) => state !== "queued" && state !== "sending");
}

/** The customer's phone, by the API of its page. */
export function phoneOf(sandbox: Pick<Sandbox, "url">): Phone {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${sandbox.url}/phone/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
  };
  const answered = async (path: string, body: object) => {
    const { status, body: problem } = await post(path, body);
    if (status !== 204) throw new Error(`the phone: ${status} ${JSON.stringify(problem)}`);
  };
  return {
    scan: (link, customer = CUSTOMER) => post("scan", { link, customer }),
    approve: (tid, { customer = CUSTOMER, tip } = {}) =>
      answered(`requests/${tid}/approve`, { customer, additionalAmount: tip ?? null }),
    reject: (tid, customer = CUSTOMER) => answered(`requests/${tid}/reject`, { customer }),
  };
}
