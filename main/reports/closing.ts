/** The close of a period: everything is looked at, decided about, sealed and released in one transaction, or nothing is. */
import type { CommandInput } from "../../contract/commands.ts";
import { done, failed, notAllowed, type Result } from "../../contract/errors.ts";
import type { Comparison, ReconciliationSummary, RecordedDecision, Report } from "../../contract/reports.ts";
import type { Clock } from "../clock.ts";
import type { Ledger } from "../payments/ledger.ts";
import type { PaymentService } from "../payments/service.ts";
import { transact } from "../store/database.ts";
import { agreementOf } from "./agreement.ts";
import type { Comparing } from "./comparison.ts";
import { blockedReason, decide } from "./decisions.ts";
import type { Differences } from "./differences.ts";
import type { Checked, JournalChecker } from "./journal-check.ts";
import { makeReport, type ReportPorts } from "./report.ts";
import { blockersOf, type UnresolvedPorts, unresolvedOf } from "./unresolved.ts";

export interface ClosingPorts extends ReportPorts, Pick<UnresolvedPorts, "ledger" | "differences"> {
  ledger: Ledger;
  differences: Differences;
  clock: Clock;
  payments: Pick<PaymentService, "release">;
  journalCheck: JournalChecker;
  /** The last reconciliation of the open period */
  reconciliation(period: number): ReconciliationSummary | null;
  /** Whether the open period is compared with the service */
  comparing: Comparing;
  /** The service's time, by which reservations end: ms since the epoch */
  serviceNow(): number;
  actor(): string | null;
  /** Whether whoever acts may close the period, still: comparing it takes its time */
  mayClose(): boolean;
  /** When a backup was restored whose payments are still compared with the service, ms since the epoch; or null */
  restoredAt(): number | null;
  /** After the commit, before the answer */
  closed(report: Report): Promise<void>;
}

export interface Closing {
  z(input: CommandInput<"report.z">): Promise<Result<Report>>;
}

/** Makes the command. Two closes at the same time are one: whoever comes while one is under way is told so. */
export function createClosing(ports: ClosingPorts): Closing {
  let underWay = false;
  return {
    async z(input) {
      if (underWay) {
        return failed("conflict", {
          reason: "The period is just being closed. Nothing was closed twice: look at the list of Zs.",
        });
      }
      underWay = true;
      try {
        const closed = await compareAndSeal(ports, input);
        if (closed.ok) await ports.closed(closed.value);
        return closed;
      } finally {
        underWay = false;
      }
    },
  };
}

/** Something may be booked while it is compared: it is compared again then, so often. */
const ATTEMPTS = 3;

async function compareAndSeal(ports: ClosingPorts, input: CommandInput<"report.z">): Promise<Result<Report>> {
  const refused = refusedAtOnce(ports, input);
  if (refused) return refused;
  for (let attempt = 1; ; attempt += 1) {
    if (!input.uncompared) await ports.comparing.complete();
    const checked = await ports.journalCheck.aside(ports.seals.anchor());
    const isStale = !input.uncompared && ports.comparing.asItIs().state === "not_compared";
    const isBooked = isStale && ports.reconciliation(ports.seals.openPeriod())?.state === "done";
    if (!isBooked || attempt === ATTEMPTS) return seal(ports, input, checked);
  }
}

/** What need not be compared first to be refused; what is under way may be settled meanwhile. */
function refusedAtOnce(
  ports: ClosingPorts,
  input: CommandInput<"report.z">,
): Extract<Result<never>, { ok: false }> | null {
  try {
    refuseImpossible(ports, input);
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

/** What makes the transaction go back, with what the caller is told. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly result: Extract<Result<never>, { ok: false }>;
  constructor(result: Extract<Result<never>, { ok: false }>) {
    super(result.error.message);
    this.result = result;
  }
}

function seal(ports: ClosingPorts, input: CommandInput<"report.z">, checked: Checked): Result<Report> {
  try {
    return done(transact(ports.database, () => sealNow(ports, input, checked)));
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

function sealNow(ports: ClosingPorts, input: CommandInput<"report.z">, checked: Checked): Report {
  const { seals, tally, ledger } = ports;
  if (!ports.mayClose()) throw new Refused(notAllowed("manager"));
  const now = ports.clock.now();
  const period = seals.openPeriod();
  const decisions = refuseUnready(ports, input);
  const by = ports.actor();
  const frame = {
    now,
    journal: ports.journalCheck.finish(seals.anchor(), checked),
    reconciliation: ports.reconciliation(period),
    comparison: refuseUncompared(ports, input),
  };
  const content = makeReport(ports, frame, { decisions, by });
  const marks = { at: Date.parse(content.to), through: tally.last(), journalThrough: ledger.journal.head().entries };
  const report = seals.seal(content, marks);
  const { number, currency, captured, refunded, fees } = report;
  const compared = frame.comparison.state !== "not_compared";
  const data = { number, currency, captured, refunded, fees, compared, hash: report.seal?.hash ?? null };
  ledger.journal.append({ event: "report.closed", actor: by, data }, now);
  carryOut(ports, decisions, now);
  return report;
}

/** Everything but the comparison. @returns what was decided */
function refuseUnready(ports: ClosingPorts, input: CommandInput<"report.z">): RecordedDecision[] {
  refuseImpossible(ports, input);
  const unresolved = unresolvedOf({ ...ports, currency: ports.shop.currency }, ports.serviceNow());
  const decided = decide(unresolved, input.decisions ?? []);
  if (!decided.ok) throw new Refused(decided);
  return decided.value;
}

/** What no comparison changes. */
function refuseImpossible(ports: ClosingPorts, input: CommandInput<"report.z">): void {
  const period = ports.seals.openPeriod();
  if (input.number !== undefined && input.number !== period) {
    const reason = `The next Z is number ${period}, not ${input.number}: somebody closed the period meanwhile. Nothing was closed.`;
    throw new Refused(failed("conflict", { reason }));
  }
  refuseBlocked(ports);
  refuseDisagreement(ports);
}

function refuseUncompared({ comparing }: ClosingPorts, { uncompared }: CommandInput<"report.z">): Comparison {
  const comparison = comparing.asItIs();
  if (comparison.state !== "not_compared" || uncompared) return comparison;
  const reason = `The period was not closed: it is not compared with the payment service. ${comparison.because} No money moved. Try again, or decide to close it without comparing.`;
  const expected = "true, to close the period without comparing it";
  const code = comparing.isUnanswered() ? "offline" : "illegal_state";
  throw new Refused(failed(code, { reason, fields: [{ field: "uncompared", expected }] }));
}

function refuseBlocked(ports: ClosingPorts): void {
  const blockers = blockersOf(ports, ports.restoredAt());
  const [blocker] = blockers;
  if (!blocker) return;
  const where = blocker.because === "restored" ? {} : { posTid: blocker.posTid };
  throw new Refused(failed("illegal_state", { ...where, reason: blockedReason(blockers) }));
}

/** A Z is made of sums. Nobody but the database itself writes them: whatever they say else was put there. */
function refuseDisagreement({ database }: ClosingPorts): void {
  const period = agreementOf(database).ofOpen();
  if (period === null) return;
  const reason = `The period was not closed: the sums of period ${period} do not agree with its bookings, so this till's data was changed or is damaged. No money moved. Stop the till and go back to a backup, or call support.`;
  throw new Refused(failed("illegal_state", { reason }));
}

/**
 * What follows from decisions is written down with the Z, in the period that has just begun: both are there, or neither.
 * It is sent, and told to anybody, when all of it is committed.
 */
function carryOut(
  { ledger, differences, payments, actor }: ClosingPorts,
  decisions: readonly RecordedDecision[],
  now: number,
) {
  for (const { decision, difference, posTid, tid, note } of decisions) {
    if (decision === "accept" && difference !== null) {
      differences.accept(difference.id);
      const data = { difference: difference.id, kind: difference.kind, tid, note };
      ledger.journal.append({ event: "difference.accepted", posTid, actor: actor(), data }, now);
    }
    if (decision === "release" && posTid !== null) {
      const released = payments.release({ posTid });
      if (!released.ok) throw new Refused(released);
    }
  }
}
