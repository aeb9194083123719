/**
 * Matches a settlement file's lines with bookings: by tid and id, or, where there is no id, by amount. A till matches its
 * own, the chain's ledger those of all tills.
 */
import type {
  SettlementBooking,
  SettlementDifferenceKind,
  SettlementLine,
  SettlementMatch,
  SettlementMovement,
} from "./reports.ts";

/** A line of money with what the service deducted, in minor units. Fees are positive where they are deducted. */
export interface FileLine extends SettlementLine {
  /** ms since the epoch */
  time: number;
  transactionFee: number;
  interchangeFee: number;
  vat: number;
  /** Whether the file's own `net` is another one than gross − fee − interchange − VAT */
  netDiffers: boolean;
}

/** Everything in a settlement file that is money. */
export interface FileMoney {
  lines: FileLine[];
  others: SettlementMovement[];
  /** The amounts of its payout lines, as signed in the file */
  payouts: number[];
  /** How many rows have no certain sign */
  unsigned: number;
}

/** A capture or refund as it is booked here, corrections added up. */
export interface BookedMovement extends SettlementBooking {
  /** When it was first booked, ms since the epoch */
  time: number;
  /** What the service deducts of the whole payment; 0 also where it never said */
  paymentFee: number;
}

export interface Pair {
  line: FileLine;
  here: BookedMovement;
}

export interface Matched {
  matched: Pair[];
  different: Pair[];
  onlyInFile: FileLine[];
  onlyHere: BookedMovement[];
}

/** Pairs them; each line and each booking is in exactly one of the four lists. */
export function matchSettlement(lines: readonly FileLine[], booked: readonly BookedMovement[]): Matched {
  const result: Matched = { matched: [], different: [], onlyInFile: [], onlyHere: [] };
  const keyOf = (one: { tid: string | null; action: string }) => `${one.action} ${one.tid}`;
  const here = Map.groupBy(booked, keyOf);
  const there = Map.groupBy(lines, keyOf);
  for (const key of new Set([...there.keys(), ...here.keys()])) {
    matchOne(there.get(key) ?? [], here.get(key) ?? [], result);
  }
  return result;
}

/** The captures, or the refunds, of one payment. */
function matchOne(lines: readonly FileLine[], booked: readonly BookedMovement[], result: Matched): void {
  const rest = new Set(booked);
  const pair = (line: FileLine, fits: (here: BookedMovement) => boolean): boolean => {
    const here = [...rest].find(fits);
    if (!here) return false;
    rest.delete(here);
    (here.amount === line.amount ? result.matched : result.different).push({ line, here });
    return true;
  };
  const unnamed = lines.filter((line) => line.subId === null || !pair(line, ({ id }) => id === line.subId));
  const unlike = unnamed.filter((line) => !pair(line, (here) => mayBe(line, here) && here.amount === line.amount));
  // One line and one booking left of the same payment: they are the same movement with two amounts.
  const lonely = unlike.length === 1 && rest.size === 1;
  result.onlyInFile.push(...unlike.filter((line) => !(lonely && pair(line, (here) => mayBe(line, here)))));
  result.onlyHere.push(...rest);
}

/** Two ids that are both there and differ are two movements. */
function mayBe(line: FileLine, here: BookedMovement): boolean {
  return line.subId === null || here.id === null;
}

/** A pair with everything that differs in it: the amount, the fee, or the net that the file itself comes to. */
export interface ComparedPair extends Pair {
  kinds: SettlementDifferenceKind[];
}

/** Looks at what was paired once more: not the amounts alone are to agree. The order of the lines is kept. */
export function comparePairs({ matched, different, onlyHere }: Matched): ComparedPair[] {
  const pairs = [...matched, ...different];
  const elsewhere = new Set(onlyHere.map(({ posTid }) => posTid));
  const wrongFees = [...Map.groupBy(pairs, ({ here }) => here.posTid)].flatMap(([posTid, own]) =>
    // Of a payment that is in the file in part nobody knows which part of its fee is.
    elsewhere.has(posTid) ? [] : withWrongFee(own),
  );
  const wrong = new Set(wrongFees);
  return pairs
    .map((pair) => ({ ...pair, kinds: kindsOf(pair, wrong.has(pair)) }))
    .sort((one, other) => one.line.line - other.line.line);
}

function kindsOf({ line, here }: Pair, isFeeWrong: boolean): SettlementDifferenceKind[] {
  return [
    ...(line.amount === here.amount ? [] : ["amount" as const]),
    ...(isFeeWrong ? ["fee" as const] : []),
    ...(line.netDiffers ? ["net" as const] : []),
  ];
}

/**
 * The lines of one payment whose fee is not what the outcome said. The outcome has one fee for all of the payment, and
 * does not say whether VAT is in it; of which capture it is, is the till's guess.
 */
function withWrongFee(pairs: readonly Pair[]): Pair[] {
  const known = pairs[0]?.here.paymentFee ?? 0;
  const sum = (feeOf: (line: FileLine) => number) => pairs.reduce((total, { line }) => total + feeOf(line), 0);
  if (known === 0 || sum(feeWithoutVat) === known || sum(({ fee }) => fee) === known) return [];
  const own = pairs.filter(({ line, here }) => feeWithoutVat(line) !== here.fee);
  return own.length > 0 ? own : pairs.slice(0, 1);
}

/** What an outcome has as `transaction_fee` and `interchange_fee`. */
export function feeWithoutVat({ transactionFee, interchangeFee }: FileLine): number {
  return transactionFee + interchangeFee;
}

/** What lines add up to: captures less refunds, all other movements whose sign is known, what is deducted, and what is left. */
export function sumsOf({ lines, others }: Pick<FileMoney, "lines" | "others">): {
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

function sum<T>(of: readonly T[], amountOf: (one: T) => number): number {
  return of.reduce((total, one) => total + amountOf(one), 0);
}

/**
 * The sum of the file's own nets, null where it has none, or has a movement whose net does not say its sign. A refund's that
 * is written without its minus sign is a refund's all the same.
 */
export function netInFile({ lines, others }: Pick<FileMoney, "lines" | "others">): number | null {
  if ([...lines, ...others].every(({ net }) => net === null) || others.some(({ sign }) => sign)) return null;
  const moved = sum(lines, ({ action, net, netDiffers, amount, fee }) => {
    if (action === "capture" || netDiffers) return net ?? 0;
    return net === null ? 0 : -amount - fee;
  });
  return moved + sum(others, ({ net }) => net ?? 0);
}

/**
 * What the file pays out, in minor units: `rows` by its lines (captures − refunds − fees ± others), `stated` by its payout
 * lines. `stated` is null without payout lines, and where a sign is not certain. A payout may be written with a minus sign or
 * without one. Where the merchant owes money, neither says whether it was collected or paid out.
 */
export function payoutOf(file: FileMoney): NonNullable<SettlementMatch["payout"]> {
  const rows = sumsOf(file).net;
  const unsigned = file.unsigned + (rows < 0 ? file.payouts.length : 0);
  const paid = Math.abs(sum(file.payouts, (amount) => amount));
  return { rows, stated: unsigned > 0 || file.payouts.length === 0 ? null : paid, unsigned };
}

/** In ms since the epoch; nothing is between the two when there is no line. */
export function spanOf(lines: readonly FileLine[]): { from: number; to: number } {
  let [from, to] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { time } of lines) [from, to] = [Math.min(from, time), Math.max(to, time)];
  return { from, to };
}

/** Whether a time is between the first and the last. */
export function isWithin(time: number, { from, to }: { from: number; to: number }): boolean {
  return time >= from && time <= to;
}
