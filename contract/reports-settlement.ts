/** Settlement and ledger files of the service, and how they reach main. Amounts in minor units, times ISO 8601 in UTC. */

/** A settlement or ledger file of the service, matched with what was booked here. */
export interface SettlementMatch {
  id: string;
  name: string;
  importedAt: string;
  by: string | null;
  /** SHA-256 of the file, hex */
  fingerprint: string;
  currency: string;
  /** The first and last time in its lines of money */
  from: string | null;
  to: string | null;
  /** Lines of money (captures and refunds) that are not known to be another till's */
  lines: number;
  /** Lines without money: request, auth, release and others whose amounts are zero */
  passedOver: number;
  /** Lines of the merchant's other points of sale, as far as reconciliation has met them */
  others: number;
  /**
   * The sums of those lines and of all other movements: gross is captures − refunds; fee includes interchange and VAT;
   * net = gross + otherAmount − fee
   */
  gross: number;
  fee: number;
  net: number;
  /** What the service's outcomes deducted for the captures and refunds that are in both */
  feeHere: number;
  /** What the file deducts for the same, VAT left out; null in a match of an older till */
  feeThere: number | null;
  /** The sum of the file's own nets; null where it has no such column, and in a match of an older till */
  netInFile: number | null;
  /** The sum of the other movements of money (chargeback, correction …) that are not known to be another till's */
  otherAmount: number;
  /**
   * What the whole file pays out, other tills' lines included: by its lines, and as the file states it in payout lines.
   * `stated` is null without payout lines, and where the sign of `unsigned` rows is not certain; `payout` is null in a match of
   * an older till
   */
  payout: { rows: number; stated: number | null; unsigned: number } | null;
  /** The same in amount and, where the outcome told it, in fee; and the file's net is right */
  matched: number;
  onlyInFile: SettlementLine[];
  onlyHere: SettlementBooking[];
  different: SettlementDifference[];
  /** The other movements, by the names that they have in the file */
  movements: SettlementMovement[];
  /** The four lists hold at most 500 each; how many there are */
  counts: { onlyInFile: number; onlyHere: number; different: number; movements: number };
  /** How many of the different ones differ in what; one may in several */
  kinds: Record<SettlementDifferenceKind, number>;
}

/**
 * `amount`: another amount than was booked. `fee`: another fee than the service's outcome said of the payment. `net`: the
 * file's net is not its gross less fee, interchange and VAT.
 */
export type SettlementDifferenceKind = "amount" | "fee" | "net";

export interface SettlementDifference {
  kinds: SettlementDifferenceKind[];
  line: SettlementLine;
  here: SettlementBooking;
}

/** One line of the file. Amounts are positive for captures and refunds alike; that of a capture taken back is negative. */
export interface SettlementLine {
  /** 1 is the header's */
  line: number;
  tid: string;
  subId: string | null;
  action: "capture" | "refund";
  at: string;
  amount: number;
  fee: number;
  /** As the file has it; null where it has none, missing in a match of an older till */
  net?: number | null;
}

/** A line of money that is neither a capture nor a refund. Its amount is negative where money was taken. */
export interface SettlementMovement {
  line: number;
  /** The payment that it is about; null where it names none */
  tid: string | null;
  /** As the file has it; empty where it has none */
  action: string;
  at: string | null;
  amount: number;
  /** Where the sign is not certain: the amount is in no sum */
  sign?: "unknown";
  fee: number;
  /** As the file has it */
  net: number | null;
}

export interface SettlementBooking {
  posTid: string;
  number: string;
  tid: string | null;
  /** The capture's or refund's id; null in a single step */
  id: string | null;
  action: "capture" | "refund";
  at: string;
  amount: number;
  fee: number;
  /** The Z that it is in, or the open period's number */
  period: number;
  /** Learned within the first or last quarter of an hour of the file: it may stand in the file before or after */
  atEdge: boolean;
}

export type SettlementSummary = Omit<SettlementMatch, "onlyInFile" | "onlyHere" | "different" | "movements">;

/** How long a piece of a settlement file may be, in characters: within the bridge's 64 KiB however it is escaped. */
export const SETTLEMENT_PIECE_LENGTH = 10_000;

/** Cuts a file into the pieces that `settlement.append` takes, in order; never through a surrogate pair. */
export function settlementPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = Math.min(start + SETTLEMENT_PIECE_LENGTH, text.length);
    const splits = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    const cut = splits ? end - 1 : end;
    pieces.push(text.slice(start, cut));
    start = cut;
  }
  return pieces;
}
