import type { Payment } from "../../../contract/payments/views.ts";
import type { EscPosPrinter, Receipt, ReceiptRef } from "../../../contract/receipts/receipts.ts";
import { canonicalBytes } from "../../../contract/values/canonical-json.ts";
import type { CustomerLanguage } from "../../../contract/values/customer-language.ts";
import type { VatTotal } from "../../../contract/values/vat.ts";
import type { BookedVat } from "../../accounting/periods/booked-vat.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { escPos } from "../printing/escpos.ts";
import { endJob, type JobRow, type PrintJobs } from "../printing/jobs.ts";
import { blocksOf } from "./blocks.ts";
import { contextOf } from "./context.ts";
import type { IssuedReceipt, IssuedReceipts } from "./issued.ts";
import { buildReceipt, type ReceiptTerms } from "./model.ts";
import type { PrintJournal } from "./print-journal.ts";
import { receiptTime } from "./time.ts";

export interface IssuerPorts extends Pick<StorageContext, "clock" | "database" | "journal"> {
  issued: IssuedReceipts;
  jobs: PrintJobs;
  printJournal: PrintJournal;
  bookedVat: BookedVat;
  terms(): ReceiptTerms;
  languageOf(payment: Payment): CustomerLanguage;
}

export type ReceiptIssuer = ReturnType<typeof createReceiptIssuer>;

export interface PrintedBy {
  actor: string | null;
  automatic: boolean;
}

export function createReceiptIssuer(ports: IssuerPorts) {
  const { clock, database, printJournal, jobs } = ports;
  return {
    preview(payment: Payment, ref: ReceiptRef): { receipt: Receipt; issued: IssuedReceipt | null } {
      const issued = ports.issued.find(payment.posTid, ref);
      if (issued === null) return { issued, receipt: build(ports, payment, ref) };
      const open = jobs.openOf(issued.number);
      return { issued, receipt: open === null ? asPrinted(issued, clock.now()) : asQueued(issued, open) };
    },
    print: (payment: Payment, ref: ReceiptRef, printer: EscPosPrinter, who: PrintedBy) =>
      transact(database, () => print(ports, payment, ref, { printer, ...who })),
    /** Counts a print made by the window */
    printOnPage: (payment: Payment, ref: ReceiptRef, actor: string | null): Receipt =>
      transact(database, () => {
        const now = clock.now();
        const issued = issue(ports, payment, ref, now);
        printJournal.printRequested(issued, { actor, automatic: false, copy: issued.prints, jobId: null }, now);
        return asPrinted(issued, now);
      }),
    /** Issues a receipt shown on a screen, without a print */
    give: (payment: Payment, ref: ReceiptRef) =>
      transact(database, () => issue(ports, payment, ref, clock.now()).receipt),
    upload: (payment: Payment, ref: ReceiptRef): void =>
      transact(database, () => {
        const { posTid } = payment;
        if (jobs.uploadOf(posTid) !== null) return;
        const now = clock.now();
        const { number, receipt } = issue(ports, payment, ref, now);
        const bytes = canonicalBytes(receipt);
        jobs.add({ kind: "electronic", receipt: number, posTid, copy: 0, automatic: true, bytes }, now);
      }),
  };
}

function print(ports: IssuerPorts, payment: Payment, ref: ReceiptRef, { printer, actor, automatic }: Printed) {
  const { printJournal, clock, jobs } = ports;
  const now = clock.now();
  const issued = issue(ports, payment, ref, now);
  const open = jobs.openOf(issued.number);
  if (open) return { job: open, receipt: asQueued(issued, open) };
  const last = jobs.ofReceipt(issued.number);
  if (last?.state === "unknown" && last.settledAt === null) {
    const looked = { state: "unknown", problem: last.problem, looked: true } as const;
    endJob({ ...ports, ended: printJournal.ended }, last, looked, actor);
  }
  const copy = issued.prints;
  const receipt = asPrinted(issued, now);
  const bytes = escPos(blocksOf(receipt), printer, { drawer: ref.kind === "sale" && copy === 0 });
  const { posTid } = payment;
  const job = jobs.add({ kind: "receipt", receipt: issued.number, posTid, copy, automatic, bytes }, now);
  printJournal.printRequested(issued, { actor, automatic, copy, jobId: job.id }, now);
  return { job, receipt };
}

type Printed = PrintedBy & { printer: EscPosPrinter };

function build({ journal, languageOf, terms, bookedVat }: IssuerPorts, payment: Payment, ref: ReceiptRef): Receipt {
  const context = contextOf(payment, ref, journal.ofPayment(payment.posTid));
  const language = languageOf(payment);
  return buildReceipt(payment, ref, { ...context, language, vat: vatOf(bookedVat, payment, ref) }, terms());
}

/** VAT as booked, so that a period's receipts add up to its report. Slips of a reservation have none. */
function vatOf(booked: BookedVat, payment: Payment, { kind, part }: ReceiptRef): VatTotal[] {
  const { posTid, captures, refunds } = payment;
  if (kind === "reservation" || kind === "release") return [];
  const of = kind === "refund" ? refunds : captures;
  const bookedAs = kind === "refund" ? "refund" : "capture";
  if (part > 0) {
    const one = of[part - 1];
    return one ? booked.ofPayment(posTid, bookedAs, one.amount, one.id) : [];
  }
  const productTotal = of.reduce((sum, { amount }) => sum + amount, 0);
  return booked.ofPayment(posTid, bookedAs, productTotal);
}

function issue(ports: IssuerPorts, payment: Payment, ref: ReceiptRef, now: number): IssuedReceipt {
  return ports.issued.find(payment.posTid, ref) ?? ports.issued.issue(build(ports, payment, ref), now);
}

function asQueued(issued: IssuedReceipt, { copy, createdAt }: JobRow): Receipt {
  return asPrinted({ ...issued, prints: copy }, createdAt);
}

function asPrinted({ receipt, prints }: IssuedReceipt, now: number): Receipt {
  if (prints === 0) return receipt;
  return { ...receipt, copy: { count: prints, time: receiptTime(now, receipt.time.timeZone) } };
}
