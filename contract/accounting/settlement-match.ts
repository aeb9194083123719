/** Matches settlement lines with bookings by `tid` and movement id, else by amount. */
import type {
  SettlementBooking,
  SettlementDifferenceKind,
  SettlementLine,
  SettlementMatch,
  SettlementMovement,
} from "./reports.ts";

/** A capture or refund line with its deductions, in minor units. Deducted fees are positive. */
export interface FileLine extends SettlementLine {
  /** Milliseconds since the epoch */
  time: number;
  transactionFee: number;
  interchangeFee: number;
  vat: number;
  /** True if the file's `net` differs from gross − fee − interchange − VAT */
  netDiffers: boolean;
}

export interface FileMoney {
  lines: FileLine[];
  others: SettlementMovement[];
  payouts: number[];
  unsigned: number;
}

/** A booked capture or refund, with corrections added. */
export interface BookedMovement extends SettlementBooking {
  /** First booking, in milliseconds since the epoch */
  time: number;
  /** Fees of the whole payment; 0 if unknown */
  paymentFee: number;
}

export interface MatchedPair {
  line: FileLine;
  here: BookedMovement;
}

export interface MatchResult {
  matched: MatchedPair[];
  different: MatchedPair[];
  onlyInFile: FileLine[];
  onlyHere: BookedMovement[];
}

/** Matches lines with bookings. Each is in exactly one of the four lists. */
export function matchSettlement(lines: readonly FileLine[], booked: readonly BookedMovement[]): MatchResult {
  const result: MatchResult = { matched: [], different: [], onlyInFile: [], onlyHere: [] };
  const keyOf = (entry: { tid: string | null; action: string }) => `${entry.action} ${entry.tid}`;
  const bookingsByKey = Map.groupBy(booked, keyOf);
  const linesByKey = Map.groupBy(lines, keyOf);
  for (const key of new Set([...linesByKey.keys(), ...bookingsByKey.keys()])) {
    matchOne(linesByKey.get(key) ?? [], bookingsByKey.get(key) ?? [], result);
  }
  return result;
}

function matchOne(lines: readonly FileLine[], booked: readonly BookedMovement[], result: MatchResult): void {
  const unmatchedBookings = new Set(booked);
  const pair = (line: FileLine, fits: (here: BookedMovement) => boolean): boolean => {
    const match = [...unmatchedBookings].find(fits);
    if (!match) return false;
    unmatchedBookings.delete(match);
    (match.amount === line.amount ? result.matched : result.different).push({ line, here: match });
    return true;
  };
  const withoutId = lines.filter((line) => line.subId === null || !pair(line, ({ id }) => id === line.subId));
  const unmatched = withoutId.filter(
    (line) => !pair(line, (here) => canMatch(line, here) && here.amount === line.amount),
  );
  // A single remaining line and booking are the same movement with different amounts.
  const isSinglePair = unmatched.length === 1 && unmatchedBookings.size === 1;
  result.onlyInFile.push(...unmatched.filter((line) => !(isSinglePair && pair(line, (here) => canMatch(line, here)))));
  result.onlyHere.push(...unmatchedBookings);
}

/** Checks that a line and a booking do not have two different ids. */
function canMatch(line: FileLine, here: BookedMovement): boolean {
  return line.subId === null || here.id === null;
}

export interface ComparedPair extends MatchedPair {
  kinds: SettlementDifferenceKind[];
}

/** Compares amounts, fees and nets of the pairs, in the order of the lines. */
export function comparePairs({ matched, different, onlyHere }: MatchResult): ComparedPair[] {
  const pairs = [...matched, ...different];
  const incomplete = new Set(onlyHere.map(({ posTid }) => posTid));
  const wrongFees = [...Map.groupBy(pairs, ({ here }) => here.posTid)].flatMap(([posTid, own]) =>
    // Skips payments that are only partly in the file: their fee cannot be divided.
    incomplete.has(posTid) ? [] : withWrongFee(own),
  );
  const wrong = new Set(wrongFees);
  return pairs
    .map((pair) => ({ ...pair, kinds: kindsOf(pair, wrong.has(pair)) }))
    .sort((left, right) => left.line.line - right.line.line);
}

function kindsOf({ line, here }: MatchedPair, isFeeWrong: boolean): SettlementDifferenceKind[] {
  return [
    ...(line.amount === here.amount ? [] : ["amount" as const]),
    ...(isFeeWrong ? ["fee" as const] : []),
    ...(line.netDiffers ? ["net" as const] : []),
  ];
}

/**
 * Returns the lines of a payment whose fees differ from its outcome. The outcome has one fee per payment and does not
 * say whether VAT is included, so the till has to guess the capture.
 */
function withWrongFee(pairs: readonly MatchedPair[]): MatchedPair[] {
  const expectedFee = pairs[0]?.here.paymentFee ?? 0;
  const sum = (feeOf: (line: FileLine) => number) => pairs.reduce((total, { line }) => total + feeOf(line), 0);
  if (expectedFee === 0 || sum(feeWithoutVat) === expectedFee || sum(({ fee }) => fee) === expectedFee) return [];
  const differing = pairs.filter(({ line, here }) => feeWithoutVat(line) !== here.fee);
  return differing.length > 0 ? differing : pairs.slice(0, 1);
}

export function feeWithoutVat({ transactionFee, interchangeFee }: FileLine): number {
  return transactionFee + interchangeFee;
}

/** Returns totals: captures less refunds, other movements with a known sign, deductions, and the net. */
export function settlementSums({ lines, others }: Pick<FileMoney, "lines" | "others">): {
  gross: number;
  others: number;
  fee: number;
  net: number;
} {
  const gross = sum(lines, (line) => (line.action === "capture" ? line.amount : -line.amount));
  const moved = sum(others, ({ amount, sign }) => (sign === "unknown" ? 0 : amount));
  const fee = sum([...lines, ...others], (line) => line.fee);
  return { gross, others: moved, fee, net: gross + moved - fee };
}

function sum<T>(of: readonly T[], amountOf: (item: T) => number): number {
  return of.reduce((total, one) => total + amountOf(one), 0);
}

/** Returns the sum of the file's nets, or null. A refund without a minus sign is negative all the same. */
export function fileNet({ lines, others }: Pick<FileMoney, "lines" | "others">): number | null {
  if ([...lines, ...others].every(({ net }) => net === null) || others.some(({ sign }) => sign)) return null;
  const moved = sum(lines, ({ action, net, netDiffers, amount, fee }) => {
    if (action === "capture" || netDiffers) return net ?? 0;
    return net === null ? 0 : -amount - fee;
  });
  return moved + sum(others, ({ net }) => net ?? 0);
}

/**
 * Returns the payout in minor units: `rows` from the lines (captures − refunds − fees ± others), `stated` from the
 * payout lines. `stated` is null without payout lines or with an uncertain sign. The file's sign is not used: when the
 * merchant owes money, it does not say who paid.
 */
export function payoutOf(file: FileMoney): NonNullable<SettlementMatch["payout"]> {
  const rows = settlementSums(file).net;
  const unsigned = file.unsigned + (rows < 0 ? file.payouts.length : 0);
  const paid = Math.abs(sum(file.payouts, (amount) => amount));
  return { rows, stated: unsigned > 0 || file.payouts.length === 0 ? null : paid, unsigned };
}

/** Returns the first and last time. Without lines, no time is within them. */
export function spanOf(lines: readonly FileLine[]): { from: number; to: number } {
  let [from, to] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { time } of lines) [from, to] = [Math.min(from, time), Math.max(to, time)];
  return { from, to };
}

export function isWithin(time: number, { from, to }: { from: number; to: number }): boolean {
  return time >= from && time <= to;
}
