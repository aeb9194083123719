/** Bounds of a control in CSS pixels. */
export interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Direction = "up" | "down" | "left" | "right";

/** Weight of sideways distance against distance ahead. */
const ASIDE = 3;

/**
 * Returns the control that an arrow key focuses.
 * @param from the focused control; null: none, and the first is chosen
 * @returns an index in `places`; null: none in this direction
 */
export function nextPlace(from: Place | null, places: readonly Place[], direction: Direction): number | null {
  if (from === null) return places.length > 0 ? 0 : null;
  const candidates = places.flatMap((place, index) => {
    const ahead = forwardDistance(from, place, direction);
    if (ahead === null) return [];
    const sideOffset = sidewaysDistance(from, place, direction);
    return [{ index, sideOffset, distance: ahead + ASIDE * sideOffset }];
  });
  // Controls in the same row or column come first; otherwise a wide neighbour would always win.
  const aligned = candidates.filter(({ sideOffset }) => sideOffset === 0);
  const ordered = (aligned.length > 0 ? aligned : candidates).sort((one, other) => one.distance - other.distance);
  return ordered[0]?.index ?? null;
}

/** Distance to the nearer edge; null: not in this direction. */
function forwardDistance(from: Place, to: Place, direction: Direction): number | null {
  const [fromEnd, toStart, toCentre, fromCentre] = {
    up: [-from.top, -to.bottom, -middle(to.top, to.bottom), -middle(from.top, from.bottom)],
    down: [from.bottom, to.top, middle(to.top, to.bottom), middle(from.top, from.bottom)],
    left: [-from.left, -to.right, -middle(to.left, to.right), -middle(from.left, from.right)],
    right: [from.right, to.left, middle(to.left, to.right), middle(from.left, from.right)],
  }[direction] as [number, number, number, number];
  if (toCentre <= fromCentre + 1) return null;
  return Math.max(0, toStart - fromEnd);
}

/** Sideways distance; 0 when the two overlap. */
function sidewaysDistance(from: Place, to: Place, direction: Direction): number {
  const isUpright = direction === "up" || direction === "down";
  const [a, b] = isUpright ? [from.left, from.right] : [from.top, from.bottom];
  const [c, d] = isUpright ? [to.left, to.right] : [to.top, to.bottom];
  return Math.max(0, c - b, a - d);
}

function middle(one: number, other: number): number {
  return (one + other) / 2;
}
