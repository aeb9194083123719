/** Journal entries of prints and uploads, and print counts. Runs inside the caller's transaction. */
import type { JournalEntry } from "../../../contract/journal/events.ts";
import type { Journal } from "../../storage/journal/journal.ts";
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
      const data = { receipt: receiptNumber(prefix, number), kind, part, copy };
      const event = jobId === null ? "receipt.printed" : "receipt.queued";
      const how = jobId === null ? { by: "page" as const } : { automatic, jobId };
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
      const which = about === null ? {} : { kind: about.kind, part: about.part };
      const confirmed = "confirmed" in end ? { confirmed: end.confirmed } : {};
      const receipt = receiptNumber(prefix, job.receipt);
      const data: PrintData = { receipt, ...which, copy, jobId, problem, ...confirmed };
      journal.append({ event: eventOf(job, end), posTid, actor, data }, now);
    },
  };
}

type PrintData = JournalEntry<"receipt.printed">["data"];

function eventOf({ kind }: JobRow, end: JobEnd) {
  if (kind === "electronic") return end.state === "done" ? "receipt.sent" : "receipt.notSent";
  if (end.state === "done") return "receipt.printed";
  if (end.state === "unknown") return end.looked ? "receipt.looked" : "receipt.unknown";
  return "receipt.dropped";
}
