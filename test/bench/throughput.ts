import { Bench } from "tinybench";

/**
 * Returns calls per second of a synchronous function that takes micro- or milliseconds. Uses the median of tinybench's
 * samples, one per call, which is least sensitive to other load.
 * @param ms duration of the measurement
 */
export function throughputOf(work: () => unknown, ms = 80): number {
  // Uncounted rounds serve as the warm-up.
  const bench = new Bench({ time: ms, warmup: false, throws: true }).add("work", work);
  const result = bench.runSync()[0]?.result;
  return result !== undefined && "latency" in result ? 1000 / result.latency.p50 : Number.NaN;
}
