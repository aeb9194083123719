/** A running till: the list of its modules, each built on those above it. Everything that it starts, it closes. */
import type { StaffRole } from "../../contract/roles.ts";
import { accountingModule, bookingsModule } from "../accounting/module.ts";
import { isLocked, roleMay } from "../bridge/rights.ts";
import { catalogueModule } from "../configuration/catalogue/module.ts";
import { keysModule } from "../configuration/keys/module.ts";
import { environmentOf } from "../configuration/settings/environment.ts";
import { setupModule } from "../configuration/setup/module.ts";
import { healthModule } from "../operations/health/module.ts";
import { updatesModule } from "../operations/updates/module.ts";
import { paymentsModule } from "../payments/module.ts";
import { customerLanguages } from "../peripherals/customer-display/languages.ts";
import { customerDisplayModule } from "../peripherals/customer-display/module.ts";
import { receiptsModule } from "../peripherals/receipts/module.ts";
import { transact } from "../storage/database/database.ts";
import { probeDatabase } from "../storage/database/probe.ts";
import { settingStore } from "../storage/database/settings.ts";
import { journalCommands } from "../storage/journal/commands.ts";
import type { JournalData } from "../storage/journal/journal.ts";
import { assembleCommands } from "./commands.ts";
import {
  isKioskNow,
  openContext,
  type RunningTill,
  type TillContext,
  type TillOptions,
  type TillPorts,
} from "./context.ts";
import { plainHost } from "./plain-host.ts";
import { describeTerminal, watchCounts } from "./terminal-view.ts";

/** Starts a till on an open database and vault. Everything that was under way when it last stopped goes on. */
export async function startTill(options: TillOptions, ports: TillPorts): Promise<RunningTill> {
  await using opened = new AsyncDisposableStack();
  const context = await openContext(options, ports, opened);
  const { clock, database, events, journal, registration, staff } = context;
  const modules = startModules(context);
  opened.defer(() => closeModules(context, modules));
  const started = { event: "till.started", data: { version: options.version } };
  transact(database, () => journal.append(started, clock.now()));
  const running = opened.move();
  return {
    ...assembleCommands(context, modules),
    events,
    role: staff.role,
    undoSignIn: () => void staff.signOut("unheard"),
    terminal: modules.terminal,
    noteRefusedWindow: (data) => note(context, { event: "bridge.refused", data }),
    probe: () => probeDatabase(database, { mayWrite: context.disk() !== "full" }),
    ready: registration.ready,
    async close() {
      await running.disposeAsync();
      // The last thing that the journal hears of this run.
      note(context, { event: "till.stopped" });
    },
  };
}

function startModules(context: TillContext) {
  const { database, events, host, people, reception, receiptSettings, settings, signals, staff, vault } = context;
  const changed = () => signals.emit("terminal.stale");
  const bookings = bookingsModule(context);
  const isKiosk = () => isKioskNow(context);
  const isLockedFor = (role: StaffRole | null) => isLocked({ role, policy: staff.policy(), kiosk: isKiosk() });
  const catalogue = catalogueModule(context);
  const languages = customerLanguages(settingStore(database), settings.locale);
  const selling = { ...context, ...catalogue.inForce };
  const payments = paymentsModule({
    ...selling,
    ...bookings,
    customerLanguage: languages.of,
    chooseLanguage: languages.choose,
    isLocked: () => isLockedFor(staff.role()),
  });
  const { store } = payments;
  const updates = updatesModule({ ...context, store });
  const terminal = () => describeTerminal(context, { payments, updates, ...catalogue.inForce });
  const announce = () => events.publish({ type: "terminal.changed", terminal: terminal() });
  const receipts = receiptsModule({ ...context, store, environment: () => environmentOf(settings, vault) });
  const display = customerDisplayModule({
    ...selling,
    store,
    takeAway: receipts.takeAway,
    host: host ?? plainHost(),
    languages,
    terminal,
    isLocked: () => isLockedFor(staff.current()?.role ?? null),
  });
  const keys = keysModule({ ...context, store });
  const accounting = accountingModule({
    ...selling,
    payments,
    signer: bookings.signer,
    shop: () => receiptSettings.get().shop,
    mayClose: () => roleMay(staff.role(), "report.z", staff.policy().roles),
  });
  const setup = setupModule({ ...selling, receiver: reception.receiver, onChange: changed });
  const { staged } = setup;
  const health = healthModule({ ...context, payments, updates, printer: receipts.view, isKiosk, staged });
  const onProgress = (progress: { checked: number; total: number }) =>
    events.publish({ type: "journal.progress", progress });
  const journal = { commands: journalCommands({ ...context, onProgress }) };
  const counts = watchCounts(context, store, { terminal: announce, queue: payments.tellQueue });
  signals.on("terminal.stale", announce);
  signals.on("payment.changed", counts.look);
  signals.on("payment.changed", updates.touch);
  return {
    people,
    catalogue,
    payments,
    updates,
    display,
    keys,
    receipts,
    accounting,
    setup,
    health,
    journal,
    bookings,
    terminal,
  };
}

/** The loops end at once; what is in flight is cut off by closing the API's connections, and stays unknown. */
async function closeModules({ api, log }: TillContext, modules: ReturnType<typeof startModules>): Promise<void> {
  const { keys, display, receipts, setup, accounting, bookings, updates, payments } = modules;
  const ending = Promise.all(
    [keys, display, receipts, setup, accounting, bookings, updates, payments].map((module) => module.close()),
  );
  await api.close();
  await ending;
  log.info("the till's queue and pollers have stopped");
}

/** Writes into the journal what goes on without its line, too: a disk that does not take it stops nothing. */
function note({ database, journal, clock, log }: TillContext, entry: { event: string; data?: JournalData }): void {
  try {
    transact(database, () => journal.append(entry, clock.now()));
  } catch (err) {
    log.error({ err, event: entry.event }, "an event could not be written into the journal");
  }
}
