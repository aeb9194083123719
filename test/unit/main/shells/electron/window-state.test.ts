import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  firstBounds,
  readSavedWindow,
  restoreWindow,
  type SavedWindow,
  type Screen,
} from "../../../../../main/shells/electron/window-state.ts";

const LEFT: Screen = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
const RIGHT: Screen = { id: 2, workArea: { x: 1920, y: 0, width: 1280, height: 800 } };
const saved = (x: number, y: number, width = 1000, height = 700, display = 1, maximised = false): SavedWindow => ({
  bounds: { x, y, width, height },
  maximised,
  display,
});

describe("a window that was closed", () => {
  it("opens at its previous position", () => {
    expect(restoreWindow(saved(100, 50), [LEFT, RIGHT])).toEqual({
      bounds: { x: 100, y: 50, width: 1000, height: 700 },
      maximised: false,
    });
    expect(restoreWindow(saved(2000, 50, 1000, 700, 2, true), [LEFT, RIGHT])).toMatchObject({
      bounds: { x: 2000 },
      maximised: true,
    });
  });

  it("may extend over an edge while the user can still grab it", () => {
    expect(restoreWindow(saved(-800, 50), [LEFT])?.bounds.x).toBe(-800);
    expect(restoreWindow(saved(-900, 50), [LEFT])?.bounds.x).toBe(0);
    expect(restoreWindow(saved(100, -200), [LEFT])?.bounds.y).toBe(0);
    expect(restoreWindow(saved(100, 1039), [LEFT])?.bounds.y).toBe(340);
  });

  it("opens at the system's position when its display is gone", () => {
    expect(restoreWindow(saved(2000, 50, 1000, 700, 2), [LEFT])).toBeNull();
    expect(restoreWindow(null, [LEFT])).toBeNull();
    expect(restoreWindow(saved(100, 50), [])).toBeNull();
  });

  it("returns to its display when that has moved", () => {
    const moved = { id: 2, workArea: { x: -1280, y: 0, width: 1280, height: 800 } };
    expect(restoreWindow(saved(2000, 50, 1000, 700, 2), [LEFT, moved])?.bounds).toEqual({
      x: -1000,
      y: 50,
      width: 1000,
      height: 700,
    });
  });

  it("is no larger than a display that shrank", () => {
    const small = { id: 1, workArea: { x: 0, y: 0, width: 800, height: 560 } };
    expect(restoreWindow(saved(100, 50), [small])?.bounds).toEqual({ x: 0, y: 0, width: 800, height: 560 });
  });

  it("is on the display that shows most of it, when it overlapped two", () => {
    expect(restoreWindow(saved(1500, 0, 1000, 700, 7), [LEFT, RIGHT])?.bounds.x).toBe(1500);
  });

  it("can always be grabbed, whatever was saved", () => {
    const whole = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(whole, whole, size, size, fc.constantFrom(1, 2, 3), (x, y, width, height, display) => {
        const restored = restoreWindow(saved(x, y, width, height, display), [LEFT, RIGHT]);
        if (restored === null) return;
        const { bounds } = restored;
        const reachable = [LEFT, RIGHT].some(
          ({ workArea: area }) =>
            Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x) >=
              Math.min(160, bounds.width) &&
            bounds.y >= area.y &&
            bounds.y + Math.min(32, bounds.height) <= area.y + area.height,
        );
        expect(reachable).toBe(true);
      }),
    );
  });
});

describe("a new window", () => {
  it("is where the system places it, and fills a display that is too small", () => {
    const size = { width: 1280, height: 800 };
    expect(firstBounds(LEFT.workArea, size)).toBeNull();
    expect(firstBounds(RIGHT.workArea, size)).toBeNull();
    for (const area of [
      { x: 0, y: 0, width: 800, height: 600 },
      { x: 0, y: 24, width: 1080, height: 1896 },
      { x: 0, y: 0, width: 1280, height: 760 },
    ]) {
      expect(firstBounds(area, size)).toEqual({ bounds: area, maximised: true });
    }
  });
});

describe("saved window state", () => {
  it("survives a round trip", () => {
    expect(readSavedWindow(JSON.parse(JSON.stringify(saved(1, 2, 3, 4))))).toEqual(saved(1, 2, 3, 4));
  });

  it.each([
    null,
    7,
    "window",
    [],
    {},
    { ...saved(1, 2), bounds: null },
    { ...saved(1, 2), maximised: "yes" },
    { ...saved(1, 2), display: "1" },
    saved(1.5, 2),
    saved(Number.NaN, 2),
    saved(1e300, 2),
    saved(1, 2, 0, 700),
    saved(1, 2, 1000, -5),
  ])("is ignored when it is not a window's bounds: %j", (value) => {
    expect(readSavedWindow(value)).toBeNull();
  });
});
