/** Chooses the display of the customer's window. */
import type { Display, Rectangle } from "electron";

export type Placed = Pick<Display, "id" | "bounds">;

/**
 * Finds a display other than the till's.
 * @param tillOn id of the display that shows the till's window
 * @returns the display to fill, or null if there is no second one
 */
export function customerDisplayBounds(displays: readonly Placed[], tillOn: number): Rectangle | null {
  const others = displays.filter(({ id }) => id !== tillOn);
  // Sort by id: the system may change the order, but not the ids.
  const [first] = others.sort((left, right) => left.id - right.id);
  return first === undefined || others.length === displays.length ? null : first.bounds;
}
