/** Journal entries of prints and uploads, and print counts. Runs inside the caller's transaction. */
import type { Journal, JournalData } from "../../storage/journal/journal.ts";
import type { Ended, JobEnd, JobRow } from "../printing/jobs.ts";
import { type IssuedReceipt, type IssuedReceipts, receiptNumber } from "./issued.ts";

export interface PrintJournal {
  printRequested(issued: IssuedReceipt, how: PrintRequest, now: number): void;
  ended: Ended;
}

export interface PrintRequest {
  copy: number;
  automatic: boolean;
  actor: string | null;
  /** Null: printed by the window, without a known result */
  jobId: string | null;
}

export function createPrintJournal({
  journal,
  issued,
  prefix,
}: {
  journal: Journal;
  issued: IssuedReceipts;
  prefix: string;
}): PrintJournal {
  return {
    printRequested({ number, posTid, kind, part }, { copy, automatic, actor, jobId }, now) {
      issued.count(number, 1);
      const data: JournalData = { receipt: receiptNumber(prefix, number), kind, part, copy };
      const event = jobId === null ? "receipt.printed" : "receipt.queued";
      const how: JournalData = jobId === null ? { by: "page" } : { automatic, jobId };
      journal.append({ event, posTid, actor, data: { ...data, ...how } }, now);
    },
    ended(job, end, { now, actor }) {
      const problem = "problem" in end ? end.problem : null;
      if (job.receipt === null) {
        const event = job.kind === "slip" ? "shift.printed" : "printer.tested";
        journal.append({ event, actor, data: { end: end.state, problem } }, now);
        return;
      }
      // A print that was not sent does not count, so the next one is no copy.
      const wasNotSent = end.state === "failed" || end.state === "cancelled";
      if (job.kind === "receipt" && wasNotSent) issued.count(job.receipt, -1);
      const { posTid, copy, id: jobId } = job;
      const about = issued.byNumber(job.receipt);
      const which: JournalData = about === null ? {} : { kind: about.kind, part: about.part };
      const data: JournalData = { receipt: receiptNumber(prefix, job.receipt), ...which, copy, jobId, problem };
      const confirmed: JournalData = "confirmed" in end ? { confirmed: end.confirmed } : {};
      journal.append({ event: eventOf(job, end), posTid, actor, data: { ...data, ...confirmed } }, now);
    },
  };
}

function eventOf({ kind }: JobRow, end: JobEnd): string {
  if (kind === "electronic") return end.state === "done" ? "receipt.sent" : "receipt.notSent";
  if (end.state === "done") return "receipt.printed";
  if (end.state === "unknown") return end.looked ? "receipt.looked" : "receipt.unknown";
  return "receipt.dropped";
}
