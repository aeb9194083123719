import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ownTimeZone } from "../../../../main/lib/time-zone.ts";

describe("the machine's time zone", () => {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env.TZ;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  it("is the one that it names", () => {
    process.env.TZ = "Europe/Oslo";
    expect(ownTimeZone()).toBe("Europe/Oslo");
  });

  it("is UTC where it names one that nothing knows: times can be shown in it", () => {
    process.env.TZ = "";
    expect(ownTimeZone()).toBe("UTC");
  });
});
