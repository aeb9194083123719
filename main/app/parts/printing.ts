/** Receipts, the printer and the upload of receipts, put together: beside the payments, never in their way. */
import type { Payment } from "../../../contract/views.ts";
import type { EventStream } from "../../bridge/events.ts";
import { environmentOf } from "../../configuration/settings/environment.ts";
import type { Ledger } from "../../payments/store.ts";
import { type JobRow, printJobs } from "../../peripherals/printing/jobs.ts";
import { startPrintWorker } from "../../peripherals/printing/worker.ts";
import { receiptCommands } from "../../peripherals/receipts/commands.ts";
import { startFollower } from "../../peripherals/receipts/follower.ts";
import { issuedReceipts } from "../../peripherals/receipts/issued.ts";
import { createReceiptIssuer } from "../../peripherals/receipts/issuer.ts";
import { createPrintJournal } from "../../peripherals/receipts/print-journal.ts";
import { receiptSettings } from "../../peripherals/receipts/settings.ts";
import { startUploads } from "../../peripherals/receipts/uploads.ts";
import { jobView, printerView } from "../../peripherals/receipts/views.ts";
import { tillPrefix } from "../../storage/database/identifiers.ts";
import { RESTORED_AT, type SettingStore, settingStore } from "../../storage/database/settings.ts";
import type { Base } from "./base.ts";

export interface PrintingParts {
  ledger: Ledger;
  events: EventStream;
  actor(): string | null;
}

/** Starts everything about receipts. */
export function startPrinting(base: Base, { ledger, events, actor }: PrintingParts) {
  const { database, connectivity, settings: kept } = base;
  const prefix = tillPrefix(database);
  const stored = settingStore(database);
  const issued = issuedReceipts(database, prefix);
  const jobs = printJobs(database);
  const printJournal = createPrintJournal({ journal: base.journal, issued, prefix });
  const shopName = () => connectivity.merchantName() ?? kept.service.merchant;
  const settings = receiptSettings({ ...base, shopName });
  const terms = () => termsOf(base, settings.get().shop);
  const issuer = createReceiptIssuer({ ...base, issued, jobs, printJournal, terms });
  const { ended } = printJournal;
  const printer = () => settings.get().printer;
  const worker = startPrintWorker({ ...base, jobs, printer, answered: answered(stored), ended, onChange });
  const uploads = startUploads({
    ...{ ...base, jobs, ended, onChange },
    trustedHosts: kept.service.trustedHosts,
    tidOf: (posTid) => ledger.rows.find(posTid)?.tid ?? null,
  });
  const follower = startFollower({
    ...{ ...base, issuer, settings: settings.get, payment: ledger.view },
    isRestored: () => stored.get(RESTORED_AT) !== null,
    onAdded() {
      worker.hurry();
      uploads.wake();
      onChange();
    },
  });
  const payment = (posTid: string): Payment | null => (ledger.rows.find(posTid) ? ledger.view(posTid) : null);
  const view = () =>
    printerView({
      printer: printer(),
      choices: settings.get().receipt,
      health: worker.health(),
      isPrinting: worker.printing() !== null,
      jobs: jobs.unsettled("paper").map((job) => jobView(job, issued)),
      uploads: waitingUploads(jobs.unsettled("electronic")),
    });
  let shown = "";
  function onChange(): void {
    const now = view();
    const text = JSON.stringify(now);
    if (text === shown) return;
    shown = text;
    events.publish({ type: "printer.changed", printer: now });
  }
  return {
    handlers: receiptCommands({
      ...{ ...base, issuer, issued, jobs, settings, worker, ended, terms, payment, actor, view, onChange },
    }),
    view,
    /** A payment changed: there may be something to give out */
    wake: follower.wake,
    online: uploads.online,
    async close() {
      await Promise.all([worker.close(), uploads.close(), follower.close()]);
    },
  };
}

function termsOf(base: Base, shop: ReturnType<ReturnType<typeof receiptSettings>["get"]>["shop"]) {
  const { pos, locale, timeZone } = base.settings;
  return {
    shop,
    environment: environmentOf(base.settings, base.vault),
    till: { posId: pos.id, name: pos.name },
    locale,
    timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

function waitingUploads(jobs: readonly JobRow[]) {
  return { waiting: jobs.length, problem: jobs[0]?.problem ?? null };
}

/** The one printer that is known to answer questions: its silence is a fault. */
function answered(stored: SettingStore) {
  const NAME = "printerAnswers";
  return {
    get: (address: string) => stored.get(NAME) === address,
    set: (address: string) => stored.set(NAME, address),
  };
}
