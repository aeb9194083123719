import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { iso } from "../../../../main/lib/iso-time.ts";

/** The largest time of a `Date`, in milliseconds. */
const LAST = 8_640_000_000_000_000;

describe("the ISO time formatter", () => {
  it("formats any time as a Date does, in any order", () => {
    const time = fc.oneof(
      fc.integer({ min: -LAST, max: LAST }),
      fc.integer({ min: 1_700_000_000_000, max: 1_700_600_000_000 }),
      fc.constantFrom(0, -1, 86_399_999, 86_400_000, LAST, -LAST),
      fc.double({ min: -1e12, max: 2e12, noNaN: true }),
    );
    fc.assert(fc.property(fc.array(time), (times) => times.every((ms) => iso(ms) === new Date(ms).toISOString())));
  });

  it.each([Number.NaN, LAST + 1, -LAST - 1])("rejects %s, as a Date does, also after a valid time", (ms) => {
    expect([iso(LAST), iso(-LAST)]).toEqual(["+275760-09-13T00:00:00.000Z", "-271821-04-20T00:00:00.000Z"]);
    expect(() => iso(ms)).toThrow(RangeError);
  });
});
