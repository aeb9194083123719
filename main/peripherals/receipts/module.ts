import type { Payment, Terminal } from "../../../contract/payments/views.ts";
import type { PrinterView, ReceiptSettings, TakeAway } from "../../../contract/receipts/receipts.ts";
import { openBookedVat } from "../../accounting/periods/booked-vat.ts";
import type { Customers } from "../../customers/module.ts";
import { shopTimeZone } from "../../lib/time-zone.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { OperatorContext } from "../../people/context.ts";
import { tillPrefix } from "../../storage/database/identifiers.ts";
import { RESTORED_AT, type SettingStore, settingStore } from "../../storage/database/settings.ts";
import type { CustomerLanguages } from "../customer-display/languages.ts";
import { type PrinterEnvironment, SYSTEM_SURROUNDINGS } from "../printing/find.ts";
import { type JobRow, type PrintJobs, printJobs } from "../printing/jobs.ts";
import { type PrintWorker, startPrintWorker } from "../printing/worker.ts";
import { receiptCommands, takeAwayOf } from "./commands.ts";
import { startFollower } from "./follower.ts";
import { type IssuedReceipts, issuedReceipts } from "./issued.ts";
import { createReceiptIssuer } from "./issuer.ts";
import { labelCommand } from "./label.ts";
import { createPrintJournal } from "./print-journal.ts";
import { programPrints } from "./program-prints.ts";
import type { ReceiptSettingsStore } from "./settings.ts";
import { startUploads } from "./uploads.ts";
import { jobView, printerView } from "./views.ts";

export interface ReceiptsContext extends OperatorContext {
  store: PaymentStore;
  receiptSettings: ReceiptSettingsStore;
  languages: Pick<CustomerLanguages, "chosen" | "usual">;
  recipient: Customers["recipient"];
  environment(): Terminal["environment"];
  printers?: PrinterEnvironment | undefined;
}

export type Receipts = ReturnType<typeof receiptsModule>;

export function receiptsModule(context: ReceiptsContext) {
  const { database, events, receiptSettings: settings, settings: kept, signals, staff, store } = context;
  const stored = settingStore(database);
  const parts = issuing(context);
  const { issued, issuer, jobs, ended } = parts;
  const printer = () => settings.get().printer;
  const view = (): PrinterView => viewOf(settings.get(), { worker, jobs, issued });
  const onGivenOut = () => signals.emit("receipt.changed");
  const onChange = publisherOf(events, view, onGivenOut);
  const payment = (posTid: string): Payment | null => (store.rows.find(posTid) ? store.view(posTid) : null);
  const workerContext = { ...context, surroundings: context.printers ?? SYSTEM_SURROUNDINGS };
  const worker = startPrintWorker({ ...workerContext, jobs, printer, answered: answered(stored), ended, onChange });
  const uploads = startUploads({
    ...context,
    jobs,
    ended,
    onChange,
    trustedHosts: kept.service.trustedHosts,
    tidOf: (posTid) => store.rows.find(posTid)?.tid ?? null,
  });
  const follower = startFollower({
    ...context,
    issuer,
    settings: settings.get,
    payment: store.view,
    isRestored: () => stored.get(RESTORED_AT) !== null,
    onAdded() {
      worker.sendNow();
      uploads.wake();
      onChange();
    },
  });
  signals.on("payment.changed", follower.wake);
  signals.on("service.online", uploads.online);
  const ports = { ...context, ...parts, settings, worker, payment, actor: staff.actor, view, onChange, onGivenOut };
  const commands = receiptCommands(ports);
  return {
    programs: programPrints(ports, commands),
    commands: {
      ...commands,
      "customer.label": labelCommand({ ...context, ...parts, settings, worker, payment }),
    },
    view,
    issuer: parts.issuer,
    /** Returns how the customer gets the latest receipt without paper, or null */
    takeAway: (posTid: string): TakeAway | null => takeAwayOf({ issuer, jobs, payment }, posTid),
    async close() {
      await Promise.all([worker.close(), uploads.close(), follower.close()]);
    },
  };
}

function issuing(context: ReceiptsContext) {
  const { database, journal } = context;
  const prefix = tillPrefix(database);
  const issued = issuedReceipts(database, prefix);
  const jobs = printJobs(database);
  const printJournal = createPrintJournal({ journal, issued, prefix });
  const terms = () => termsOf(context);
  const issuer = createReceiptIssuer({
    ...context,
    issued,
    jobs,
    printJournal,
    terms,
    languageOf: languageIn(context),
    bookedVat: openBookedVat(database),
  });
  return { issued, issuer, jobs, terms, ended: printJournal.ended };
}

/** The language chosen at the counter, or of the request's text, or the shop's usual one. */
function languageIn({ languages }: Pick<ReceiptsContext, "languages">) {
  return ({ posTid, wordsIn }: Payment) => languages.chosen(posTid) ?? wordsIn ?? languages.usual();
}

/** Publishes the view when it changed. `onLook` is called on every check. */
function publisherOf(events: ReceiptsContext["events"], view: () => PrinterView, onLook: () => void): () => void {
  let shown = "";
  return () => {
    onLook();
    const now = view();
    const text = JSON.stringify(now);
    if (text === shown) return;
    shown = text;
    events.publish({ type: "printer.changed", printer: now });
  };
}

function termsOf({ environment, receiptSettings, settings }: ReceiptsContext) {
  const { pos, locale } = settings;
  return {
    shop: receiptSettings.get().shop,
    environment: environment(),
    till: { posId: pos.id, name: pos.name },
    locale,
    timeZone: shopTimeZone(settings),
  };
}

function viewOf(
  { printer, receipt }: ReceiptSettings,
  { worker, jobs, issued }: { worker: PrintWorker; jobs: PrintJobs; issued: IssuedReceipts },
): PrinterView {
  const uploads = waitingUploads(jobs.unsettled("electronic"));
  return printerView(
    { printer, choices: receipt, ...shownJobs(jobs.unsettled("paper"), issued), uploads },
    { health: worker.health(), isPrinting: worker.printing() !== null },
  );
}

/** The oldest jobs are printed next, and the newest may belong to the payment on the screen. */
const SHOWN_OF_EACH_END = 50;

function shownJobs(rows: readonly JobRow[], issued: IssuedReceipts): Pick<PrinterView, "jobs" | "waiting"> {
  const shown = rows.filter((_, at) => at < SHOWN_OF_EACH_END || at >= rows.length - SHOWN_OF_EACH_END);
  return { jobs: shown.map((job) => jobView(job, issued)), waiting: rows.length };
}

function waitingUploads(jobs: readonly JobRow[]) {
  return { waiting: jobs.length, problem: jobs[0]?.problem ?? null };
}

function answered(stored: SettingStore) {
  const NAME = "printerAnswers";
  return {
    get: (address: string) => stored.get(NAME) === address,
    set: (address: string) => stored.set(NAME, address),
  };
}
