/**
 * Returns the number of random draws: all with `npm test -- thorough` (which finds these tests by their import of this
 * file), and a fifth or the given number in `npm test`.
 * @param few draws in `npm test`
 */
export function runs(all: number, few = Math.ceil(all / 5)): number {
  return process.env.TILL_TEST_RUNS === "all" ? all : few;
}
