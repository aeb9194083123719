/** What `npm run bench` measures: rows of figures, each a ratio against a limit or a peer of the same run. */

/** A figure that has a goal. */
export interface Goal {
  /** In `results.json`, and in the table: `enqueue`, `enqueue.duplicates` */
  name: string;
  /** What is compared with what, in a line */
  what: string;
  /** The least, or the most, that the median may be */
  atLeast?: number;
  atMost?: number;
  unit: "ratio" | "ms" | "s" | "MB" | "kB" | "/s" | "%" | "count";
}

/** What was measured: the median of the rounds, and the lowest and the highest of them. */
export interface Figure {
  goal: Goal;
  median: number;
  low: number;
  high: number;
  /** The absolute numbers behind it: `3,120/s of 4,890/s` */
  detail: string;
}

/** One row of the table; `npm run bench -- <name>` measures it alone, in a process of its own. */
export interface Row {
  /** The order of the table */
  number: number;
  name: string;
  what: string;
  /** What keeps it from being faster: a few words for docs/performance.md */
  bound: string;
  /** Measures. Everything that it makes it removes. */
  measure(): Promise<Figure[]>;
}

/** Of several rounds. @param values one a round, in the goal's unit */
export function figureOf(goal: Goal, values: readonly number[], detail: string): Figure {
  const sorted = values.toSorted((one, other) => one - other);
  return { goal, median: medianOf(values), low: sorted[0] ?? Number.NaN, high: sorted.at(-1) ?? Number.NaN, detail };
}

/** The middle one, or the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

/** The least of them that a share of them does not exceed: of twenty the 95th percentile is the nineteenth. @param share 0…1 */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function isMet({ goal, median }: Figure): boolean {
  return median >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) && median <= (goal.atMost ?? Number.POSITIVE_INFINITY);
}

/** `≥ 0.60`, `≤ 100 ms` */
export function goalText({ atLeast, atMost, unit }: Goal): string {
  const value = atLeast ?? atMost;
  return `${atLeast === undefined ? "≤" : "≥"} ${value}${unit === "ratio" || unit === "count" ? "" : ` ${unit}`}`;
}

/**
 * Runs each of them once a round, in turns, in the other order every other round: what else the machine does is the same
 * for all. The first round compiles, opens and fills caches; it is not counted.
 * @param runners each returns what its round came to, a rate or a time
 */
export async function inTurns<K extends string>(
  rounds: number,
  runners: Readonly<Record<K, () => number | Promise<number>>>,
): Promise<Record<K, number[]>> {
  const names = Object.keys(runners) as K[];
  const all = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, number[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await runners[name]();
      if (round > 0) all[name].push(value);
    }
  }
  return all;
}

/** One by the other, of each round. */
export function ratiosOf(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
}

/** How many a second, of a function that is called `count` times. */
export async function rateOf(count: number, work: (index: number) => unknown): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const pending = work(index);
    if (pending instanceof Promise) await pending;
  }
  return (count * 1000) / (performance.now() - startedAt);
}

/** `12,345/s` */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en-GB")}/s`;
}
