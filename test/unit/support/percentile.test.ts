import { expect, it } from "vitest";
import { percentileOf } from "../../bench/row.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, place) => count - place);

it.each([
  [20, 0.95, 19],
  [12, 0.95, 12],
  [40, 0.95, 38],
  [5, 0.5, 3],
  [1, 0.95, 1],
  [7, 0, 1],
  [7, 1, 7],
])("of %i values, returns the one that a share of %d does not exceed", (count, share, place) => {
  expect(percentileOf(upTo(count), share)).toBe(place);
});
