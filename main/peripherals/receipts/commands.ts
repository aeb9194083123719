import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import {
  type FoundPrinter,
  type PrintedReceipt,
  type PrinterView,
  type ReceiptRef,
  type ReceiptSettings,
  type ReceiptView,
  receiptsOf,
  type TakeAway,
} from "../../../contract/receipts/receipts.ts";
import { operatorLanguageOf } from "../../../contract/values/customer-language.ts";
import { openShiftStore } from "../../accounting/shifts/shift-store.ts";
import { type Visibility, withoutOwners } from "../../bridge/locked-events.ts";
import type { StorageContext } from "../../storage/context.ts";
import { escPos } from "../printing/escpos.ts";
import { type Ended, endJob, type JobEnd, type PrintJobs } from "../printing/jobs.ts";
import { testPage } from "../printing/test-page.ts";
import type { PrintWorker } from "../printing/worker.ts";
import { receiptHtml } from "./html.ts";
import type { IssuedReceipts } from "./issued.ts";
import type { ReceiptIssuer } from "./issuer.ts";
import type { ReceiptTerms } from "./model.ts";
import type { ReceiptSettingsStore } from "./settings.ts";
import { slipBlocks } from "./slip.ts";
import { receiptText } from "./take-away.ts";
import { jobView } from "./views.ts";

export interface ReceiptCommandPorts extends Pick<StorageContext, "clock" | "database" | "signals"> {
  issuer: ReceiptIssuer;
  issued: IssuedReceipts;
  jobs: PrintJobs;
  settings: ReceiptSettingsStore;
  worker: PrintWorker;
  ended: Ended;
  terms(): ReceiptTerms;
  payment(posTid: string): Payment | null;
  actor(): string | null;
  view(): PrinterView;
  onChange(): void;
  /** Called when a receipt was shown for the customer to take along */
  onGivenOut(): void;
}

export type ReceiptCommands = ReturnType<typeof receiptCommands>;

export function receiptCommands(ports: ReceiptCommandPorts) {
  return {
    "receipt.get": (input: CommandInput<"receipt.get">): Result<ReceiptView> =>
      withReceipt(ports, input, (payment, ref) => done(receiptView(ports, payment, ref))),
    "receipt.takeAway": ({ posTid }: CommandInput<"receipt.takeAway">) => giveOut(ports, posTid),
    "receipt.print": (input: CommandInput<"receipt.print">): Result<PrintedReceipt> =>
      withReceipt(ports, input, (payment, ref) =>
        input.on === "page" ? printOnPage(ports, payment, ref) : print(ports, payment, ref),
      ),
    "receipt.settings.get": (): Result<ReceiptSettings> => done(ports.settings.get()),
    "receipt.settings.set"(input: CommandInput<"receipt.settings.set">): Result<ReceiptSettings> {
      ports.settings.set(input, { actor: ports.actor(), now: ports.clock.now() });
      ports.worker.sendNow();
      ports.onChange();
      ports.signals.emit("terminal.outdated");
      return done(ports.settings.get());
    },
    "printer.get": (_input: CommandInput<"printer.get">, seen: Visibility): Result<PrinterView> =>
      done(seen.isLocked() ? withoutOwners(ports.view(), seen.isOnScreen) : ports.view()),
    "printer.find": async ({ search }: CommandInput<"printer.find">): Promise<Result<{ found: FoundPrinter[] }>> =>
      done({ found: await ports.worker.find(search) }),
    "printer.slip": ({ id }: CommandInput<"printer.slip">): Result<PrinterView> => slip(ports, id),
    "printer.test": (): Result<PrinterView> => test(ports),
    "printer.cancel": ({ jobId }: CommandInput<"printer.cancel">): Result<PrinterView> => cancel(ports, jobId),
  };
}

function withReceipt<T>(
  { payment }: ReceiptCommandPorts,
  { posTid, kind, part }: CommandInput<"receipt.get">,
  use: (payment: Payment, ref: ReceiptRef) => Result<T>,
): Result<T> {
  const foundPayment = payment(posTid);
  if (!foundPayment) return failed("not_found", { posTid });
  const matches = (ref: ReceiptRef) => (kind ?? ref.kind) === ref.kind && (part ?? ref.part) === ref.part;
  const ref = receiptsOf(foundPayment).find(matches);
  if (ref) return use(foundPayment, ref);
  const reason =
    kind === undefined
      ? "This payment has no receipt: nothing was charged, refunded or reserved."
      : "This payment has no such receipt. No money moved. Check the payment's history.";
  return failed("illegal_state", { posTid, reason });
}

function receiptView({ issuer, issued, jobs }: ReceiptCommandPorts, payment: Payment, ref: ReceiptRef): ReceiptView {
  const { receipt, issued: issuedReceipt } = issuer.preview(payment, ref);
  const job = issuedReceipt && jobs.ofReceipt(issuedReceipt.number);
  const upload = jobs.uploadOf(payment.posTid);
  return {
    receipt,
    html: receiptHtml(receipt),
    receipts: receiptsOf(payment),
    prints: issuedReceipt?.prints ?? 0,
    job: job && jobView(job, issued),
    electronic: upload && jobView(upload, issued),
  };
}

/** A reservation's slip is no receipt to take along. */
function isReceipt({ kind }: ReceiptRef): boolean {
  return kind === "sale" || kind === "capture" || kind === "refund";
}

function giveOut(ports: ReceiptCommandPorts, posTid: string): Result<{ takeAway: TakeAway | null }> {
  const { issuer, payment } = ports;
  const foundPayment = payment(posTid);
  if (!foundPayment) return failed("not_found", { posTid });
  const ref = receiptsOf(foundPayment).find(isReceipt);
  if (ref !== undefined && takeAwayOf(ports, posTid)?.way === "code") issuer.give(foundPayment, ref);
  ports.onGivenOut();
  return done({ takeAway: takeAwayOf(ports, posTid) });
}

/** Returns how the customer gets the latest receipt without paper. Writes nothing. */
export function takeAwayOf(
  { issuer, jobs, payment }: Pick<ReceiptCommandPorts, "issuer" | "jobs" | "payment">,
  posTid: string,
): TakeAway | null {
  const foundPayment = payment(posTid);
  const ref = foundPayment && receiptsOf(foundPayment).find(isReceipt);
  if (!foundPayment || !ref) return null;
  const upload = ref.kind === "refund" ? null : jobs.uploadOf(posTid);
  if (upload?.state === "done") return { way: "app" };
  if (upload !== null && upload.settledAt === null && upload.problem === null) return { way: "coming" };
  return { way: "code", text: receiptText(issuer.preview(foundPayment, ref).receipt) };
}

const NO_PRINTER = reasonFor("print_no_printer");

function print(ports: ReceiptCommandPorts, payment: Payment, ref: ReceiptRef): Result<PrintedReceipt> {
  const { issuer, issued, settings, worker } = ports;
  const { printer } = settings.get();
  if (printer.kind === "none") return failed("illegal_state", { posTid: payment.posTid, because: NO_PRINTER });
  const { job, receipt } = issuer.print(payment, ref, printer, { actor: ports.actor(), automatic: false });
  worker.sendNow();
  ports.onChange();
  return done({ receipt, html: receiptHtml(receipt), job: jobView(job, issued) });
}

function printOnPage(ports: ReceiptCommandPorts, payment: Payment, ref: ReceiptRef): Result<PrintedReceipt> {
  const receipt = ports.issuer.printOnPage(payment, ref, ports.actor());
  return done({ receipt, html: receiptHtml(receipt), job: null });
}

function test(ports: ReceiptCommandPorts): Result<PrinterView> {
  const { clock, jobs, settings, worker } = ports;
  const { printer, shop } = settings.get();
  if (printer.kind === "none") return failed("illegal_state", { because: NO_PRINTER });
  const isQueued = jobs.unsettled("paper").some(({ kind, state }) => kind === "test" && state === "queued");
  if (!isQueued) {
    const { locale, till, timeZone } = ports.terms();
    const language = operatorLanguageOf(locale);
    const blocks = testPage(printer, { shop, till: till.name, timeZone, language, now: clock.now() });
    const bytes = escPos(blocks, printer);
    jobs.add({ kind: "test", receipt: null, posTid: null, copy: 0, automatic: false, bytes }, clock.now());
  }
  worker.sendNow();
  ports.onChange();
  return done(ports.view());
}

function slip(ports: ReceiptCommandPorts, id: string): Result<PrinterView> {
  const { clock, database, jobs, settings, worker } = ports;
  const handOver = openShiftStore(database).find(id);
  if (handOver === null) return failed("not_found", { because: reasonFor("shift_none") });
  const { printer, shop } = settings.get();
  if (printer.kind === "none") return failed("illegal_state", { because: NO_PRINTER });
  const { environment, locale, till, timeZone } = ports.terms();
  const language = operatorLanguageOf(locale);
  const terms = { shopName: shop.name, till: till.name, environment, locale, timeZone, language };
  const bytes = escPos(slipBlocks(handOver, terms), printer);
  jobs.add({ kind: "slip", receipt: null, posTid: null, copy: 0, automatic: false, bytes }, clock.now());
  worker.sendNow();
  ports.onChange();
  return done(ports.view());
}

function cancel(ports: ReceiptCommandPorts, jobId: string): Result<PrinterView> {
  const job = ports.jobs.find(jobId);
  if (!job || job.kind === "electronic") return failed("not_found", { because: reasonFor("print_none") });
  if (job.settledAt !== null) return done(ports.view());
  if (job.state === "sending") {
    return failed("illegal_state", { because: reasonFor("print_under_way") });
  }
  const end: JobEnd =
    job.state === "unknown"
      ? { state: "unknown", problem: job.problem, looked: true }
      : { state: "cancelled", problem: null };
  endJob(ports, job, end, ports.actor());
  ports.onChange();
  return done(ports.view());
}
