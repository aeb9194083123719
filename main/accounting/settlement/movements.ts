/** What is known of a settlement file's rows only when all of them are read: payouts, and signs that are not written. Pure. */
import type { SettlementMovement } from "../../../contract/reports.ts";
import { type FileLine, type FileMoney, sumsOf } from "../../../contract/settlement-match.ts";

/** Gross and net of a row, as they are written. */
export interface Written {
  gross: number;
  net: number | null;
}

/** A row that is neither a capture nor a refund. */
export interface OtherRow {
  movement: SettlementMovement;
  written: Written;
}

/** With more of them, some signs would fit the payout by chance. */
const MOST_SIGNS = 6;

/**
 * Tells payouts from other movements, and gives each of these the sign that the file or its payout gives it.
 * @param refunds the file's refunds: it writes other movements as it writes these
 */
export function sortMovements(
  lines: readonly FileLine[],
  rows: readonly OtherRow[],
  refunds: readonly Written[],
): FileMoney {
  const money: FileMoney = { lines: [...lines], others: [], payouts: [] };
  let balance = 0;
  let next = 0;
  for (const { movement, written } of rows) {
    for (let line = lines[next]; line && line.line < movement.line; line = lines[++next]) {
      balance += sumsOf({ lines: [line], others: [] }).net;
    }
    const { amount, fee, net } = movement;
    const paid = net && (written.gross === 0 || Math.abs(net) < Math.abs(amount)) ? net : amount;
    const left = balance - fee;
    // As with rows that are called payout, the sign says nothing.
    const takesAll = paid !== 0 && Math.abs(paid) === Math.abs(left);
    if (
      /^payout$/i.test(movement.action) ||
      (takesAll && /payout|utbetaling|settlement|oppgjør/i.test(movement.action))
    ) {
      money.payouts.push(paid);
      // A payout's own fee is a movement like any other.
      if (fee !== 0) money.others.push({ ...movement, amount: 0, net: -fee });
      balance = left - Math.abs(paid);
    } else {
      money.others.push(hasNoSign(movement, written, refunds) ? { ...movement, sign: "unknown" } : movement);
      balance = left + amount;
    }
  }
  return { ...money, others: signByPayout(money, rows) };
}

/** Whether a row without a minus sign may be money that was taken all the same: a refund is written like it. */
function hasNoSign({ amount }: SettlementMovement, { gross, net }: Written, refunds: readonly Written[]): boolean {
  if (amount <= 0 || (net !== null && net < 0)) return false;
  return refunds.some(
    (refund) =>
      (gross === 0 || refund.gross > 0) && (net === null || refund.net === null ? refund.gross > 0 : refund.net > 0),
  );
}

/** Where the payout is right with one choice of the unknown signs only, they are that. */
function signByPayout(money: FileMoney, rows: readonly OtherRow[]): SettlementMovement[] {
  const { others, payouts } = money;
  const unknown = others.filter(({ sign }) => sign === "unknown");
  if (payouts.length === 0 || unknown.length > MOST_SIGNS) return others;
  const paid = Math.abs(payouts.reduce((sum, amount) => sum + amount, 0));
  const choices = unknown.reduce<SettlementMovement[][]>(
    (all, one) =>
      all.flatMap((signed) => [
        [...signed, { ...one, sign: "payout" }],
        [...signed, taken(one, rows)],
      ]),
    [[]],
  );
  const known = sumsOf(money).net;
  const [right, another] = choices.filter(
    (signed) => Math.abs(known + signed.reduce((sum, { amount }) => sum + amount, 0)) === paid,
  );
  if (!right || another) return others;
  return others.map((one) => right.find(({ line }) => line === one.line) ?? one);
}

/** The movement in the other direction. Where it has a net alone, that is less its fee. */
function taken(movement: SettlementMovement, rows: readonly OtherRow[]): SettlementMovement {
  const { amount, fee, net, line } = movement;
  const isNet = rows.some(({ movement: { line: at }, written: { gross } }) => at === line && gross === 0);
  return { ...movement, amount: isNet ? fee - (net ?? 0) : -amount, sign: "payout" };
}
