/** Repeatable random numbers: the same for the same seed on every machine (mulberry32). */
export interface SeededRandom {
  /** 0 ≤ x < 1 */
  next(): number;
  /** An integer from `low` to `high`, inclusive */
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** True with this probability, 0…1 */
  chance(probability: number): boolean;
  /** Returns `length` characters in the alphabet of the till's identifiers */
  identifier(length: number): string;
}

/** Crockford's alphabet, as in `main/storage/database/identifiers.ts`. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick(list) {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new RangeError("nothing to pick from");
      return chosen;
    },
    chance: (probability) => next() < probability,
    identifier: (length) => Array.from({ length }, () => ALPHABET.charAt(Math.floor(next() * 32))).join(""),
  };
}
