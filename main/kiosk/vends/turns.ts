export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Limits concurrent work to `limit`. The newest waiting work runs first. */
export function createTurns(limit: number): Turns {
  let free = limit;
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
