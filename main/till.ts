/** Composition root: the only place that constructs the till's services. Everything it starts, it closes. */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import type { Payment, StaffRole, Terminal } from "../contract/views.ts";
import { type ApiClient, createApiClient } from "./api/client.ts";
import { getMerchant } from "./api/merchant.ts";
import { holdSecret } from "./api/secret.ts";
import type { Timeouts } from "./api/transport.ts";
import type { CommandHandlers } from "./bridge/dispatch.ts";
import { createEventStream, type EventStream } from "./bridge/events.ts";
import { type Receiver, startReceiver } from "./callbacks/receiver.ts";
import type { Clock } from "./clock.ts";
import { tillHandlers } from "./handlers.ts";
import { createJournal, type Journal } from "./journal/journal.ts";
import type { Log } from "./log.ts";
import { createAdoption } from "./outcomes/adoption.ts";
import { createIntake, type Intake } from "./outcomes/intake.ts";
import { startPoller } from "./outcomes/poller.ts";
import { startReconciliation } from "./outcomes/reconciliation.ts";
import { startScanPoller } from "./outcomes/scan-poller.ts";
import { startTidying } from "./payments/abandoned.ts";
import { createLedger, type Ledger } from "./payments/ledger.ts";
import { paymentRows } from "./payments/rows.ts";
import { type PaymentService, paymentService } from "./payments/service.ts";
import { createStatusNames } from "./payments/status-names.ts";
import { queueCommands } from "./queue/commands.ts";
import { operations } from "./queue/operations.ts";
import { startWorker, type Worker } from "./queue/worker.ts";
import { ownSecret, tillPrefix } from "./settings/keep.ts";
import type { KeptSettings } from "./settings/provision.ts";
import { type StaffService, staffService } from "./staff/service.ts";
import { type Database, transact } from "./store/database.ts";
import { settingStore } from "./store/settings.ts";
import { type Line, openLine } from "./terminal/line.ts";
import { type Registration, startRegistration } from "./terminal/registration.ts";
import { terminalView } from "./terminal/view.ts";
import type { Vault } from "./vault/vault.ts";

export interface TillOptions {
  settings: KeptSettings;
  database: Database;
  vault: Vault;
  shell: Terminal["shell"];
  /** Kiosk mode from the start, whatever the settings say */
  kiosk: boolean;
  version: string;
  demo: Terminal["demo"];
  /** How much room the data folder's disk has */
  disk: () => Terminal["disk"];
}

export interface TillPorts {
  clock: Clock;
  log: Log;
  /** 0…1, for jitter */
  random?: () => number;
  /** How long the service may take; for tests */
  timeouts?: Partial<Timeouts>;
}

export interface RunningTill {
  handlers: CommandHandlers;
  role(): StaffRole | null;
  events: EventStream;
  terminal(): Terminal;
  /** Resolves when the till is registered with the service and can take a payment from anybody. */
  ready: Promise<void>;
  /** Lets what is being written finish, and stops. The database is the caller's to close. */
  close(): Promise<void>;
}

/** What every part of a till is given. */
interface Base extends TillOptions {
  clock: Clock;
  log: Log;
  random(): number;
  api: ApiClient;
  journal: Journal;
  line: Line;
}

/** Starts a till on an open database and vault. Everything that was under way when it last stopped goes on. */
export async function startTill(
  options: TillOptions,
  { clock, log, random = Math.random, timeouts }: TillPorts,
): Promise<RunningTill> {
  await using cleanup = new AsyncDisposableStack();
  const events = createEventStream({ keep: 1000, onListenerError: (err) => log.error({ err }, "a listener failed") });
  const api = createApiClient({ service: address(options), credentials: credentials(options), clock, log, timeouts });
  cleanup.defer(() => api.close());
  const journal = createJournal(options.database);
  const line = openLine({
    api,
    clock,
    log,
    posId: options.settings.pos.id,
    merchant: options.settings.service.merchant,
    onChange: () => parts.announce(),
    onBack: () => parts.lineIsBack(),
  });
  cleanup.defer(() => line.close());
  const base: Base = { ...options, clock, log, random, api, journal, line };
  const staff = staffService({
    ...base,
    pepper: ownSecret(options.vault, "pinPepper"),
    onChange: () => parts.announce(),
  });
  cleanup.defer(() => staff.close());
  let intake: Intake | null = null;
  const receiver = await openReceiver(base, () => intake);
  if (receiver) cleanup.defer(() => receiver.close());
  const registration = register(base, receiver, () => parts.announce());
  cleanup.defer(() => registration.close());
  const parts = assemble(base, { events, staff, receiver, registration });
  intake = parts.intake;
  cleanup.defer(() => parts.close());
  const started = { event: "till.started", data: { version: options.version } };
  transact(options.database, () => journal.append(started, clock.now()));
  const running = cleanup.move();
  return {
    events,
    handlers: parts.handlers,
    role: staff.role,
    terminal: parts.terminal,
    ready: registration.ready,
    close: () => running.disposeAsync(),
  };
}

interface Joined {
  events: EventStream;
  staff: StaffService;
  receiver: Receiver | null;
  registration: Registration;
}

/** The payments with everything that moves them: queue, outcomes, scans. */
function assemble(base: Base, { events, staff, receiver, registration }: Joined) {
  const { database, journal, settings, api, line } = base;
  const closing = new AbortController();
  const pollSoon = (posTid: string) => poller.soon(posTid);
  const hurry = () => {
    worker.hurry();
    line.probe();
  };
  /** What looks at the payments again when one of them changed. */
  const loops: { wake(): void }[] = [];
  const onChange = (payment: Payment) => {
    events.publish({ type: "payment.changed", payment });
    statusNames.look(payment);
    for (const loop of loops) loop.wake();
    counts.look();
  };
  const queueChanged = () => {
    const { depth } = ledger.operations.state();
    events.publish({ type: "queue.changed", depth, paused: worker.paused() });
  };
  const tables = { rows: paymentRows(database), operations: operations(database) };
  const ledger = createLedger({ ...tables, database, clock: base.clock, journal, onChange });
  const statusNames = createStatusNames({ api, ledger });
  const payments = paymentService({
    ledger,
    actor: staff.actor,
    clock: base.clock,
    wake: hurry,
    terminal: paymentTerms(base, receiver, registration, (posTid) => reconciliation.beingChecked(posTid)),
  });
  const intake = createIntake({
    ...base,
    ledger,
    scanned: payments.scanned,
    onScan: (posTid) => events.publish({ type: "scan.received", posTid }),
    pollSoon,
    adopt: createAdoption({ ...base, ledger, posId: settings.pos.id, closing: closing.signal }).adopt,
    lookForScan: () => scanPoller.wake(),
  });
  const terminal = () => describeTerminal(base, { staff, receiver, registration, ledger, worker });
  const announce = () => events.publish({ type: "terminal.changed", terminal: terminal() });
  const counts = createCounts(ledger, { terminal: announce, queue: queueChanged });
  const { poller, scanPoller, worker, reconciliation, close } = startLoops(base, {
    ...{ ledger, intake, payments, registration, pollSoon },
    onQueueChange: queueChanged,
  });
  loops.push(poller, scanPoller, worker);
  void registration.ready.then(scanPoller.wake);
  void registration.ready.then(() => learnMerchantName(base));
  return {
    intake,
    terminal,
    handlers: tillHandlers({
      database,
      journal,
      ledger,
      payments,
      staff,
      terminal,
      queue: queueCommands({ api, ledger, actor: staff.actor, wake: hurry, now: base.clock.now, pollSoon }),
    }),
    announce,
    lineIsBack() {
      worker.lineIsBack();
      poller.refresh();
    },
    close() {
      closing.abort();
      return close();
    },
  };
}

interface Driven {
  ledger: Ledger;
  intake: Intake;
  payments: PaymentService;
  registration: Registration;
  pollSoon(posTid: string): void;
  onQueueChange(): void;
}

/** Everything that goes on by itself. */
function startLoops(base: Base, { ledger, intake, payments, registration, pollSoon, onQueueChange }: Driven) {
  const { api, line, log, settings } = base;
  const pollers = { ...base, ledger, intake, settings: settings.polling, receiving: line.callbacksWork };
  const poller = startPoller(pollers);
  const scanPoller = startScanPoller({ ...pollers, shortlinkId: registration.shortlinkId });
  const worker = startWorker({ ...queueTerms(base), ledger, onChange: onQueueChange, pollSoon });
  const tidying = startTidying({ ...base, ledger, payments });
  const comparing = { ...base, ledger, settings: settingStore(base.database), posId: settings.pos.id };
  const reconciliation = startReconciliation(comparing);
  return {
    reconciliation,
    poller,
    scanPoller,
    worker,
    /** The loops end at once; what is in flight is cut off by closing the API's connections, and stays unknown. */
    async close() {
      const ending = Promise.all([
        poller.close(),
        scanPoller.close(),
        worker.close(),
        tidying.close(),
        reconciliation.close(),
      ]);
      await api.close();
      await ending;
      log.info("the till's queue and pollers have stopped");
    },
  };
}

interface Shown {
  staff: StaffService;
  receiver: Receiver | null;
  registration: Registration;
  ledger: Ledger;
  worker: Worker;
}

function describeTerminal(base: Base, { staff, receiver, registration, ledger, worker }: Shown): Terminal {
  const { line, settings, api } = base;
  return terminalView({
    ...base,
    mode: base.kiosk ? "kiosk" : settings.mode,
    merchantName: line.merchantName(),
    connectivity: line.state(),
    waiting: ledger.rows.waiting(),
    inbox: ledger.rows.inboxCount(),
    parked: ledger.operations.parked(),
    disk: base.disk(),
    callbacks: { receiving: receiver !== null, lastAt: line.lastCallbackAt(), scans: registration.scans() },
    queue: ledger.operations.state(),
    queuePaused: worker.paused(),
    staff: staff.current(),
    clockSkewMs: api.clockSkewMs(),
  });
}

/** Tells the windows when one of the counts changed that every screen shows. */
function createCounts(
  { rows, operations: queue }: Ledger,
  tell: { terminal(): void; queue(): void },
): { look(): void } {
  const terminalNow = () => JSON.stringify([rows.waiting(), rows.inboxCount(), queue.parked()]);
  const shown = { terminal: terminalNow(), depth: queue.state().depth };
  return {
    look() {
      const now = { terminal: terminalNow(), depth: queue.state().depth };
      if (now.depth !== shown.depth) tell.queue();
      if (now.terminal !== shown.terminal) tell.terminal();
      Object.assign(shown, now);
    },
  };
}

async function learnMerchantName({ api, line, settings }: Base): Promise<void> {
  const merchant = await getMerchant(api, settings.service.merchant);
  if (merchant.ok) line.nameMerchant(merchant.value.name ?? null);
}

function queueTerms(base: Base) {
  const { settings, line } = base;
  return {
    ...base,
    posId: settings.pos.id,
    offlineMinutes: settings.offline.maxAgeMinutes,
    isOffline: () => line.state().link === "offline",
  };
}

/** The terms on which this till asks for payments. */
function paymentTerms(
  { settings, database, kiosk, line, disk }: Base,
  receiver: Receiver | null,
  registration: Registration,
  beingChecked: (posTid: string) => boolean,
) {
  const inKiosk = kiosk || settings.mode === "kiosk";
  return {
    currency: settings.currency,
    posId: settings.pos.id,
    prefix: tillPrefix(database),
    allowCredit: settings.allowCredit,
    expiresInSeconds: inKiosk ? settings.expiry.kioskSeconds : settings.expiry.counterSeconds,
    callbackUri: receiver?.callbackUri ?? null,
    mayRefund: settings.service.scheme === "RSA-SHA256",
    walkIn: registration.walkIn,
    offline: settings.offline,
    isOffline: () => line.state().link === "offline",
    diskFull: () => disk() === "full",
    beingChecked,
  };
}

function register(base: Base, receiver: Receiver | null, onChange: () => void): Registration {
  return startRegistration({
    ...base,
    settings: settingStore(base.database),
    pos: base.settings.pos,
    callbackUri: receiver?.callbackUri ?? null,
    receivesScans: receiver !== null && base.settings.service.publicKey !== null,
    onChange,
  });
}

async function openReceiver(
  { settings, vault, api, log, line }: Base,
  intake: () => Intake | null,
): Promise<Receiver | null> {
  const { listen, publicUrl, tlsCertificate } = settings.callbacks;
  if (listen === null) return null;
  return startReceiver({
    listen,
    publicUrl,
    tls: tlsCertificate === null ? null : { cert: tlsCertificate, key: vault.get("tlsKey") ?? "" },
    secretPath: ownSecret(vault, "callbackPath"),
    vendor: settings.service.vendor,
    publicKey: publicKey(settings),
    now: api.correctedNow,
    log,
    async onMessage(message, verdict) {
      const reply = intake()?.callback(message, verdict);
      // Without an intake the till is still starting: the rejection makes the service send it again.
      if (!reply) throw new Error("the till is starting");
      line.callbackCame();
      return reply;
    },
  });
}

function publicKey(settings: KeptSettings): KeyObject | null {
  return settings.service.publicKey === null ? null : createPublicKey(settings.service.publicKey);
}

function address({ settings: { service }, vault }: TillOptions) {
  const { baseUrl, vendor, merchant, integrator, ca } = service;
  // An integrator replaces the user (section 5.2).
  const testbedToken = vault.get("testbedToken") || null;
  return { baseUrl, vendor, merchant, integrator, ca, testbedToken, user: integrator === null ? service.user : null };
}

function credentials({ settings, vault }: TillOptions) {
  if (settings.service.scheme === "SECRET")
    return { scheme: "SECRET" as const, secret: holdSecret(vault.get("secret") ?? "") };
  return { scheme: "RSA-SHA256" as const, privateKey: createPrivateKey(vault.get("privateKey") ?? "") };
}
