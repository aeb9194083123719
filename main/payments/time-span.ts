import type { Database } from "../storage/database/database.ts";

/** A range of sequences, both ends exclusive. */
export interface Span {
  after: number;
  before: number;
}

/**
 * Finds the payments of a period. Times increase with the sequence, except where the clock was set back
 * (`clock_set_back`). Each range between such points is searched by bisection, and the result spans all matches. It
 * can include other payments, but misses none.
 * @returns a function from times in ms since the epoch to the span, which is empty without payments
 */
export function spanOf(database: Database): (times: { from: number; to: number }) => Span {
  const setBacks = database.prepare<[], number>("SELECT sequence FROM clock_set_back ORDER BY sequence").pluck();
  const newest = database.prepare<[], number | null>("SELECT max(sequence) FROM payment").pluck();
  const next = database.prepare<[number, number], { sequence: number; at: number }>(
    `SELECT sequence, created_at AS at FROM payment INDEXED BY payment_sums
     WHERE sequence >= ? AND sequence < ? ORDER BY sequence LIMIT 1`,
  );
  /** Returns the lowest sequence of a range at or after `time`, or the range's end. */
  const firstSince = (time: number, { after, before }: Span): number => {
    let [low, high] = [after + 1, before];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const position = next.get(middle, high);
      if (position === undefined || position.at >= time) high = middle;
      else low = position.sequence + 1;
    }
    return low;
  };
  return ({ from, to }) => {
    const ends = [...setBacks.all(), (newest.get() ?? 0) + 1];
    const ranges = ends.map((before, index) => {
      const range = { after: (ends[index - 1] ?? 1) - 1, before };
      return { first: firstSince(from, range), end: firstSince(to, range) };
    });
    const spans = ranges.filter(({ first, end }) => first < end);
    if (spans.length === 0) return { after: -1, before: 0 };
    return {
      after: Math.min(...spans.map(({ first }) => first)) - 1,
      before: Math.max(...spans.map(({ end }) => end)),
    };
  };
}
