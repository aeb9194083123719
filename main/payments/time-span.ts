/** Which payments a stretch of time has: by their sequence, in which they are listed. */
import type { Database } from "../storage/database/database.ts";

/** The payments of a time are between these two, which are not among them. */
export interface Span {
  after: number;
  before: number;
}

interface Place {
  sequence: number;
  at: number;
}

/**
 * Finds the payments from a time until before another. A later payment has a later time, but where the clock was set back
 * (`clock_set_back`): each stretch between two such moments is halved until its ends are found, and all that lies
 * between the first and the last of them counts. So others may be among it, and none is missing.
 * @returns times in ms since the epoch to the sequences; with no payment at all, or none of that time, an empty span
 */
export function spanOf(database: Database): (times: { from: number; to: number }) => Span {
  const setBacks = database.prepare<[], number>("SELECT sequence FROM clock_set_back ORDER BY sequence").pluck();
  const newest = database.prepare<[], number | null>("SELECT max(sequence) FROM payment").pluck();
  const next = database.prepare<[number, number], Place>(
    `SELECT sequence, created_at AS at FROM payment INDEXED BY payment_sums
     WHERE sequence >= ? AND sequence < ? ORDER BY sequence LIMIT 1`,
  );
  /** The lowest sequence from which on all of a stretch are of `time` or later; its end where none is. */
  const firstSince = (time: number, { after, before }: Span): number => {
    let [low, high] = [after + 1, before];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const place = next.get(middle, high);
      if (place === undefined || place.at >= time) high = middle;
      else low = place.sequence + 1;
    }
    return low;
  };
  return ({ from, to }) => {
    const ends = [...setBacks.all(), (newest.get() ?? 0) + 1];
    const found = ends.map((before, at) => {
      const stretch = { after: (ends[at - 1] ?? 1) - 1, before };
      return { first: firstSince(from, stretch), end: firstSince(to, stretch) };
    });
    const spans = found.filter(({ first, end }) => first < end);
    if (spans.length === 0) return { after: -1, before: 0 };
    return {
      after: Math.min(...spans.map(({ first }) => first)) - 1,
      before: Math.max(...spans.map(({ end }) => end)),
    };
  };
}
