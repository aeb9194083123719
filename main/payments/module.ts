import { done, failed } from "../../contract/calls/errors.ts";
import { DEFAULT_RATE } from "../../contract/configuration/settings.ts";
import { matchWords } from "../../contract/payments/match-words.ts";
import type { ScanFirst } from "../../contract/payments/stickers.ts";
import { isPresent } from "../../contract/values/phases.ts";
import { leastRoleWith, refundLimit, roleForRefund, roleHasPermission } from "../../contract/values/roles.ts";
import type { CommandHandlers } from "../bridge/dispatch.ts";
import { settingStore } from "../storage/database/settings.ts";
import { codeLifetimeMs, startCodeExpiry } from "./code-expiry.ts";
import { type PaymentCommands, paymentCommands } from "./commands.ts";
import type { PaymentsContext } from "./context.ts";
import { historyOf, timelineEntry } from "./history.ts";
import type { Outcome } from "./outcome.ts";
import { createAdoption } from "./outcomes/adoption.ts";
import { createIntake, type Intake, type IntakePorts } from "./outcomes/intake.ts";
import { startPoller } from "./outcomes/poller.ts";
import { startScanPoller } from "./outcomes/scan-poller.ts";
import type { PollTicket } from "./poll-tickets.ts";
import { bodiesAtRest } from "./queue/bodies-at-rest.ts";
import { queueCommands } from "./queue/commands.ts";
import { openForeignRequests } from "./queue/foreign-requests.ts";
import { createLookup } from "./queue/lookup.ts";
import { operations } from "./queue/operations.ts";
import { startWorker } from "./queue/worker.ts";
import { reservationCommands } from "./reservations/commands.ts";
import { startReservationRule } from "./reservations/rule-runner.ts";
import { followServiceTime, type ServiceTime } from "./reservations/service-time.ts";
import { paymentRows } from "./rows.ts";
import { maxScanAgeSeconds, scanReader } from "./scans/fresh-scan.ts";
import { openScanHandler } from "./scans/handle-scan.ts";
import { openReadyCustomer, type ReadyCustomer } from "./scans/ready-customer.ts";
import { replyText } from "./scans/replies.ts";
import { seenScans } from "./scans/seen.ts";
import { listSeenPayments } from "./search.ts";
import { startCommand } from "./start.ts";
import { createStatusNames } from "./status-names.ts";
import { openStickers, type RunningStickers, type Stickers, scanFirstOf, startStickers } from "./stickers/module.ts";
import { createPaymentStore, type PaymentStore } from "./store.ts";
import { termsOf } from "./terms.ts";
import { peopleOfPayments, totalsOfPayments } from "./totals.ts";

export interface Payments {
  store: PaymentStore;
  /** Payment commands of the signed-in user */
  actions: PaymentCommands;
  /** Payment commands for background loops, without an actor */
  unattended: PaymentCommands;
  start: ReturnType<typeof startCommand>;
  outcome(posTid: string, outcome: Outcome, ticket?: PollTicket): ReturnType<Intake["outcome"]>;
  /** Payments to compare with the service after a restore, before anything else is done with them */
  unreconciled: Set<string>;
  /** Service time in ms since the epoch, advanced by the monotonic clock; null before the first response */
  serviceNow(): number | null;
  paused(): boolean;
  commands: PaymentHandlers;
  scanFirst(): ScanFirst;
  /** Publishes the queue's depth if it changed. */
  publishQueueIfChanged(): void;
  /** Stops the background loops. Closing the HTTP pool aborts requests in flight; their operations stay `unknown`. */
  close(): Promise<void>;
}

type PaymentHandlers = Pick<
  CommandHandlers,
  | Exclude<Extract<keyof CommandHandlers, `payment.${string}`>, "payment.file">
  | Extract<
      keyof CommandHandlers,
      `queue.${string}` | `reservation.${string}` | `sticker.${string}` | `scan.${string}` | "inbox.list"
    >
>;

/** Opens the payment store and starts the background loops. */
export function paymentsModule(context: PaymentsContext): Payments {
  const { connectivity, clock, database, isLocked, signals, staff, vault } = context;
  const store = openStore(context);
  let lacksCodesUntil = Number.NEGATIVE_INFINITY;
  const unreconciled = new Set<string>();
  const isBeingReconciled = (posTid: string) => unreconciled.has(posTid);
  const isOffline = () => connectivity.state().link === "offline";
  const ports = {
    store,
    clock,
    actor: staff.actor,
    approver: staff.approver,
    seller: () => staff.caller()?.name ?? null,
    register: () => staff.caller()?.program?.name ?? null,
    refundLimit: () => refundLimit(staff.role(), staff.rolesNow()),
    roleForRefund: (total: number) => roleForRefund(total, staff.rolesNow()),
    canDiscount: () => roleHasPermission(staff.role(), "discount", staff.rolesNow()),
    roleForDiscount: () => leastRoleWith("discount", staff.rolesNow()),
    vatSources: () => ({ catalogue: context.catalogue(), counter: context.counter() }),
    wake: () => signals.emit("queue.sendRequested"),
    terminal: {
      ...termsOf(context),
      lacksCodes: () => clock.monotonic() < lacksCodesUntil,
      isOffline,
      isBeingReconciled,
    },
  };
  const actions = paymentCommands(ports);
  const ready = openReadyCustomer(context, (posTid) => store.rows.find(posTid) !== null);
  const stickers = openStickers(context);
  const start = startCommand({ ...ports, ready, signals, database, isLocked, bodies: bodiesAtRest(vault) });
  const closing = new AbortController();
  const serviceTime = followServiceTime(context.api, clock);
  const core = { ...context, store, actions, isOffline, isBeingReconciled, serviceTime };
  const unattended = paymentCommands({ ...ports, actor: () => null, approver: () => null });
  const loops = { ...core, actions: unattended, ready, stickers };
  const outcomes = startOutcomes(loops, closing.signal);
  const queue = startQueue(loops, () => {
    lacksCodesUntil = clock.monotonic() + LACKS_CODES_MS;
  });
  subscribe(context, { store, statusNames: createStatusNames({ api: context.api, store }), ...outcomes, ...queue });
  return {
    store,
    actions,
    unattended,
    start,
    unreconciled,
    serviceNow: serviceTime.now,
    paused: queue.worker.isPaused,
    outcome: (posTid, outcome, ticket) => outcomes.intake.outcome(posTid, outcome, "poll", [], ticket),
    commands: { ...commandsOf(core), ...outcomes.stickers.commands, "payment.start": start },
    scanFirst: () => scanFirstOf(loops),
    publishQueueIfChanged: queue.publishIfChanged,
    async close() {
      closing.abort();
      serviceTime.close();
      await closeLoops(outcomes, queue);
    },
  };
}

async function closeLoops(
  { poller, scanPoller, stickers }: ReturnType<typeof startOutcomes>,
  { worker, codeExpiry, reservations }: ReturnType<typeof startQueue>,
): Promise<void> {
  await Promise.all([poller, scanPoller, stickers, worker, codeExpiry, reservations].map((loop) => loop.close()));
}

interface Core extends PaymentsContext {
  store: PaymentStore;
  actions: PaymentCommands;
  isOffline(): boolean;
  isBeingReconciled(posTid: string): boolean;
  serviceTime: ServiceTime;
}

function startOutcomes(core: Core & { ready: ReadyCustomer; stickers: Stickers }, closing: AbortSignal) {
  const { connectivity, events, reception, registration, actions, settings, signals, store } = core;
  const seen = seenScans(core.database);
  const scanReply = requestReplyOf(core);
  const { taking: scanHandler, stickerScan } = startScans({ ...core, seen, scanReply });
  const ports = { ...core, store, pollSoon: (posTid: string) => signals.emit("outcome.pollRequested", posTid) };
  const intake = createIntake({
    ...ports,
    language: core.customerLanguage,
    requestFromScan: actions.requestFromScan,
    seen,
    scanReply,
    stickerScan,
    serviceNow: core.serviceTime.now,
    onScan: (posTid) => events.publish({ type: "scan.received", posTid }),
    adopt: createAdoption({ ...ports, posId: settings.pos.id, closing }).adopt,
    pollScan: (sticker) => (sticker === null ? scanPoller.wake() : stickers.pollSticker(sticker)),
  });
  reception.deliverTo(intake.callback);
  const polling = { ...ports, intake, settings: settings.polling, receiving: connectivity.callbacksWork };
  const poller = startPoller(polling);
  const scanPoller = startScanPoller({
    ...polling,
    scansOf: (shortlinkId) => scanReader(core.api, shortlinkId),
    shortlinkId: registration.shortlinkId,
    newestCodeShownAt: core.permissions.newestCodeShownAt,
    maxScanAgeSeconds: () => maxScanAgeSeconds(scanHandler.msSinceOtherSale()),
  });
  const stickers = startStickers({ ...core, scanHandler, intake });
  return { intake, poller, scanPoller, stickers };
}

function shopNameOf({ connectivity, settings }: Core): string {
  return connectivity.merchantName() ?? settings.pos.name;
}

/** Returns the reply to a scanning customer whose request is on its way, with the match words on the screen. */
function requestReplyOf(core: Core): IntakePorts["scanReply"] {
  return (posTid) => {
    const row = core.store.rows.find(posTid);
    if (row === null || !isPresent(row.phase)) return null;
    const language = core.customerLanguage(posTid);
    return replyText("sale", language, { shop: shopNameOf(core), words: matchWords(posTid, language) });
  };
}

/** Handles scans that name no sale: of stickers, and of the till's own code without a payment id. */
function startScans(
  core: Core & { ready: ReadyCustomer; stickers: Stickers } & Pick<IntakePorts, "seen" | "scanReply">,
) {
  const { events, stickers } = core;
  const scanHandler = openScanHandler({
    ...core,
    ...stickers,
    scanned: core.actions.requestFromScan,
    onScan: (posTid) => events.publish({ type: "scan.received", posTid }),
    language: core.customerLanguage,
    shopName: () => shopNameOf(core),
  });
  const stickerScan: IntakePorts["stickerScan"] = (scanToken, { ageMs, sticker }) => {
    const scannedSticker = sticker === null ? null : stickers.stickerOf(sticker);
    const text = scanHandler.handle({ scanToken, ageMs, sticker: scannedSticker });
    if (scannedSticker !== null) stickers.onChange();
    return text;
  };
  return { taking: scanHandler, stickerScan };
}

function startQueue(core: Core, onCodeMissing: () => void) {
  const { connectivity, database, events, reception, actions, serviceTime, settings, signals, store } = core;
  const { offline, pos } = settings;
  const ports = { ...core, store };
  let publishedDepth = store.operations.state().depth;
  const publishQueue = () => {
    publishedDepth = store.operations.state().depth;
    events.publish({ type: "queue.changed", depth: publishedDepth, paused: worker.isPaused() });
  };
  const isKnown = (tid: string) => store.rows.findByTid(tid) !== null;
  const worker = startWorker({
    ...ports,
    requests: core.permissions.requests,
    lookUp: createLookup({ posId: pos.id, isKnown, foreign: openForeignRequests(database) }),
    offlineMinutes: offline.maxAgeMinutes,
    perSecond: (settings.rate ?? DEFAULT_RATE).perSecond,
    signerOf: core.refundKey.signerOf,
    onChange: publishQueue,
    onCodeMissing,
    pollSoon: (posTid) => signals.emit("outcome.pollRequested", posTid),
    // Callbacks over http carry no object (section 6, rule 5).
    areCallbacksReliable: () => connectivity.callbacksWork() && /^https:/.test(reception.receiver()?.callbackUri ?? ""),
  });
  return {
    worker,
    codeExpiry: startCodeExpiry({ ...ports, payments: actions, codeLifetimeMs: codeLifetimeMs(settings) }),
    reservations: startReservationRule({
      ...ports,
      settings: settingStore(database),
      serviceNow: serviceTime.now,
      wakeQueue: () => worker.allowOperatorProbe(),
    }),
    publishIfChanged: () => {
      if (publishedDepth !== store.operations.state().depth) publishQueue();
    },
  };
}

interface Listeners extends Pick<Core, "store">, Omit<ReturnType<typeof startOutcomes>, "intake" | "stickers"> {
  statusNames: ReturnType<typeof createStatusNames>;
  worker: ReturnType<typeof startWorker>;
  reservations: ReturnType<typeof startReservationRule>;
}

function subscribe(
  { events, signals, registration }: PaymentsContext,
  { store, statusNames, poller, scanPoller, worker, reservations }: Listeners,
): void {
  signals.on("payment.changed", (payment) => {
    statusNames.resolveName(payment);
    poller.wake(payment.posTid);
    for (const loop of [scanPoller, worker, reservations]) loop.wake();
  });
  signals.on("code.shown", scanPoller.wake);
  signals.on("permission.changed", ({ combined, posTid }) => {
    if (combined) events.publish({ type: "payment.changed", payment: store.view(posTid) });
  });
  signals.on("outcome.pollRequested", poller.pollNow);
  signals.on("queue.sendRequested", worker.allowOperatorProbe);
  signals.on("reservations.ruleChanged", reservations.wake);
  signals.on("service.online", () => {
    worker.resumeOnline();
    poller.pollAll();
  });
  // The till's own receiver may have lost callbacks.
  signals.on("callbacks.lost", () => {
    poller.pollPresent();
    scanPoller.wake();
  });
  // Service time is known after the first response.
  void registration.ready.then(() => {
    scanPoller.wake();
    reservations.wake();
  });
}

function openStore(context: PaymentsContext): PaymentStore {
  const { bookings, clock, database, events, journal, permissions, signals, vault, vendOf } = context;
  return createPaymentStore({
    rows: paymentRows(database),
    operations: operations(database, bodiesAtRest(vault)),
    database,
    clock,
    journal,
    bookings,
    onChange(payment) {
      events.publish({ type: "payment.changed", payment });
      signals.emit("payment.changed", payment);
    },
    vendOf,
    permissions,
  });
}

/** Time in ms during which kiosk sales ask for a phone number, after the service returned no code. */
const LACKS_CODES_MS = 60_000;

function commandsOf(core: Core): Omit<PaymentHandlers, "payment.start" | keyof RunningStickers["commands"]> {
  const { api, clock, database, refundKey, actions, settings, signals, staff, store } = core;
  const { currency } = settings;
  const queue = queueCommands({
    api,
    store,
    requests: core.permissions.requests,
    refundKey,
    actor: staff.actor,
    now: clock.now,
    wake: () => signals.emit("queue.sendRequested"),
    pollSoon: (posTid) => signals.emit("outcome.pollRequested", posTid),
  });
  const reservations = reservationCommands({
    ...core,
    store,
    payments: actions,
    actor: staff.actor,
    settings: settingStore(database),
    currency,
    now: clock.now,
    serviceNow: api.correctedNow,
    wakeRule: () => signals.emit("reservations.ruleChanged"),
  });
  return {
    "payment.get": actions.get,
    "payment.list": (input, seen) => listSeenPayments({ database, store, currency }, input, seen),
    "payment.totals": (input) => totalsOfPayments({ database, currency }, input),
    "payment.people": () => peopleOfPayments(database),
    "payment.timeline": ({ posTid }) =>
      store.rows.find(posTid)
        ? done({ entries: store.journal.ofPayment(posTid).map(timelineEntry) })
        : failed("not_found", { posTid }),
    "payment.story": ({ posTid }) =>
      store.rows.find(posTid)
        ? done({ entries: historyOf({ database, store }, posTid) })
        : failed("not_found", { posTid }),
    "payment.identify": actions.identify,
    "payment.leave": actions.leave,
    "payment.extend": actions.extend,
    "payment.attach": actions.attach,
    "payment.capture": actions.capture,
    "payment.release": actions.release,
    "payment.abort": actions.abort,
    "payment.reauthorise": actions.reauthorise,
    "payment.refund": actions.refund,
    "inbox.list": actions.inbox,
    ...queue,
    ...reservations,
  };
}
