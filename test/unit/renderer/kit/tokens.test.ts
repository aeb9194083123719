import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PHASES } from "../../../../contract/values/phases.ts";
import { APPEARANCE } from "../../../../renderer/kit/appearance.ts";
import { NEUTRALS, type Pair, TONES } from "../../../../renderer/kit/tokens.ts";

const css = readFileSync(new URL("../../../../renderer/kit/tokens.css", import.meta.url), "utf8");
const THEMES = [
  ["light", 0],
  ["dark", 1],
] as const;

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(THEMES)("colours of the %s theme", (_theme, at) => {
  const of = (pair: Pair) => pair[at];
  const { canvas, surface, sunken, ink, muted, control, focus } = NEUTRALS;

  it("give every text a contrast of at least 4.5:1", () => {
    for (const ground of [canvas, surface, sunken]) {
      expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of(muted), of(ground))).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(of(NEUTRALS["on-ink"]), of(ink))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(TONES))("keep text readable on %s, solid and tinted", (_tone, { solid, tint }) => {
    expect(contrast(of(NEUTRALS["on-tone"]), of(solid))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of(ink), of(tint))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(TONES))("keep the shape of %s visible at 3:1", (_tone, { solid, tint }) => {
    for (const ground of [surface, canvas, tint]) expect(contrast(of(solid), of(ground))).toBeGreaterThanOrEqual(3);
  });

  it("give every control and focus ring at least 3:1", () => {
    for (const ground of [canvas, surface, sunken]) {
      expect(contrast(of(control), of(ground))).toBeGreaterThanOrEqual(3);
      expect(contrast(of(focus), of(ground))).toBeGreaterThanOrEqual(3);
    }
  });

  it("keep the current step's label readable in the waiting colour", () => {
    expect(contrast(of(TONES.waiting.solid), of(surface))).toBeGreaterThanOrEqual(4.5);
  });

  it("keep the label of the filled hold button readable", () => {
    expect(contrast(of(NEUTRALS["on-ink"]), of(TONES.closed.solid))).toBeGreaterThanOrEqual(4.5);
  });
});

describe("tokens.css", () => {
  it("matches tokens.ts exactly", () => {
    const declared = new Map(
      [...css.matchAll(/--([a-z-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
        name,
        [light, dark],
      ]),
    );
    const expected = new Map<string, readonly string[]>(Object.entries(NEUTRALS));
    for (const [tone, { solid, tint }] of Object.entries(TONES)) {
      expected.set(tone, solid);
      expected.set(`${tone}-tint`, tint);
    }
    expect(declared).toEqual(expected);
  });
});

describe("the appearance of a payment", () => {
  it("exists for every phase, with a tone that has colours", () => {
    for (const phase of PHASES) expect(TONES[APPEARANCE[phase].tone]).toBeDefined();
  });

  it("distinguishes phases of one tone by word or shape, and tones by shape", () => {
    const shapesOf = (tone: string) =>
      new Set(PHASES.filter((phase) => APPEARANCE[phase].tone === tone).map((phase) => APPEARANCE[phase].Icon));
    const tones = Object.keys(TONES);
    for (const tone of tones) {
      for (const other of tones) {
        if (tone === other || [tone, other].includes("closed")) continue;
        for (const shape of shapesOf(tone)) expect(shapesOf(other)).not.toContain(shape);
      }
    }
  });
});
