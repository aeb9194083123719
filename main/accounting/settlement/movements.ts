/** Finds a settlement file's payouts, and the rows whose sign is not certain. Pure. */
import type { SettlementMovement } from "../../../contract/reports.ts";
import type { FileLine, FileMoney } from "../../../contract/settlement-match.ts";

/** What a row moved, as it is written. */
export interface Written {
  gross: number;
  /** By its net before its fee; where it has none, by its gross */
  moved: number;
  /** The columns that say so */
  form: string;
}

/** A row that is neither a capture nor a refund. */
export interface OtherRow {
  movement: SettlementMovement;
  written: Written;
}

/** Whole names: a "payout fee" and a "returned payout" are other movements. */
const PAYOUT = /^(pay-?out|utbetaln?ing|udbetaling|auszahlung|disbursement)$/i;

const isNegative = ({ moved }: Written) => moved < 0;
const isPositive = ({ moved }: Written) => moved > 0;

/**
 * Separates payouts, by their names, from other movements, and marks each of these whose sign is not certain.
 * @param refunds the file's refunds: it writes other movements as it writes these
 */
export function sortMovements(
  lines: readonly FileLine[],
  rows: readonly OtherRow[],
  refunds: readonly Written[],
): FileMoney {
  const isPayout = ({ movement: { action, amount } }: OtherRow) => amount !== 0 && PAYOUT.test(action);
  const paid = rows.filter(isPayout);
  const isSigned = ![...refunds, ...paid.map(({ written }) => written)].some(isPositive);
  const negative = [...refunds, ...rows.map(({ written }) => written)].filter(isNegative);
  const hasSign = ({ form }: Written) => isSigned && negative.some((row) => row.form === form);
  const others = rows.flatMap((row): SettlementMovement[] => {
    const { movement } = row;
    if (!isPayout(row)) return [isCertain(row, hasSign(row.written)) ? movement : { ...movement, sign: "unknown" }];
    // A payout's own fee is a movement like any other.
    return movement.fee === 0 ? [] : [{ ...movement, amount: 0, net: -movement.fee }];
  });
  // Next to refunds with a minus sign, one without it may be a refund that was taken back.
  const unlike = refunds.some(isNegative) ? refunds.filter(isPositive) : [];
  const unsigned = others.filter(({ sign }) => sign === "unknown").length + unlike.length;
  return { lines: [...lines], others, payouts: paid.map(paidBy), unsigned };
}

/**
 * Whether a row's sign is written, or can only be a plus.
 * @param hasSign whether the file writes minus signs in such rows, and has no refund or payout without one
 */
function isCertain({ movement: { amount, net }, written: { gross, moved } }: OtherRow, hasSign: boolean) {
  if (amount === 0 || moved < 0) return true;
  if (gross < 0 || moved === 0) return false;
  return hasSign || (net !== null && net < 0);
}

/** What arrives of a payout that has a fee is the smaller one of its gross and net. */
function paidBy({ movement: { net }, written: { gross } }: OtherRow): number {
  return net && (gross === 0 || Math.abs(net) < Math.abs(gross)) ? net : gross;
}
