/** Requests over several connections by autocannon, timed until the last answer: its own duration ends at a whole second. */
import autocannon, { type Options } from "autocannon";

/**
 * Sends as many requests as it is told.
 * @param options autocannon's, with the number of them and of the connections
 * @returns how many a second were answered
 * @throws when one of them was not answered with 2xx, or with another body than `verifyBody` takes
 */
export async function loadOf(options: Options & { amount: number; connections: number }): Promise<number> {
  const { amount } = options;
  const connections = Math.min(options.connections, amount);
  const { promise, resolve, reject } = Promise.withResolvers<{ "2xx": number; mismatches: number }>();
  const load = autocannon({ ...options, connections }, (error, result) => (error ? reject(error) : resolve(result)));
  let startedAt = performance.now();
  let answeredAt = startedAt;
  load.once("start", () => {
    startedAt = performance.now();
  });
  load.on("response", () => {
    answeredAt = performance.now();
  });
  const result = await promise;
  if (result["2xx"] - result.mismatches !== amount)
    throw new Error(`of ${amount} requests ${result["2xx"] - result.mismatches} were answered as they should be`);
  return (amount * 1000) / (answeredAt - startedAt);
}
