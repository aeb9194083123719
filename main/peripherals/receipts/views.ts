import type { PrinterView, PrintJob } from "../../../contract/receipts/receipts.ts";
import { iso, isoOrNull } from "../../lib/iso-time.ts";
import type { PrinterHealth } from "../printing/health.ts";
import type { JobRow } from "../printing/jobs.ts";
import type { IssuedReceipts } from "./issued.ts";

export function jobView(row: JobRow, issued: IssuedReceipts): PrintJob {
  const about = row.receipt === null ? null : issued.byNumber(row.receipt);
  return {
    id: row.id,
    kind: row.kind,
    posTid: row.posTid,
    paymentNumber: about?.receipt.payment.number ?? null,
    receipt: about && { kind: about.kind, part: about.part, number: about.receipt.number ?? "" },
    copy: row.copy,
    automatic: row.automatic,
    state: row.state,
    attempts: row.attempts,
    problem: row.problem,
    confirmed: row.confirmed,
    createdAt: iso(row.createdAt),
    settledAt: isoOrNull(row.settledAt),
  };
}

export function printerView(
  shown: Pick<PrinterView, "printer" | "choices" | "jobs" | "waiting" | "uploads">,
  { health, isPrinting }: { health: PrinterHealth; isPrinting: boolean },
): PrinterView {
  const { seen, lastProblem } = health;
  const isOff = shown.printer.kind === "none";
  const fault = isOff ? null : (seen?.fault ?? null);
  return {
    ...shown,
    state: isOff ? "off" : isPrinting && fault === null ? "printing" : stateOf(seen),
    fault,
    since: seen === null || isOff ? null : iso(seen.since),
    paperLow: health.paperLow,
    answers: health.answers,
    lastProblem: lastProblem && { problem: lastProblem.problem, at: iso(lastProblem.at) },
  };
}

function stateOf(seen: PrinterHealth["seen"]): "unseen" | "ready" | "fault" {
  if (seen === null) return "unseen";
  return seen.fault === null ? "ready" : "fault";
}
