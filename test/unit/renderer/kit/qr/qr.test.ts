import fc from "fast-check";
import jsqr from "jsqr";
import { describe, expect, it } from "vitest";
import { type QrMatrix, QUIET_ZONE, qrMatrix, qrSize } from "../../../../../renderer/kit/qr/qr.ts";

/** Node returns the whole CommonJS module where the types declare its default. */
const decode = (jsqr as { default?: typeof jsqr }).default ?? jsqr;
const LINK = "https://service.example/q/9fK2/K7Q2-0142-ab12cd34";

/** Draws the path as pixels, `scale` of them per module. */
function draw({ size, path }: QrMatrix, scale: number): { data: Uint8ClampedArray; width: number } {
  const width = (size + 2 * QUIET_ZONE) * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const start = (row * width + Number(x) * scale) * 4;
      for (let at = start; at < start + Number(length) * scale * 4; at++) if (at % 4 !== 3) data[at] = 0;
    }
  }
  return { data, width };
}

describe("the matrix", () => {
  it("encodes exactly the text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^https:\/\/[a-z]{3,20}\.example\/[A-Za-z0-9/_.-]{1,80}$/), (text) => {
        const { data, width } = draw(qrMatrix(text), 4);
        expect(decode(data, width, width)?.data).toBe(text);
      }),
      { numRuns: 15 },
    );
  });

  it("exceeds error correction level M only at the same size", () => {
    const sizes = new Map<string, number>();
    for (let length = 1; length < 120; length++) {
      const { level, size } = qrMatrix("A".repeat(length).toLowerCase());
      sizes.set(level, Math.max(sizes.get(level) ?? 0, size));
    }
    expect([...sizes.keys()].sort()).toEqual(["H", "M", "Q"]);
  });

  it("keeps its quiet zone empty", () => {
    const { size, path } = qrMatrix(LINK);
    const edges = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, length]) => [
      Number(x),
      Number(y),
      Number(x) + Number(length),
    ]);
    for (const [left = 0, top = 0, right = 0] of edges) {
      expect(left).toBeGreaterThanOrEqual(QUIET_ZONE);
      expect(top).toBeGreaterThanOrEqual(QUIET_ZONE);
      expect(right).toBeLessThanOrEqual(size + QUIET_ZONE);
      expect(top).toBeLessThan(size + QUIET_ZONE);
    }
  });
});

describe("the size", () => {
  it("uses whole device pixels per module, fits, and is as large as possible", () => {
    const sizes = fc.constantFrom(21, 25, 29, 33, 37, 41);
    const ratios = fc.constantFrom(1, 1.25, 1.5, 1.75, 2, 3);
    fc.assert(
      fc.property(sizes, fc.integer({ min: 150, max: 900 }), ratios, (size, available, ratio) => {
        const { side, modulePixels } = qrSize(size, available, ratio);
        const units = size + 2 * QUIET_ZONE;
        expect(Number.isInteger(modulePixels)).toBe(true);
        expect(side * ratio).toBeCloseTo(units * modulePixels, 6);
        expect(side).toBeLessThanOrEqual(available + 1e-9);
        expect((units * (modulePixels + 1)) / ratio).toBeGreaterThan(available);
      }),
    );
  });

  it("fills at least 85 % of the space wherever a till's code is shown", () => {
    const sizes = fc.constantFrom(25, 29, 33, 37);
    const ratios = fc.constantFrom(1, 1.25, 1.5, 1.75, 2, 3);
    fc.assert(
      fc.property(sizes, fc.integer({ min: 300, max: 1400 }), ratios, (size, available, ratio) => {
        expect(qrSize(size, available, ratio).side / available).toBeGreaterThanOrEqual(0.85);
      }),
    );
  });

  it("is drawn in any space, however small", () => {
    expect(qrSize(29, 0, 1).modulePixels).toBe(1);
  });
});
