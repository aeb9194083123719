import { describe, expect, it } from "vitest";
import { customerDisplayBounds, type Placed } from "../../../../../main/shells/electron/customer-window.ts";

const display = (id: number, x: number): Placed => ({ id, bounds: { x, y: 0, width: 1000, height: 800 } });

describe("the customer's display", () => {
  it("is the one without the till", () => {
    expect(customerDisplayBounds([display(1, 0), display(2, 1000)], 1)?.x).toBe(1000);
    expect(customerDisplayBounds([display(1, 0), display(2, 1000)], 2)?.x).toBe(0);
  });

  it("is missing without a second display", () => {
    expect(customerDisplayBounds([display(1, 0)], 1)).toBeNull();
    expect(customerDisplayBounds([], 1)).toBeNull();
  });

  it("is the same of several, in any order", () => {
    const three = [display(3, 2000), display(1, 0), display(2, 1000)];
    expect(customerDisplayBounds(three, 1)?.x).toBe(1000);
    expect(customerDisplayBounds(three.toReversed(), 1)?.x).toBe(1000);
  });

  it("is none while the till's own display is unknown, because that must not be covered", () => {
    expect(customerDisplayBounds([display(1, 0)], 7)).toBeNull();
  });
});
