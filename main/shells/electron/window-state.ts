/** Saved position of the till's window, adapted to the current displays. */
import type { Display, Rectangle } from "electron";

/** Minimum visible part of the window's top edge, in pixels, so that it can be dragged. */
const MIN_VISIBLE = { width: 160, height: 32 };

export interface SavedWindow {
  bounds: Rectangle;
  maximised: boolean;
  display: number;
}

export interface RestoredWindow {
  bounds: Rectangle;
  maximised: boolean;
}

export type Screen = Pick<Display, "id" | "workArea">;

export function readSavedWindow(value: unknown): SavedWindow | null {
  if (!isRecord(value) || !isRecord(value.bounds)) return null;
  const { x, y, width, height } = value.bounds;
  const { maximised, display } = value;
  if (![x, y, width, height, display].every(isPlausibleInteger) || typeof maximised !== "boolean") return null;
  const bounds = { x, y, width, height } as Rectangle;
  return bounds.width > 0 && bounds.height > 0 ? { bounds, maximised, display: display as number } : null;
}

/**
 * Returns the window's bounds: on its former display if that still shows it, otherwise on the one that shows most of
 * it. Never larger than the display or out of reach. @returns null if it would not be visible
 */
export function restoreWindow(saved: SavedWindow | null, screens: readonly Screen[]): RestoredWindow | null {
  if (saved === null) return null;
  const seen = screens
    .map((screen) => ({ screen, area: overlap(saved.bounds, screen.workArea) }))
    .filter(({ screen, area }) => area > 0 || screen.id === saved.display)
    .sort((left, right) => rank(right, saved) - rank(left, saved) || right.area - left.area);
  const best = seen[0];
  if (best === undefined) return null;
  return { bounds: fitInto(saved.bounds, best.screen.workArea), maximised: saved.maximised };
}

/**
 * Returns the bounds of a first window, which fills a display that is too small. @returns null for the system's default
 */
export function firstBounds(
  area: Rectangle,
  { width, height }: Pick<Rectangle, "width" | "height">,
): RestoredWindow | null {
  return area.width < width || area.height < height ? { bounds: area, maximised: true } : null;
}

function rank({ screen, area }: { screen: Screen; area: number }, saved: SavedWindow): number {
  return screen.id === saved.display && area > 0 ? 1 : 0;
}

function fitInto(bounds: Rectangle, area: Rectangle): Rectangle {
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  if (width === bounds.width && height === bounds.height && hasGrip(bounds, area)) return { ...bounds };
  return {
    x: clamp(bounds.x, area.x, area.x + area.width - width),
    y: clamp(bounds.y, area.y, area.y + area.height - height),
    width,
    height,
  };
}

function hasGrip({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const visible = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return visible >= MIN_VISIBLE.width && y >= area.y && y + MIN_VISIBLE.height <= area.y + area.height;
}

function overlap(first: Rectangle, second: Rectangle): number {
  const width = Math.min(first.x + first.width, second.x + second.width) - Math.max(first.x, second.x);
  const height = Math.min(first.y + first.height, second.y + second.height) - Math.max(first.y, second.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isPlausibleInteger(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(value as number) < 1_000_000_000_000;
}
