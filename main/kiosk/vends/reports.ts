/** Records the machine's responses about a vend: what dropped, that it is unknown, or a later contradiction. */
import type { EventOf, JournalEntry } from "../../../contract/journal/events.ts";
import type { ReportProblem, UnknownDropRule } from "../../../contract/kiosk/vend.ts";
import { inEnglish, type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { Log } from "../../lib/log.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { SlotCount, VendOrderAnswer, VendReport } from "../dispenser.ts";
import type { Slots } from "../slots/slots.ts";
import { doubtfulVerdict, UNORDERED, type Verdict, verdictOf } from "../slots/verdict.ts";
import type { VendChange, VendRow, VendRows } from "./rows.ts";
import { interpretUnknownVend, type VendTime } from "./step.ts";
import {
  dropReasons,
  formatDrops,
  isSameDrop,
  isWithin,
  linesOf,
  mergedBySlot,
  payableAmount,
  payableItems,
  shortfallReasons,
} from "./vend-items.ts";
import type { Watch } from "./watch.ts";

export interface ReportPorts {
  store: PaymentStore;
  vends: VendRows;
  log: Log;
  slots: Pick<Slots, "applyResult" | "applyRefusal">;
  watch: Pick<Watch, "isFirstProblem">;
  unknownDrop(): UnknownDropRule;
}

/** Records whether the machine accepted or refused an order. Without a response, nothing is recorded. */
export function recordOrderResponse(ports: ReportPorts, row: VendRow, answer: VendOrderAnswer): void {
  const { posTid, id } = row;
  if (answer === "accepted")
    changeAndJournal(ports, { event: "vend.taken", posTid, data: { id } }, (now) => ({ acceptedAt: now }));
  if (answer === "accepted" || answer === "unreached") return;
  changeAndJournal(ports, { event: "vend.refused", posTid, data: { id } }, (now) => {
    ports.slots.applyRefusal(row, answer, now);
    return { refusedAt: now };
  });
}

/** Records a report. Returns `unordered` for a vend that neither the machine nor this database has ordered. */
export function recordReport(ports: ReportPorts, row: VendRow, report: VendReport, time: VendTime): "unordered" | null {
  switch (report.state) {
    case "pending":
      if (row.because !== null) changeIfUnchanged(ports, row, null, { because: null }, []);
      return null;
    case "unreached":
      return null;
    case "unreadable":
      recordUnreadable(ports, row, report.problem);
      return null;
    case "done":
    case "failed":
      recordReliableReport(ports, row, report.state, mergedBySlot(report.dropped));
      return null;
    case "unknown":
      applyUnknownDropRule(ports, row, reasonFor("vend_machine_unsure"), mergedBySlot(report.dropped));
      return null;
    case "strange": {
      const meaning = interpretUnknownVend(row, time);
      if (meaning === "nothing" && row.state === "authorising") return "unordered";
      if (meaning === "nothing") recordReliableReport(ports, row, "strange", []);
      if (meaning === "forgotten") applyUnknownDropRule(ports, row, reasonFor("vend_forgotten"));
      return null;
    }
  }
}

/** Lists the vend with its unreadable field. Log and journal record each field once, however reports alternate. */
function recordUnreadable(ports: ReportPorts, row: VendRow, problem: ReportProblem): void {
  if (row.because?.values.field === problem.field) return;
  const isFirst = ports.watch.isFirstProblem(row.posTid, problem.field);
  if (isFirst) ports.log.warn({ posTid: row.posTid, ...problem }, "vend.unreadable");
  const because = unreadableReason(problem);
  const verdict = isFirst && row.state === "dispensing" ? doubtfulVerdict(row, because) : null;
  changeIfUnchanged(ports, row, verdict, { because }, isFirst ? [doubtEntry(row, because, null)] : []);
}

export function unreadableReason({ field, found }: ReportProblem): Reason {
  return reasonFor("vend_unreadable", { field, found: found === null ? reasonFor("vend_missing") : { quoted: found } });
}

/** Records a reliable report, which decides the payment and the receipt. */
function recordReliableReport(ports: ReportPorts, row: VendRow, state: string, report: SlotCount[]): void {
  const because = differenceReason(ports, { ...row, report }, state);
  const verdict =
    state === "strange" || (row.refusedAt !== null && report.length === 0) ? UNORDERED : verdictOf(row, report);
  changeIfUnchanged(ports, row, verdict, { state: "settling", report, because }, [
    { event: "vend.reported", posTid: row.posTid, data: { id: row.id, state, dropped: formatDrops(report) } },
    ...(because === null ? [] : [doubtEntry(row, because, null)]),
  ]);
}

/** Returns why a vend is listed: more items dropped than ordered, or the machine finished with fewer. */
function differenceReason({ store }: ReportPorts, row: VendRow, state: string): Reason | null {
  const { items, posTid } = row;
  const report = row.report ?? [];
  const captured = { amount: payableAmount(row), currency: store.view(posTid).currency };
  if (!isWithin(items, report)) return reasonFor("vend_other_drop", { dropped: dropReasons(report), captured });
  if (state !== "done" || isSameDrop(items, report) || items.length === 0) return null;
  return reasonFor("vend_short", { dropped: shortfallReasons(items, report), captured });
}

/** Applies the rule when no report can be expected; `dropped` is what the machine reported anyway. */
export function applyUnknownDropRule(
  ports: ReportPorts,
  row: VendRow,
  because: Reason,
  dropped: SlotCount[] = [],
): void {
  // The rule the customer was shown, whatever is configured now.
  const rule = row.unknownDrop ?? ports.unknownDrop();
  const report = dropped.length > 0 ? dropped : null;
  const line = doubtEntry(row, because, rule);
  if (report !== null) line.data.dropped = formatDrops(dropped);
  changeIfUnchanged(ports, row, doubtfulVerdict(row, because), { state: "settling", because, rule, report }, [line]);
}

type VendEntry = JournalEntry<Exclude<EventOf<"vend">, "vend.tested">>;

/** An operator may have resolved the vend during the request; that result stays. */
function changeIfUnchanged(
  { slots, store, vends }: ReportPorts,
  row: VendRow,
  verdict: Verdict | null,
  change: VendChange,
  journal: readonly VendEntry[],
): void {
  store.commit(row.posTid, (now) => {
    if (vends.find(row.posTid)?.state !== row.state) return;
    vends.change(row.posTid, change);
    const lines = change.state === "settling" ? linesOf(payableItems({ ...row, ...change })) : [];
    if (lines.length > 0) store.rows.change(row.posTid, { lines }, now);
    for (const line of journal) store.journal.append(line, now);
    if (verdict !== null) slots.applyResult(row, verdict, now);
  });
}

function doubtEntry(
  { id, posTid }: VendRow,
  because: Reason,
  rule: UnknownDropRule | null,
): JournalEntry<"vend.doubted"> {
  return { event: "vend.doubted", posTid, data: { id, because: inEnglish(because), rule } };
}

/** Records that the money cannot follow the items, in addition to earlier doubts. */
export function recordDoubt(
  ports: ReportPorts,
  row: VendRow,
  because: Reason,
  changeAt: (now: number) => VendChange = () => ({}),
): void {
  // A vend never ordered ends here; an ordered one finishes first.
  const isOver = row.state === "authorising" || row.state === "cancelled";
  const end = isOver ? ({ state: "unknown" } as const) : {};
  changeAndJournal(ports, doubtEntry(row, because, row.rule), (now) => ({
    ...end,
    ...changeAt(now),
    because: combineReasons(row, because),
  }));
}

function combineReasons({ because: first }: VendRow, second: Reason): Reason {
  return first === null ? second : reasonFor("vend_also", { first, second });
}

/** Compares a second report. The first one counts; a contradiction needs an operator's attention. */
export function recordSecondReport(ports: ReportPorts, row: VendRow, report: VendReport): void {
  const { posTid, id } = row;
  const hasReport = report.state === "done" || report.state === "failed";
  // After an operator resolved a silent vend, only the machine's own report counts.
  if (!hasReport && row.resolvedAt !== null) return;
  if (report.state === "unreadable") {
    ports.log.warn({ posTid, ...report.problem }, "vend.unreadable");
    const reason = unreadableReason(report.problem);
    recordDoubt(ports, row, reason, (now) => {
      ports.slots.applyResult(row, doubtfulVerdict(row, reason), now);
      return { recheckedAt: now };
    });
    return;
  }
  const first = row.report ?? [];
  const second = hasReport ? mergedBySlot(report.dropped) : first;
  if (isSameDrop(first, second)) {
    ports.store.commit(posTid, (now) => {
      ports.vends.change(posTid, { recheckedAt: now });
      if (!hasReport) return;
      const verdict = verdictOf(row, second);
      // After an operator's finding this is the machine's first report, which counts for the slots.
      if (row.resolvedAt !== null || (row.rule === null && verdict.is === "good"))
        ports.slots.applyResult(row, verdict, now);
    });
    return;
  }
  const because = reasonFor("vend_second_report", { dropped: dropReasons(first), second: dropReasons(second) });
  const data = { id, first: formatDrops(first), second: formatDrops(second) };
  changeAndJournal(ports, { event: "vend.contradicted", posTid, data }, (now) => {
    ports.slots.applyResult(row, doubtfulVerdict(row, because), now);
    return { recheckedAt: now, because: combineReasons(row, because) };
  });
}

export function changeAndJournal(
  { store, vends }: Pick<ReportPorts, "store" | "vends">,
  entry: VendEntry,
  changeAt: (now: number) => VendChange,
): void {
  store.commit(entry.posTid, (now) => {
    vends.change(entry.posTid, changeAt(now));
    store.journal.append(entry, now);
  });
}
