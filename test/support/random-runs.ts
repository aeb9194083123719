/**
 * How often a random test draws: as often as it says where `npm test -- thorough` asks for all (it finds these tests by
 * their import of this file), and a fifth of that in `npm test`, whose draws are others at each run.
 */
export function runs(all: number): number {
  return process.env.TILL_TEST_RUNS === "all" ? all : Math.ceil(all / 5);
}
