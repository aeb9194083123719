/** A running till: its modules, each built on those above it. It closes everything that it starts. */
import type { JournalEntry } from "../../contract/journal/events.ts";
import { type DispenserSettings, NO_KIOSK } from "../../contract/kiosk/kiosk-settings.ts";
import type { StaffRole } from "../../contract/values/roles.ts";
import { accountingModule, bookingsModule } from "../accounting/module.ts";
import { isLocked, roleCanCall } from "../bridge/rights.ts";
import { catalogueModule } from "../configuration/catalogue/module.ts";
import { keysModule } from "../configuration/keys/module.ts";
import { kioskSettingsModule } from "../configuration/kiosk/module.ts";
import { environmentOf } from "../configuration/settings/environment.ts";
import { setupModule } from "../configuration/setup/module.ts";
import { customersModule } from "../customers/module.ts";
import { openPermissions } from "../customers/permissions.ts";
import type { LedgerModule } from "../integration/ledger/module.ts";
import { registersModule } from "../integration/registers/module.ts";
import { kioskModule } from "../kiosk/module.ts";
import { vendRows } from "../kiosk/vends/rows.ts";
import { vendViews } from "../kiosk/vends/view.ts";
import { healthModule } from "../operations/health/module.ts";
import { followSelling, type Selling, sellingFacts } from "../operations/health/selling.ts";
import { plannedRestartModule } from "../operations/planned-restart/module.ts";
import { updatesModule } from "../operations/updates/module.ts";
import { type Payments, paymentsModule } from "../payments/module.ts";
import { reassess } from "../payments/reassess.ts";
import { customerLanguages } from "../peripherals/customer-display/languages.ts";
import { customerDisplayModule } from "../peripherals/customer-display/module.ts";
import { currentDispenser, openDispenser } from "../peripherals/dispenser/module.ts";
import { mailModule } from "../peripherals/mail/module.ts";
import { receiptsModule } from "../peripherals/receipts/module.ts";
import { transact } from "../storage/database/database.ts";
import { probeDatabase } from "../storage/database/probe.ts";
import { settingStore } from "../storage/database/settings.ts";
import { journalCommands } from "../storage/journal/commands.ts";
import { assembleCommands } from "./commands.ts";
import {
  isKioskNow,
  openContext,
  type RunningTill,
  type TillContext,
  type TillOptions,
  type TillPorts,
} from "./context.ts";
import { startCentre, startLedger } from "./head-office.ts";
import { type InServicePorts, startRefusal } from "./in-service.ts";
import { plainHost } from "./plain-host.ts";
import { describeForCustomer, describeTerminal, followTerminal } from "./terminal-view.ts";

/** Starts a till on an open database and vault, and continues unfinished work. */
export async function startTill(options: TillOptions, ports: TillPorts): Promise<RunningTill> {
  await using opened = new AsyncDisposableStack();
  const context = await openContext(options, ports, opened);
  const { clock, database, events, journal, registration, staff } = context;
  const { version } = options;
  transact(database, () => journal.append({ event: "till.started", data: { version } }, clock.now()));
  const modules = startModules(context);
  opened.defer(() => closeModules(context, modules));
  reassess(modules.payments.store, context.log);
  await modules.registers.listen();
  const running = opened.move();
  return {
    ...assembleCommands(context, modules),
    events,
    role: staff.role,
    undoSignIn: () => void staff.signOut("unheard"),
    terminal: modules.terminal,
    registersUrl: modules.registers.url,
    noteRefusedWindow: (data) => journalStop(context, { event: "bridge.refused", data }),
    contact: () => ({
      locale: context.settings.locale,
      phone: context.receiptSettings.get().shop.phone,
      kiosk: context.kiosk || context.settings.mode === "kiosk",
    }),
    probe: () => probeDatabase(database, { mayWrite: context.disk() !== "full" }),
    ready: registration.started,
    async close() {
      await running.disposeAsync();
      journalStop(context, { event: "till.stopped" });
    },
  };
}

function startSelling(context: TillContext) {
  const { database, settings, staff } = context;
  const bookings = bookingsModule(context);
  const catalogue = catalogueModule(context);
  const languages = customerLanguages(settingStore(database), settings.locale);
  const openMachine = (chosen: DispenserSettings) => openDispenser(chosen, context);
  const machine = currentDispenser(() => (settings.kiosk ?? NO_KIOSK).dispenser, openMachine);
  const vends = vendRows(database);
  const selling = { ...context, ...catalogue.inForce, isLocked: () => isLockedFor(context, staff.role()) };
  const permissions = openPermissions({ ...selling, ...bookings });
  const payments = paymentsModule({
    ...selling,
    permissions: permissions.forPayments,
    ...bookings,
    vendOf: vendViews(vends),
    customerLanguage: languages.of,
    chooseLanguage: languages.choose,
  });
  const kiosk = kioskModule({ ...selling, payments, vends, machine });
  const findPayment = payments.store.rows.find;
  const customers = customersModule({
    ...context,
    permissions,
    findPayment,
    openInBrowser: (url) => context.host?.openInBrowser(url) ?? null,
  });
  const machines = { machine, openMachine, isVending: () => kiosk.openVends() > 0, startTest: kiosk.slots.startTest };
  const kioskSettings = kioskSettingsModule({ ...context, vends, ...machines });
  return { bookings, catalogue, languages, payments, customers, kiosk, kioskSettings };
}

function startModules(context: TillContext) {
  const { people, reception, settings, signals, vault } = context;
  const isKiosk = () => isKioskNow(context);
  const { languages, ...sales } = startSelling(context);
  const { catalogue, customers, kiosk, payments } = sales;
  const { store } = payments;
  const shop = { ...context, ...catalogue.inForce };
  const updates = updatesModule({ ...context, store, openVends: kiosk.openVends });
  const restarts = plannedRestartModule({ ...context, store, openVends: kiosk.openVends });
  const { hasAccounts, recipient } = customers;
  const environment = () => environmentOf(settings, vault);
  const receipts = receiptsModule({ ...context, store, languages, recipient, environment });
  const mail = mailModule({ ...context, store, issuer: receipts.issuer, mailing: customers.mailing });
  const printer = receipts.view;
  const selling = followSelling({ ...context, facts: sellingFacts(context, { kiosk, printer }) });
  const outOfService = selling.problems;
  const terminal = () =>
    describeTerminal(context, { payments, updates, kiosk, ...catalogue.inForce, outOfService, hasAccounts });
  const display = startDisplay(context, {
    ...catalogue.inForce,
    store,
    takeAway: receipts.takeAway,
    languages,
    terminal,
  });
  const inService = inServicePorts(context, payments, outOfService);
  const registers = registersModule({ ...context, ...inService, payments, kiosk, display, prints: receipts.programs });
  const keys = keysModule({ ...context, store, serviceNow: payments.serviceNow });
  const ledger = startLedger(context, sales, outOfService);
  const accounting = startAccounting(context, sales, ledger.othersAmong);
  const setup = setupModule({
    ...shop,
    receiver: reception.receiver,
    onChange: () => signals.emit("terminal.outdated"),
  });
  const shown = { ...sales, people, receipts, display, updates, languages, ledger, outOfService };
  const centre = startCentre(context, shown);
  const watched = { ledger, centre, registers, updates, printer, isKiosk, staged: setup.staged, outOfService };
  const health = healthModule({ ...context, ...sales, ...watched });
  return {
    people,
    ...sales,
    updates,
    restarts,
    display,
    registers,
    keys,
    receipts,
    mail,
    accounting,
    setup,
    health,
    ledger,
    centre,
    journal: journalModule(context),
    inService,
    terminal,
    announced: followTerminal(context, payments, terminal),
  };
}

type Shown = Pick<Parameters<typeof customerDisplayModule>[0], "store" | "takeAway" | "languages" | "terminal">;

function startDisplay(context: TillContext, shown: Shown & ReturnType<typeof catalogueModule>["inForce"]) {
  return customerDisplayModule({
    ...context,
    ...shown,
    host: context.host ?? plainHost(),
    forCustomer: () => describeForCustomer(context, shown.counter),
    isKiosk: () => isKioskNow(context),
    isLocked: () => isLockedFor(context, context.staff.current()?.role ?? null),
  });
}

function inServicePorts(context: TillContext, { store }: Payments, outOfService: Selling["problems"]) {
  const isStarted = (reference: string) => store.rows.findByReference(reference) !== null;
  const ports: InServicePorts = { isKiosk: () => isKioskNow(context), outOfService, isStarted };
  return { ...ports, startRefusal: (requested: { reference: string }) => startRefusal(ports, requested) };
}

/** True if only staff may use the till and no user is signed in. @param role of the signed-in user */
function isLockedFor(context: TillContext, role: StaffRole | null): boolean {
  return isLocked({ role, policy: context.staff.policy(), kiosk: isKioskNow(context) });
}

function startAccounting(
  context: TillContext,
  { bookings, catalogue, payments }: Pick<ReturnType<typeof startSelling>, "bookings" | "catalogue" | "payments">,
  othersAmong: LedgerModule["othersAmong"],
) {
  const { receiptSettings, staff } = context;
  return accountingModule({
    ...context,
    ...catalogue.inForce,
    othersAmong,
    payments,
    signer: bookings.signer,
    shop: () => receiptSettings.get().shop,
    mayClose: () => roleCanCall(staff.role(), "report.z", staff.policy().roles),
  });
}

function journalModule(context: TillContext) {
  const onProgress = (progress: { checked: number; total: number }) =>
    context.events.publish({ type: "journal.progress", progress });
  return { commands: journalCommands({ ...context, onProgress }) };
}

/** Stops the background loops. Closing the HTTP pool aborts requests in flight; their operations stay `unknown`. */
async function closeModules({ api, log }: TillContext, modules: ReturnType<typeof startModules>): Promise<void> {
  const all = [
    modules.keys,
    modules.registers,
    modules.display,
    modules.receipts,
    modules.mail,
    modules.setup,
    modules.accounting,
    modules.bookings,
    modules.updates,
    modules.restarts,
    modules.kiosk,
    modules.kioskSettings,
    modules.customers,
    modules.payments,
    modules.ledger,
    modules.centre,
  ];
  const ending = Promise.all(all.map((module) => module.close()));
  await api.close();
  await ending;
  modules.announced.close();
  log.info("the till's queue and pollers have stopped");
}

/** Journals an event. A write error is only logged. */
function journalStop({ database, journal, clock, log }: TillContext, entry: JournalEntry): void {
  try {
    transact(database, () => journal.append(entry, clock.now()));
  } catch (err) {
    log.error({ err, event: entry.event }, "an event could not be written into the journal");
  }
}
