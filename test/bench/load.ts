/**
 * Sends requests over several connections with autocannon, timed until the last response: its own duration ends at a
 * whole second.
 */
import autocannon, { type Options } from "autocannon";

/**
 * Sends a fixed number of requests.
 * @param options autocannon's options, with the numbers of requests and connections
 * @returns responses per second
 * @throws when a response is not 2xx, or when `verifyBody` rejects its body
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
