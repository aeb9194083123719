/** Compares three records of vends that know nothing of each other: the service's payments, the journal, the motor. */
import type { JournalLine } from "../../contract/journal.ts";
import type { Payment } from "../../contract/views.ts";
import type { Sandbox } from "../../sandbox/service.ts";
import type { Drop, FakeDispenser } from "./fake-dispenser.ts";

export interface VendRecords {
  sandbox: Pick<Sandbox, "payments" | "captures">;
  motor: FakeDispenser["motor"];
  /** As the till shows them, when all vends are over */
  payments: readonly Payment[];
  journal: readonly Pick<JournalLine, "event" | "posTid" | "values">[];
}

/** What does not agree, a sentence each. Of a vend that is `unknown` nothing more may be captured than the rule says. */
export function vendDisagreements({ sandbox, motor, payments, journal }: VendRecords): string[] {
  const problems: string[] = [];
  const known = new Map(payments.map((payment) => [payment.tid, payment]));
  for (const { tid, status } of sandbox.payments()) {
    if (!known.has(tid)) problems.push(`${tid} is at the service alone`);
    if (status === "auth" || status === "pending") problems.push(`${tid} is still ${status} at the service`);
  }
  const ids = new Set(payments.map(({ vend }) => vend?.id));
  for (const id of motor.keys()) if (!ids.has(id)) problems.push(`the motor ran for ${id}, which no payment has`);
  for (const payment of payments) {
    const { posTid, tid, vend } = payment;
    if (vend === null) continue;
    const captured = tid === null ? 0 : sumOf(sandbox.captures(tid));
    const lines = journal.filter((line) => line.posTid === posTid);
    const dropped = motor.get(vend.id) ?? [];
    problems.push(
      ...problemsOf(payment, captured, dropped).map((problem) => `${posTid} (${vend.state}): ${problem}`),
      ...journalProblems(lines, captured, dropped, vend.state).map((problem) => `${posTid}: in the journal ${problem}`),
    );
  }
  return problems;
}

function problemsOf({ vend, capturedTotal, lines }: Payment, captured: number, dropped: readonly Drop[]): string[] {
  const problems: string[] = [];
  const items = vend?.items ?? [];
  const worth = items.reduce((sum, { slot, quantity, unitAmount }) => {
    return sum + Math.min(quantity, countOf(dropped, slot)) * unitAmount;
  }, 0);
  if (capturedTotal !== captured) problems.push(`the till says ${capturedTotal}, the service ${captured}`);
  const isRight = vend?.state === "done" ? captured === worth : captured <= worth;
  if (!isRight) problems.push(`${captured} was captured for goods of ${worth}`);
  if (vend?.state === "cancelled" && dropped.length > 0) problems.push("goods dropped");
  const sold = lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
  if (captured > 0 && sold !== captured) problems.push(`its lines come to ${sold}, and ${captured} was captured`);
  return problems;
}

function journalProblems(
  lines: readonly Pick<JournalLine, "event" | "values">[],
  captured: number,
  dropped: readonly Drop[],
  state: string,
): string[] {
  const problems: string[] = [];
  const of = (event: string) => lines.filter((line) => line.event === event);
  const money = of("money.captured").reduce((sum, { values }) => sum + Number(values.amount), 0);
  if (money !== captured) problems.push(`${money} was captured, and ${captured} at the service`);
  if (of("vend.reported").length > 1) problems.push("it was reported more than once");
  const reported = (of("vend.reported")[0] ?? of("vend.resolved")[0])?.values.dropped;
  const told = dropped.map(({ slot, quantity }) => `${slot}: ${quantity}`).join(", ");
  if (state === "done" && reported !== told) problems.push(`${reported} dropped, and ${told} by the motor`);
  if (dropped.length > 0 && of("vend.ordered").length !== 1) problems.push("it was not ordered once");
  const asked = of("operation.requested").map(({ values }) => values.kind);
  for (const kind of ["capture", "release"])
    if (asked.filter((one) => one === kind).length > 1) problems.push(`${kind} was asked for more than once`);
  return problems;
}

function countOf(dropped: readonly Drop[], slot: string): number {
  return dropped.reduce((sum, one) => sum + (one.slot === slot ? one.quantity : 0), 0);
}

function sumOf(movements: readonly { amount: number; additionalAmount: number }[]): number {
  return movements.reduce((sum, { amount, additionalAmount }) => sum + amount + additionalAmount, 0);
}
