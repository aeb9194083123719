import type { SettlementMovement } from "../../../contract/accounting/reports.ts";
import type { FileLine, FileMoney } from "../../../contract/accounting/settlement-match.ts";

export interface WrittenAmount {
  gross: number;
  /** Gross with its sign: net plus fees where the file has a net */
  signedGross: number;
  form: string;
}

export interface OtherRow {
  movement: SettlementMovement;
  written: WrittenAmount;
}

/** Complete names only: a "payout fee" and a "returned payout" are other movements. */
const PAYOUT = /^(pay-?out|utbetaln?ing|udbetaling|auszahlung|disbursement)$/i;

const isNegative = ({ signedGross }: WrittenAmount) => signedGross < 0;
const isPositive = ({ signedGross }: WrittenAmount) => signedGross > 0;

/** Separates payouts by name, and marks movements with an uncertain sign. Refunds show how the file writes signs. */
export function sortMovements(
  lines: readonly FileLine[],
  rows: readonly OtherRow[],
  refunds: readonly WrittenAmount[],
): FileMoney {
  const isPayout = ({ movement: { action, amount } }: OtherRow) => amount !== 0 && PAYOUT.test(action);
  const paid = rows.filter(isPayout);
  const isSigned = ![...refunds, ...paid.map(({ written }) => written)].some(isPositive);
  const negative = [...refunds, ...rows.map(({ written }) => written)].filter(isNegative);
  const hasSign = ({ form }: WrittenAmount) => isSigned && negative.some((row) => row.form === form);
  const others = rows.flatMap((row): SettlementMovement[] => {
    const { movement } = row;
    if (!isPayout(row)) return [isSignCertain(row, hasSign(row.written)) ? movement : { ...movement, sign: "unknown" }];
    // A payout's fee is a movement of its own.
    return movement.fee === 0 ? [] : [{ ...movement, amount: 0, net: -movement.fee }];
  });
  // Among signed refunds, an unsigned one may be a reversed refund.
  const unsignedRefunds = refunds.some(isNegative) ? refunds.filter(isPositive) : [];
  const unsigned = others.filter(({ sign }) => sign === "unknown").length + unsignedRefunds.length;
  return { lines: [...lines], others, payouts: paid.map(paidAmount), unsigned };
}

/** `hasSign`: the file writes minus signs in such rows, and has no unsigned refund or payout. */
function isSignCertain({ movement: { amount, net }, written: { gross, signedGross } }: OtherRow, hasSign: boolean) {
  if (amount === 0 || signedGross < 0) return true;
  if (gross < 0 || signedGross === 0) return false;
  return hasSign || (net !== null && net < 0);
}

/** The paid amount of a payout with a fee is the smaller of gross and net. */
function paidAmount({ movement: { net }, written: { gross } }: OtherRow): number {
  return net && (gross === 0 || Math.abs(net) < Math.abs(gross)) ? net : gross;
}
