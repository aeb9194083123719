export interface Scale {
  /** Amount at full height in minor units, at least the largest bar */
  top: number;
  /** Grid lines: round amounts from zero to the top */
  lines: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
const LINES = 4;

/**
 * Returns a scale with about four lines.
 * @param most the largest amount in minor units; 0: none
 */
export function scaleOf(most: number): Scale {
  if (most <= 0) return { top: 1, lines: [0] };
  // Smaller steps would not be integers.
  const least = Math.max(most / LINES, 10);
  const magnitude = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * magnitude >= least) ?? 10) * magnitude;
  const count = Math.max(1, Math.ceil(most / step));
  return { top: step * count, lines: Array.from({ length: count + 1 }, (_, at) => step * at) };
}
