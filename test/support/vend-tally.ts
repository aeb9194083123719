/** Compares three independent records of a day: the service's payments, the journal and the motor. */
import type { CommandValues } from "../../contract/bridge/commands.ts";
import type { JournalLine } from "../../contract/journal/journal.ts";
import type { VendToReview, VendView } from "../../contract/kiosk/vend.ts";
import type { Payment } from "../../contract/payments/views.ts";
import type { Reason, ReasonCode } from "../../contract/reasons/reasons.ts";
import type { Sandbox } from "../../sandbox/service.ts";
import type { Drop, FakeDispenser } from "./fake-dispenser.ts";

export interface VendRecords {
  sandbox: Pick<Sandbox, "payments" | "captures">;
  motor: FakeDispenser["motor"];
  /** Payments as shown by the till, after all have finished */
  payments: readonly Payment[];
  /** Vends listed for review, and why */
  listed: readonly Pick<VendToReview, "posTid" | "rule" | "becauseReason">[];
  /** Review reasons that the test caused for a vend; any other is a mistake of the till */
  allowedReasons(vend: string): readonly ReasonCode[];
  journal: readonly Pick<JournalLine, "event" | "posTid" | "values">[];
}

/** Returns all pages of `vend.list`. */
export async function listedVends(
  page: (cursor?: string) => Promise<CommandValues["vend.list"]>,
): Promise<VendToReview[]> {
  const all: VendToReview[] = [];
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await page(cursor);
    all.push(...items);
    if (next === null) return all;
    cursor = next;
  }
}

type Lines = readonly Pick<JournalLine, "event" | "values">[];

/** Returns the differences, one sentence each. */
export function vendDisagreements(records: VendRecords): string[] {
  const { sandbox, motor, payments, listed, journal } = records;
  const problems: string[] = [];
  const known = new Map(payments.map((payment) => [payment.tid, payment]));
  for (const { tid, status } of sandbox.payments()) {
    if (!known.has(tid)) problems.push(`${tid} is at the service alone`);
    if (status === "auth" || status === "pending") problems.push(`${tid} is still ${status} at the service`);
  }
  const ids = new Set(payments.map(({ vend }) => vend?.id));
  for (const id of motor.keys()) if (!ids.has(id)) problems.push(`the motor ran for ${id}, which no payment has`);
  const due = payments.filter(({ vend }) => isDueForList(vend)).map(({ posTid }) => posTid);
  for (const { posTid } of listed) if (!due.includes(posTid)) problems.push(`${posTid} is listed without a cause`);
  for (const payment of payments) {
    const { posTid, tid } = payment;
    const captured = tid === null ? 0 : sumOf(sandbox.captures(tid));
    const lines = journal.filter((line) => line.posTid === posTid);
    const about = [...moneyProblems(payment, captured, lines), ...vendProblems(payment, captured, lines, records)];
    problems.push(...about.map((problem) => `${posTid} (${payment.vend?.state ?? payment.phase}): ${problem}`));
  }
  return problems;
}

function moneyProblems({ capturedTotal, lines: sale }: Payment, captured: number, lines: Lines): string[] {
  const problems: string[] = [];
  if (capturedTotal !== captured) problems.push(`the till says ${capturedTotal}, the service ${captured}`);
  const booked = of(lines, "money.captured").reduce((sum, { values }) => sum + Number(values.amount), 0);
  if (booked !== captured) problems.push(`${booked} is in the journal, and ${captured} was captured`);
  const sold = sale.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
  if (captured > 0 && sale.length > 0 && sold !== captured)
    problems.push(`its lines come to ${sold}, and ${captured} was captured`);
  const asked = of(lines, "operation.requested").map(({ values }) => values.kind);
  for (const kind of ["capture", "release"])
    if (asked.filter((one) => one === kind).length > 1) problems.push(`${kind} was asked for more than once`);
  return problems;
}

function vendProblems({ posTid, vend }: Payment, captured: number, lines: Lines, records: VendRecords): string[] {
  if (vend === null) return [];
  const problems: string[] = [];
  const dropped = records.motor.get(vend.id) ?? [];
  const entry = records.listed.find((one) => one.posTid === posTid) ?? null;
  const isResolved = of(lines, "vend.resolved").length > 0;
  // An operator's count applies where the machine reported none; otherwise the motor's count, or the rule.
  const payable = droppedValue(vend.items, isResolved ? vend.dropped : dropped);
  const ruled = entry?.rule === "capture" ? droppedValue(vend.items, vend.items) : 0;
  const due = vend.state === "cancelled" ? 0 : entry !== null && entry.rule !== null ? ruled : payable;
  if (captured !== due) problems.push(`${captured} was captured for goods of ${due}`);
  if (vend.state === "cancelled" && dropped.length > 0) problems.push("goods dropped");
  if (isDueForList(vend)) problems.push(...causeProblems(vend.id, entry, records));
  return [...problems, ...reportProblems(vend.state, dropped, isResolved, lines)];
}

function isDueForList(vend: VendView | null): boolean {
  return vend?.state === "unknown" || (vend?.state === "done" && vend.short);
}

function causeProblems(vend: string, entry: VendRecords["listed"][number] | null, records: VendRecords): string[] {
  if (entry === null) return ["it is listed nowhere"];
  const may = records.allowedReasons(vend);
  return causesOf(entry.becauseReason)
    .filter((code) => !may.includes(code))
    .map((code) => `it is listed for ${code}, which nothing gave cause for`);
}

function causesOf({ code, values }: Reason): ReasonCode[] {
  if (code !== "vend_also") return [code];
  return Object.values(values).flatMap((one) => (isReason(one) ? causesOf(one) : []));
}

function isReason(value: unknown): value is Reason {
  return typeof value === "object" && value !== null && "code" in value;
}

function reportProblems(state: string, dropped: readonly Drop[], isResolved: boolean, lines: Lines): string[] {
  const problems: string[] = [];
  const reports = of(lines, "vend.reported");
  if (reports.length > 1) problems.push("it was reported more than once");
  const reported = (reports[0] ?? of(lines, "vend.resolved")[0])?.values.dropped;
  const byMotor = dropped.map(({ slot, quantity }) => `${slot}: ${quantity}`).join(", ");
  if (state === "done" && !isResolved && reported !== byMotor)
    problems.push(`${reported} dropped by the journal, and ${byMotor} by the motor`);
  if (dropped.length > 0 && of(lines, "vend.ordered").length !== 1) problems.push("it was not ordered once");
  return problems;
}

function of(lines: Lines, event: string): Lines {
  return lines.filter((line) => line.event === event);
}

function droppedValue(items: readonly (Drop & { unitAmount: number })[], dropped: readonly Drop[]): number {
  return items.reduce(
    (sum, { slot, quantity, unitAmount }) => sum + Math.min(quantity, countOf(dropped, slot)) * unitAmount,
    0,
  );
}

function countOf(dropped: readonly Drop[], slot: string): number {
  return dropped.reduce((sum, one) => sum + (one.slot === slot ? one.quantity : 0), 0);
}

function sumOf(movements: readonly { amount: number; additionalAmount: number }[]): number {
  return movements.reduce((sum, { amount, additionalAmount }) => sum + amount + additionalAmount, 0);
}
