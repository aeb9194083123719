import { Bench } from "tinybench";

/**
 * How many a second, of a function that takes micro- or milliseconds and does not wait for anything: by the median of
 * tinybench's samples, one a call, which a machine that does other things as well moves least.
 * @param ms how long it is called for
 */
export function throughputOf(work: () => unknown, ms = 80): number {
  // The rounds that are not counted warm it up.
  const bench = new Bench({ time: ms, warmup: false, throws: true }).add("work", work);
  const result = bench.runSync()[0]?.result;
  return result !== undefined && "latency" in result ? 1000 / result.latency.p50 : Number.NaN;
}
