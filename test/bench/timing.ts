/** Times of many calls, and what they come to. */

export interface Measured {
  what: string;
  calls: number;
  /** ms */
  median: number;
  p95: number;
  longest: number;
  /** What the 95th percentile has to stay under, in ms; null: it is only shown */
  limit: number | null;
}

/** Makes the calls one after the other. The first is not counted: it prepares its statements. */
export async function measure(
  what: string,
  limit: number | null,
  calls: readonly (() => Promise<unknown>)[],
): Promise<Measured> {
  await calls[0]?.();
  const times: number[] = [];
  for (const call of calls) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return measuredOf(what, limit, times);
}

/** Calls again and again for as long as something goes on. */
export async function meanwhile(
  what: string,
  going: Promise<unknown>,
  call: () => Promise<unknown>,
): Promise<Measured> {
  let over = false;
  const end = going.finally(() => {
    over = true;
  });
  const times: number[] = [];
  while (!over) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await end;
  return measuredOf(what, null, times);
}

/** What a list of times (ms) comes to. */
export function measuredOf(what: string, limit: number | null, times: readonly number[]): Measured {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { what, calls: times.length, median: at(0.5), p95: at(0.95), longest: sorted.at(-1) ?? 0, limit };
}

/** The measurements as a table in Markdown. */
export function tableOf(all: readonly Measured[]): string {
  const ms = (value: number) => (value < 100 ? value.toFixed(1) : String(Math.round(value)));
  const rows = all.map(({ what, calls, median, p95, longest, limit }) => {
    const verdict = limit === null ? "" : p95 < limit ? `< ${limit}` : `**over ${limit}**`;
    return `| ${what} | ${calls} | ${ms(median)} | ${ms(p95)} | ${ms(longest)} | ${verdict} |`;
  });
  return ["| what | calls | median ms | p95 ms | longest ms | limit |", "|---|---:|---:|---:|---:|---|", ...rows].join(
    "\n",
  );
}

export function isOver({ p95, limit }: Measured): boolean {
  return limit !== null && p95 >= limit;
}
