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

  it("is the configured zone", () => {
    process.env.TZ = "Europe/Oslo";
    expect(ownTimeZone()).toBe("Europe/Oslo");
  });

  it("is UTC when the configured zone is unknown", () => {
    process.env.TZ = "";
    expect(ownTimeZone()).toBe("UTC");
  });
});
