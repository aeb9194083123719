/** The close of a period. One transaction checks, decides, seals and releases, or nothing changes. */

import type {
  Comparison,
  ReconciliationSummary,
  RecordedDecision,
  Report,
} from "../../../contract/accounting/reports.ts";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, notAllowed, type Result } from "../../../contract/calls/errors.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PaymentCommands } from "../../payments/commands.ts";
import type { PaymentStore } from "../../payments/store.ts";
import { transact } from "../../storage/database/database.ts";
import type { ComparisonBeforeClose } from "../reconciliation/before-close.ts";
import type { Differences } from "../reconciliation/differences.ts";
import { blockedReason, decide, withBulk } from "./decisions.ts";
import type { Checked, JournalChecker } from "./journal-check.ts";
import { makeReport, type ReportPorts } from "./report.ts";
import { openTallyCheck } from "./tally-check.ts";
import { blockersOf, type UnresolvedPorts, unconfirmedMoney, unresolvedOf } from "./unresolved.ts";

export interface ClosingPorts extends ReportPorts, Pick<UnresolvedPorts, "store" | "differences"> {
  store: PaymentStore;
  differences: Differences;
  clock: Clock;
  payments: Pick<PaymentCommands, "release">;
  journalCheck: JournalChecker;
  reconciliation(period: number): ReconciliationSummary | null;
  beforeClose: ComparisonBeforeClose;
  /** The service's clock, by which reservations expire: milliseconds since the epoch */
  serviceNow(): number;
  actor(): string | null;
  /** Returns whether the acting user is still allowed to close, because the comparison takes time */
  mayClose(): boolean;
  /** Time of a restore still being compared, in milliseconds since the epoch; otherwise null */
  restoredAt(): number | null;
  closed(report: Report): Promise<void>;
}

export type Closing = ReturnType<typeof createClosing>;

/** Creates the close command. A second close during a close fails with `conflict`. */
export function createClosing(ports: ClosingPorts) {
  let isClosing = false;
  return {
    async z(input: CommandInput<"report.z">): Promise<Result<Report>> {
      if (isClosing) {
        return failed("conflict", { because: reasonFor("close_under_way") });
      }
      isClosing = true;
      try {
        const closed = await compareAndSeal(ports, input);
        if (closed.ok) await ports.closed(closed.value);
        return closed;
      } finally {
        isClosing = false;
      }
    },
  };
}

/** Attempts to compare again when a booking is made during the comparison. */
const ATTEMPTS = 3;

async function compareAndSeal(ports: ClosingPorts, input: CommandInput<"report.z">): Promise<Result<Report>> {
  const refused = earlyRefusal(ports, input);
  if (refused) return refused;
  for (let attempt = 1; ; attempt += 1) {
    if (!input.uncompared) await ports.beforeClose.complete();
    const checked = await ports.journalCheck.checkAll(ports.seals.anchor());
    const isStale = !input.uncompared && ports.beforeClose.comparisonNow().state === "not_compared";
    const isBooked = isStale && ports.reconciliation(ports.seals.openPeriod())?.state === "done";
    if (!isBooked || attempt === ATTEMPTS) return seal(ports, input, checked);
  }
}

/** Checks before the comparison what the comparison cannot change. */
function earlyRefusal(
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
  const { seals, tally, store } = ports;
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
    underWay: unconfirmedMoney(store, ports.shop.currency),
  };
  const content = makeReport(ports, frame, { decisions, by });
  const marks = {
    at: Date.parse(content.to),
    through: tally.lastSequence(),
    journalThrough: store.journal.head().entries,
  };
  const report = seals.seal(content, marks);
  const { number, currency, captured, refunded, fees } = report;
  const compared = frame.comparison.state !== "not_compared";
  const data = { number, currency, captured, refunded, fees, compared, hash: report.seal?.hash ?? null };
  store.journal.append({ event: "report.closed", actor: by, data }, now);
  applyDecisions(ports, decisions, now);
  return report;
}

/** Checks everything except the comparison, and returns the decisions to record. */
function refuseUnready(ports: ClosingPorts, input: CommandInput<"report.z">): RecordedDecision[] {
  refuseImpossible(ports, input);
  const unresolved = unresolvedOf({ ...ports, currency: ports.shop.currency }, ports.serviceNow());
  const givenDecisions = withBulk(unresolved, input.decisions ?? [], input.bulk ?? []);
  if (givenDecisions === null) throw new Refused(failed("conflict", { because: reasonFor("close_changed_many") }));
  const decided = decide(unresolved, givenDecisions);
  if (!decided.ok) throw new Refused(decided);
  return decided.value;
}

function refuseImpossible(ports: ClosingPorts, input: CommandInput<"report.z">): void {
  const period = ports.seals.openPeriod();
  if (input.number !== undefined && input.number !== period) {
    const because = reasonFor("close_other_number", { next: period, asked: input.number });
    throw new Refused(failed("conflict", { because }));
  }
  refuseBlocked(ports);
  refuseDisagreement(ports);
}

function refuseUncompared({ beforeClose }: ClosingPorts, { uncompared }: CommandInput<"report.z">): Comparison {
  const comparison = beforeClose.comparisonNow();
  if (comparison.state !== "not_compared" || uncompared) return comparison;
  const because = reasonFor("close_not_compared", { why: comparison.becauseReason ?? "" });
  const code = beforeClose.isUnanswered() ? "offline" : "illegal_state";
  throw new Refused(failed(code, { because, fields: [invalidField("uncompared", reasonFor("field_uncompared"))] }));
}

function refuseBlocked(ports: ClosingPorts): void {
  const [blocker, ...more] = blockersOf(ports, ports.restoredAt());
  if (!blocker) return;
  const paymentRef = blocker.because === "restored" ? {} : { posTid: blocker.posTid };
  throw new Refused(failed("illegal_state", { ...paymentRef, because: blockedReason([blocker, ...more]) }));
}

/** Refuses a close if the tally differs from the bookings: only triggers write it, so the data was tampered with. */
function refuseDisagreement({ database }: ClosingPorts): void {
  const period = openTallyCheck(database).inOpenPeriod();
  if (period === null) return;
  throw new Refused(failed("illegal_state", { because: reasonFor("close_disagrees", { period }) }));
}

/** Records the decisions in the transaction of the Z. Requests are sent and events published after the commit. */
function applyDecisions(
  { store, differences, payments, actor }: ClosingPorts,
  decisions: readonly RecordedDecision[],
  now: number,
) {
  for (const { decision, difference, posTid, tid, note } of decisions) {
    if (decision === "accept" && difference !== null) {
      differences.accept(difference.id);
      const data = { difference: difference.id, kind: difference.kind, tid, note };
      store.journal.append({ event: "difference.accepted", posTid, actor: actor(), data }, now);
    }
    if (decision === "release" && posTid !== null) {
      const released = payments.release({ posTid });
      if (!released.ok) throw new Refused(released);
    }
  }
}
