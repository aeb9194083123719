/** Which display the customer's window fills: pure. */
import type { Display, Rectangle } from "electron";

export type Placed = Pick<Display, "id" | "bounds">;

/**
 * Finds the display that the till's own window is not on.
 * @param tillOn the display that the till's window is on
 * @returns the display to fill, or null where there is no second one
 */
export function customerPlace(displays: readonly Placed[], tillOn: number): Rectangle | null {
  const others = displays.filter(({ id }) => id !== tillOn);
  // Of several, the same one every time: the system's order may change, its numbers do not.
  const [first] = others.sort((one, other) => one.id - other.id);
  return first === undefined || others.length === displays.length ? null : first.bounds;
}
