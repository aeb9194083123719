/** What `npm run bench` measures: rows of figures, each a ratio against a limit or a peer of the same run. */

export interface Goal {
  /** Name in `results.json` and in the table: `enqueue`, `enqueue.duplicates` */
  name: string;
  /** One-line description of the comparison */
  what: string;
  /** Minimum or maximum of the median */
  atLeast?: number;
  atMost?: number;
  unit: "ratio" | "ms" | "s" | "MB" | "kB" | "/s" | "%" | "count";
}

/** A measured figure: the median of the rounds, and the lowest and highest. */
export interface Figure {
  goal: Goal;
  median: number;
  low: number;
  high: number;
  /** Absolute numbers: `3,120/s of 4,890/s` */
  detail: string;
}

/** One row of the table; `npm run bench -- <name>` measures it alone in a separate process. */
export interface Row {
  /** Position in the table */
  number: number;
  name: string;
  what: string;
  /** The limiting factor: a few words for docs/performance.md */
  bound: string;
  /** Measures, and removes everything that it created. */
  measure(): Promise<Figure[]>;
}

/** Creates a figure from several rounds. @param values one per round, in the goal's unit */
export function figureOf(goal: Goal, values: readonly number[], detail: string): Figure {
  const sorted = values.toSorted((one, other) => one - other);
  return { goal, median: medianOf(values), low: sorted[0] ?? Number.NaN, high: sorted.at(-1) ?? Number.NaN, detail };
}

/** Returns the median. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

/** Returns a percentile by the nearest rank: the 95th of twenty values is the nineteenth. @param share 0…1 */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function isGoalMet({ goal, median }: Figure): boolean {
  return median >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) && median <= (goal.atMost ?? Number.POSITIVE_INFINITY);
}

/** `≥ 0.60`, `≤ 100 ms` */
export function goalText({ atLeast, atMost, unit }: Goal): string {
  const value = atLeast ?? atMost;
  return `${atLeast === undefined ? "≤" : "≥"} ${value}${unit === "ratio" || unit === "count" ? "" : ` ${unit}`}`;
}

/**
 * Runs all runners once per round, in reversed order every other round, so that the machine's load affects them
 * equally. The first round compiles, opens and fills caches; it is not counted.
 * @param runners each returns its round's result, a rate or a time
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

/** Divides the values round by round. */
export function ratiosOf(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
}

/** Returns calls per second of a function that is called `count` times. */
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
