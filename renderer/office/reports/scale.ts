/** The scale of a chart: pure. */

export interface Scale {
  /** What the full height stands for, in minor units: never less than the largest bar */
  top: number;
  /** Where lines are drawn: round amounts from nought to the top */
  lines: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
const LINES = 4;

/** A scale with about four round lines. @param most the largest amount, in minor units; 0 when there is none */
export function scaleOf(most: number): Scale {
  if (most <= 0) return { top: 1, lines: [0] };
  // Steps of less than ten minor units would not be whole.
  const least = Math.max(most / LINES, 10);
  const magnitude = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * magnitude >= least) ?? 10) * magnitude;
  const count = Math.max(1, Math.ceil(most / step));
  return { top: step * count, lines: Array.from({ length: count + 1 }, (_, at) => step * at) };
}
