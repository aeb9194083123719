import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { positionOfJsonError } from "../../../../../main/configuration/settings/provision.ts";
import { runs } from "../../../../support/random-runs.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the position of a JSON error", () => {
  it("is null for valid JSON, in any layout", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (json, spaces) => {
        expect(positionOfJsonError(JSON.stringify(JSON.parse(json), null, spaces))).toBeNull();
      }),
    );
  });

  it("is set exactly for invalid JSON", () => {
    const pieces = fc.constantFrom(
      ..."{}[],:\"\\ 01-.eE+'a\n\t\u0001\u{1f600}",
      "true",
      "null",
      '"k"',
      '"k":1',
      "\\u12",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        expect(positionOfJsonError(text) === null, text).toBe(isJson(text));
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each<[string, number, number]>([
    ["", 1, 1],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ["[1,]", 1, 4],
    ["[1}", 1, 3],
    ['{"a":1} x', 1, 9],
    ['{"a" 1}', 1, 6],
    ["{1:1}", 1, 2],
    ['"a\nb"', 1, 1],
  ])("of %j is line %i, column %i", (text, line, column) => {
    expect(positionOfJsonError(text)).toEqual({ line, column });
  });

  it("is the start for JSON that is nested too deeply", () => {
    expect(positionOfJsonError("[".repeat(200_000))).toEqual({ line: 1, column: 1 });
  });
});
