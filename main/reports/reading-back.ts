/** One payment read back from the service and compared with what is booked of it here. */
import type { ComparedSide } from "../../contract/reports.ts";
import type { ApiClient } from "../api/client.ts";
import { type ApiError, describeError } from "../api/errors.ts";
import { getOutcome } from "../api/payment-request.ts";
import type { Clock } from "../clock.ts";
import type { Ledger } from "../payments/ledger.ts";
import { type Outcome, readOutcome } from "../payments/outcome.ts";
import type { Database } from "../store/database.ts";
import { differenceBetween, sideOf } from "./compare.ts";
import type { FoundDifference } from "./differences.ts";

/** At most five questions a second. */
export const SPACING_MS = 200;

export interface ReadingPorts {
  api: ApiClient;
  database: Database;
  ledger: Ledger;
  clock: Clock;
  /** Takes in what the service says now */
  outcome(posTid: string, outcome: Outcome): void;
  /** Aborted when the till stops */
  closing: AbortSignal;
}

/** What came of it; `unanswered`: nothing is known, ask again later. */
export type Reading =
  | { is: "compared"; found: FoundDifference | null; updated: boolean }
  | { is: "unanswered"; because: string };

/**
 * Reads a payment's outcome back, takes in what is new, and compares. What differs is asked for once more: a callback may
 * have come in between, and one answer alone is no proof.
 */
export async function readBack(ports: ReadingPorts, posTid: string): Promise<Reading> {
  const first = await readOnce(ports, posTid);
  if (first.is === "unanswered" || first.found === null) return first;
  await ports.clock.sleep(SPACING_MS, ports.closing);
  if (ports.closing.aborted) return { is: "unanswered", because: "The till stops." };
  const second = await readOnce(ports, posTid);
  return second.is === "compared" ? { ...second, updated: first.updated || second.updated } : second;
}

async function readOnce(ports: ReadingPorts, posTid: string): Promise<Reading> {
  const { api, ledger } = ports;
  const tid = ledger.rows.find(posTid)?.tid;
  if (!tid) return { is: "compared", found: null, updated: false };
  const answer = await getOutcome(api, tid);
  if (!answer.ok) {
    if (!isUnknown(answer.error)) return { is: "unanswered", because: describeError(answer.error) };
    const here = bookedHere(ports, posTid);
    return { is: "compared", found: differenceBetween({ posTid, tid, here }, null), updated: false };
  }
  const outcome = readOutcome(answer.value);
  if (outcome === null) return { is: "unanswered", because: "The service named no known status." };
  const before = JSON.stringify(bookedHere(ports, posTid));
  ports.outcome(posTid, outcome);
  const here = bookedHere(ports, posTid);
  const found = differenceBetween({ posTid, tid, here }, sideOf(outcome));
  return { is: "compared", found, updated: JSON.stringify(here) !== before };
}

/** Whether the service says that there is no such thing. */
export function isUnknown(error: ApiError): boolean {
  return error.kind === "refused" && error.status === 404;
}

/** This till's side: what its reports say. */
export function bookedHere(
  { database, ledger }: Pick<ReadingPorts, "database" | "ledger">,
  posTid: string,
): ComparedSide {
  const row = ledger.rows.find(posTid);
  const sums = database
    .prepare<[string], Omit<ComparedSide, "status" | "currency">>(
      `SELECT coalesce(sum((kind = 'capture') * (amount + additional_amount)), 0) AS captured,
         coalesce(sum((kind = 'refund') * (amount + additional_amount)), 0) AS refunded,
         coalesce(sum((kind = 'capture') * additional_amount), 0) AS tips,
         coalesce(sum((kind = 'refund') * additional_amount), 0) AS tipsRefunded,
         coalesce(sum(transaction_fee + interchange_fee), 0) AS fees
       FROM booking WHERE pos_tid = ?`,
    )
    .get(posTid);
  const { captured = 0, refunded = 0, tips = 0, tipsRefunded = 0, fees = 0 } = sums ?? {};
  const { outcome, currency = "" } = row ?? {};
  return { status: outcome?.status ?? null, currency, captured, refunded, tips, tipsRefunded, fees };
}
