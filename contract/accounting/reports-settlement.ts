/** Settlement and ledger files of the service. Amounts in minor units, times ISO 8601 in UTC. */

export interface SettlementMatch {
  id: string;
  name: string;
  importedAt: string;
  by: string | null;
  fingerprint: string;
  currency: string;
  /** First and last time of capture and refund lines */
  from: string | null;
  to: string | null;
  /** Captures and refunds, except those known to be another till's */
  lines: number;
  /** Lines without money: request, auth, release and zero amounts */
  passedOver: number;
  /** Lines of the merchant's other points of sale, as far as known */
  others: number;
  /** gross: captures − refunds; fee: with interchange and VAT; net = gross + otherAmount − fee */
  gross: number;
  fee: number;
  net: number;
  /** Fees of matched captures and refunds, by the service's outcomes */
  feeHere: number;
  /** Fees of the same in the file, without VAT; null in matches of older tills */
  feeThere: number | null;
  /** Sum of the file's nets; null without such a column, and in matches of older tills */
  netInFile: number | null;
  /** Sum of other movements (chargeback, correction …), except those of other tills */
  otherAmount: number;
  /**
   * Payout of the whole file, other tills included: computed from lines, and stated in payout lines. `stated` is null
   * without payout lines or with `unsigned` rows; `payout` is null in matches of older tills.
   */
  payout: { rows: number; stated: number | null; unsigned: number } | null;
  /** Equal in amount and known fee, with a correct net */
  matched: number;
  onlyInFile: SettlementLine[];
  onlyHere: SettlementBooking[];
  different: SettlementDifference[];
  /** Other movements, named as in the file */
  movements: SettlementMovement[];
  /** Full counts; the four lists hold at most 500 each */
  counts: { onlyInFile: number; onlyHere: number; different: number; movements: number };
  /** Differing lines by kind; a line may count in several */
  kinds: Record<SettlementDifferenceKind, number>;
}

/** Differs from the booking (`amount`), the outcome (`fee`), or its own gross less deductions (`net`). */
export type SettlementDifferenceKind = "amount" | "fee" | "net";

export interface SettlementDifference {
  kinds: SettlementDifferenceKind[];
  line: SettlementLine;
  here: SettlementBooking;
}

/** Amounts are positive for captures and refunds, negative for a reversed capture. */
export interface SettlementLine {
  /** 1 is the header */
  line: number;
  tid: string;
  subId: string | null;
  action: "capture" | "refund";
  at: string;
  amount: number;
  fee: number;
  /** As in the file; null: none; absent in matches of older tills */
  net?: number | null;
}

/** A movement other than captures and refunds. Negative amounts were deducted. */
export interface SettlementMovement {
  line: number;
  tid: string | null;
  action: string;
  at: string | null;
  amount: number;
  /** The sign is uncertain, so no sum includes the amount */
  sign?: "unknown";
  fee: number;
  net: number | null;
}

export interface SettlementBooking {
  posTid: string;
  number: string;
  tid: string | null;
  /** Capture or refund id; null for a single step */
  id: string | null;
  action: "capture" | "refund";
  at: string;
  amount: number;
  fee: number;
  /** Number of its Z, or of the open period */
  period: number;
  /** Within 15 minutes of the file's start or end, so it may be in an adjacent file */
  atEdge: boolean;
}

export type SettlementSummary = Omit<SettlementMatch, "onlyInFile" | "onlyHere" | "different" | "movements">;

/** Maximum length of a piece in characters: fits the bridge's 64 KiB with any escaping. */
export const SETTLEMENT_PIECE_LENGTH = 10_000;

/** Splits a file into pieces for `settlement.append`, never within a surrogate pair. */
export function settlementPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = Math.min(start + SETTLEMENT_PIECE_LENGTH, text.length);
    const splitsSurrogatePair = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    const pieceEnd = splitsSurrogatePair ? end - 1 : end;
    pieces.push(text.slice(start, pieceEnd));
    start = pieceEnd;
  }
  return pieces;
}
