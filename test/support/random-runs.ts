/**
 * How often a random test draws: as often as it says where `npm test -- thorough` asks for all (it finds these tests by
 * their import of this file), and a fifth of that in `npm test`, unless it says how often there. @param few in `npm test`
 */
export function runs(all: number, few = Math.ceil(all / 5)): number {
  return process.env.TILL_TEST_RUNS === "all" ? all : few;
}
