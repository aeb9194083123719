/** Chance that can be had again: the same seed makes the same shop. */

export interface Chance {
  /** 0 ≤ x < 1 */
  next(): number;
  /** An integer from `low` to `high`, both included */
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** `length` characters as the till's own identifiers have them */
  identifier(length: number): string;
}

/** Crockford's, as `main/storage/database/identifiers.ts` has it. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Mulberry32: 32 bits of state, which is plenty for a shop that never was. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick<T>(list: readonly T[]): T {
      const picked = list[between(0, list.length - 1)];
      if (picked === undefined) throw new Error("nothing to pick from");
      return picked;
    },
    identifier(length) {
      let text = "";
      for (let at = 0; at < length; at += 1) text += ALPHABET.charAt(Math.floor(next() * 32));
      return text;
    },
  };
}
