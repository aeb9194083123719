/** Composition root: with `composition/`, the only place that constructs the till's services. Everything it starts, it closes. */

import { refundLimit, roleForRefund } from "../../contract/staff.ts";
import type { Payment } from "../../contract/views.ts";
import { createBookings } from "../accounting/periods/bookings.ts";
import { createEventStream, type EventStream } from "../bridge/events.ts";
import { openRotatingCredentials } from "../configuration/keys/rotating-credentials.ts";
import { openRefundKey } from "../configuration/refund-key/refund-key.ts";
import { setupStateOf } from "../configuration/setup/first-run.ts";
import { createMeters } from "../operations/health/meters.ts";
import { createAdoption } from "../payments/outcomes/adoption.ts";
import { createIntake, type Intake } from "../payments/outcomes/intake.ts";
import { bodiesAtRest } from "../payments/queue/bodies-at-rest.ts";
import { operations } from "../payments/queue/operations.ts";
import { paymentRows } from "../payments/rows.ts";
import { paymentService } from "../payments/service.ts";
import { createStatusNames } from "../payments/status-names.ts";
import { createLedger } from "../payments/store.ts";
import { type StaffPorts, type StaffService, staffService } from "../people/service.ts";
import { keptLanguage } from "../peripherals/customer-display/commands.ts";
import { readLanguage } from "../peripherals/customer-display/display.ts";
import { createApiClient } from "../service/api/client.ts";
import { getMerchant } from "../service/api/merchant.ts";
import { openConnectivity } from "../service/connection/connectivity.ts";
import type { Registration } from "../service/connection/registration.ts";
import { transact } from "../storage/database/database.ts";
import { keepNumbers } from "../storage/database/used-numbers.ts";
import { createJournal, type JournalData } from "../storage/journal/journal.ts";
import { ownSecret } from "../storage/vault/vault.ts";
import type { Base, RunningTill, TillOptions, TillPorts } from "./parts/base.ts";
import { type CallbackDoor, openDoor, register } from "./parts/callbacks.ts";
import { createCounts, describeTerminal } from "./parts/describe.ts";
import { createUpdates } from "./parts/diagnostics.ts";
import { openDomains } from "./parts/domains.ts";
import { startLoops } from "./parts/loops.ts";
import { signBookings } from "./parts/records.ts";
import { address, liveSettings, paymentTerms } from "./parts/terms.ts";

/** Starts a till on an open database and vault. Everything that was under way when it last stopped goes on. */
export async function startTill(
  options: TillOptions,
  { clock, log, random = Math.random, timeouts, events: given }: TillPorts,
): Promise<RunningTill> {
  await using cleanup = new AsyncDisposableStack();
  const events =
    given ?? createEventStream({ keep: 1000, onListenerError: (err) => log.error({ err }, "a listener failed") });
  const credentials = openRotatingCredentials(options.vault, options.settings.service.scheme);
  const api = createApiClient({ service: address(options), credentials, clock, log, timeouts });
  cleanup.defer(() => api.close());
  cleanup.use(keepNumbers(options.database, options.setup.dataDir));
  const journal = createJournal(options.database);
  const connectivity = openConnectivity({
    api,
    clock,
    log,
    posId: options.settings.pos.id,
    merchant: options.settings.service.merchant,
    onChange: () => parts.announce(),
    onOnline: () => parts.online(),
    onCut: () => parts.callbacksCut(),
  });
  cleanup.defer(() => connectivity.close());
  const meters = createMeters();
  cleanup.defer(api.onExchange(meters.trips.note));
  const settings = liveSettings(options.settings, credentials, options.database);
  const pepper = { secret: ownSecret(options.vault, "pinPepper") };
  const refundKey = openRefundKey({ ...options, journal, clock, credentials, pepper, events });
  cleanup.defer(() => refundKey.close());
  const found = { settings, clock, log, random, credentials, refundKey, api, timeouts, journal, connectivity, meters };
  const base: Base = { ...options, ...found };
  const people = { ...base, pepper, onChange: () => parts.announce() };
  const staff = staffService(people);
  cleanup.defer(() => staff.close());
  let intake: Intake | null = null;
  const isListening = () => {
    registration.again();
    parts.announce();
  };
  const door = await openDoor(base, () => intake, isListening);
  cleanup.defer(() => door.close());
  const registration = register(base, door, () => parts.announce());
  cleanup.defer(() => registration.close());
  const parts = assemble(base, { events, people, staff, door, registration });
  intake = parts.intake;
  cleanup.defer(() => parts.close());
  const started = { event: "till.started", data: { version: options.version } };
  transact(options.database, () => journal.append(started, clock.now()));
  const running = cleanup.move();
  return {
    events,
    ...parts.commands,
    role: staff.role,
    undoSignIn: () => void staff.signOut("unheard"),
    terminal: parts.terminal,
    noteRefusedWindow: (data) => note(base, { event: "bridge.refused", data }),
    ready: registration.ready,
    async close() {
      await running.disposeAsync();
      // The last thing that the journal hears of this run.
      note(base, { event: "till.stopped" });
    },
  };
}

/** Writes into the journal what goes on without its line, too: a disk that does not take it stops nothing. */
function note({ database, journal, clock, log }: Base, entry: { event: string; data?: JournalData }): void {
  try {
    transact(database, () => journal.append(entry, clock.now()));
  } catch (err) {
    log.error({ err, event: entry.event }, "an event could not be written into the journal");
  }
}

interface Joined {
  events: EventStream;
  people: StaffPorts;
  staff: StaffService;
  door: CallbackDoor;
  registration: Registration;
}

/** The payments with everything that moves them: queue, outcomes, scans. */
function assemble(base: Base, { events, people, staff, door, registration }: Joined) {
  const { database, settings, api, connectivity } = base;
  const closing = new AbortController();
  const pollSoon = (posTid: string) => poller.soon(posTid);
  const hurry = () => {
    worker.hurry();
    connectivity.probe();
  };
  /** What looks at the payments again when one of them changed. */
  const loops: { wake(): void }[] = [];
  const onChange = (payment: Payment) => {
    events.publish({ type: "payment.changed", payment });
    statusNames.look(payment);
    for (const loop of loops) loop.wake();
    counts.look();
    updates.touch();
  };
  const queueChanged = () =>
    events.publish({ type: "queue.changed", depth: ledger.operations.state().depth, paused: worker.paused() });
  const signer = signBookings(base);
  const ledger = openPayments(base, onChange, signer.sign);
  const statusNames = createStatusNames({ api, ledger });
  const payments = paymentService({
    ledger,
    ...{ actor: staff.actor, clock: base.clock },
    refundLimit: () => refundLimit(staff.role(), staff.policy()),
    roleForRefund: (total) => roleForRefund(total, staff.policy()),
    wake: hurry,
    terminal: paymentTerms(base, door, registration, (posTid) => afterRestore.beingChecked(posTid)),
  });
  const intake = createIntake({
    ...base,
    ledger,
    language: () => readLanguage(keptLanguage(database), settings.locale),
    scanned: payments.scanned,
    onScan: (posTid) => events.publish({ type: "scan.received", posTid }),
    pollSoon,
    adopt: createAdoption({ ...base, ledger, posId: settings.pos.id, pollSoon, closing: closing.signal }).adopt,
    lookForScan: () => scanPoller.wake(),
  });
  const terminal = () => describeTerminal(base, { staff, door, registration, ledger, worker, updates });
  const announce = () => events.publish({ type: "terminal.changed", terminal: terminal() });
  const updates = createUpdates(base, { staff, ledger, onChange: announce });
  const counts = createCounts(ledger, () => setupStateOf(base), { terminal: announce, queue: queueChanged });
  const { list, poller, scanPoller, worker, afterRestore, reservations, callbacksCut, close } = startLoops(base, {
    ...{ ledger, intake, payments, registration, pollSoon },
    onQueueChange: queueChanged,
  });
  loops.push(poller, scanPoller, worker, reservations);
  // The first answer of the service told the time by which reservations end.
  void whenRegistered(base, registration, [scanPoller, reservations]);
  const domains = openDomains(base, {
    ...{ events, people, staff, door, ledger, payments, intake, list, signer, worker, updates, terminal, announce },
    ...{ hurry, pollSoon, wakeReservations: reservations.wake },
  });
  loops.push(domains.printing);
  return {
    intake,
    terminal,
    commands: domains.commands,
    ...{ announce, callbacksCut },
    online() {
      worker.online();
      domains.online();
      poller.refresh();
    },
    close() {
      closing.abort();
      return Promise.all([domains.close(), signer.close(), updates.close(), close()]).then(() => undefined);
    },
  };
}

function openPayments(
  { database, clock, journal, vault }: Base,
  onChange: (payment: Payment) => void,
  sign: (now: number) => void,
) {
  return createLedger({
    rows: paymentRows(database),
    operations: operations(database, bodiesAtRest(vault)),
    bookings: createBookings(database),
    database,
    clock,
    journal,
    onChange,
    sign,
  });
}

async function whenRegistered(base: Base, { ready }: Registration, loops: { wake(): void }[]): Promise<void> {
  await ready;
  for (const loop of loops) loop.wake();
  await learnMerchantName(base);
}

async function learnMerchantName({ api, connectivity, settings }: Base): Promise<void> {
  const merchant = await getMerchant(api, settings.service.merchant);
  if (merchant.ok) connectivity.nameMerchant(merchant.value.name ?? null);
}
