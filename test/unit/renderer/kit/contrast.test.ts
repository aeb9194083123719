import fc from "fast-check";
import { expect, it } from "vitest";
import { contrast, inkOn, lowContrastTheme } from "../../../../renderer/kit/contrast.ts";

it("ink is readable on any colour, and dark on light colours", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const colour = `#${value.toString(16).padStart(6, "0")}`;
      expect(contrast(colour, inkOn(colour))).toBeGreaterThanOrEqual(4.5);
    }),
  );
  expect([inkOn("#ffe08a"), inkOn("#7B1E3A"), contrast("#000000", "#ffffff")]).toEqual(["#000000", "#ffffff", 21]);
});

it("a colour with too little contrast names the theme", () => {
  expect(["#ffee00", "#101820", "#3b76e0"].map(lowContrastTheme)).toEqual(["light", "dark", null]);
});
