import { describe, expect, it } from "vitest";
import { nextPlace, type Place } from "../../../../renderer/kiosk/focus.ts";

const at = (left: number, top: number, width = 100, height = 60): Place => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe("an arrow key", () => {
  // Two rows of three, and a wide button at the bottom right.
  const grid = [at(0, 0), at(120, 0), at(240, 0), at(0, 80), at(120, 80), at(240, 80), at(180, 300, 160)];
  const from = (index: number) => grid[index] ?? null;

  it("moves to the neighbour in its direction", () => {
    expect(nextPlace(from(0), grid, "right")).toBe(1);
    expect(nextPlace(from(4), grid, "up")).toBe(1);
    expect(nextPlace(from(2), grid, "left")).toBe(1);
    expect(nextPlace(from(1), grid, "down")).toBe(4);
  });

  it("finds a control to the side without one straight ahead", () => {
    expect(nextPlace(from(3), grid, "down")).toBe(6);
  });

  it("stays in a row to its end, also below a wide key", () => {
    // A portrait screen: Pay across the full width, and three keys far apart below it.
    const screen = [at(40, 500, 1000, 100), at(40, 620, 80, 80), at(410, 620, 160, 80), at(860, 620, 180, 80)];
    const step = (index: number, direction: "left" | "right") => nextPlace(screen[index] ?? null, screen, direction);
    expect([step(1, "right"), step(2, "right"), step(3, "left"), step(2, "left")]).toEqual([2, 3, 2, 1]);
  });

  it("does nothing at an edge, and moves to the first control without a focus", () => {
    expect(nextPlace(from(0), grid, "up")).toBeNull();
    expect(nextPlace(from(2), grid, "right")).toBeNull();
    expect(nextPlace(null, grid, "down")).toBe(0);
    expect(nextPlace(null, [], "down")).toBeNull();
  });

  it("reaches every control of a screen from every other", () => {
    const reached = new Set([0]);
    const waiting = [0];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      for (const direction of ["up", "down", "left", "right"] as const) {
        const next = nextPlace(from(index), grid, direction);
        if (next !== null && !reached.has(next)) {
          reached.add(next);
          waiting.push(next);
        }
      }
    }
    expect(reached.size).toBe(grid.length);
  });
});
