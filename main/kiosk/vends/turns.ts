/** Work of which so much is done at once; of what waits, what came last is done first. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes one. @param most how many are at work at once */
export function createTurns(most: number): Turns {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.pop();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
