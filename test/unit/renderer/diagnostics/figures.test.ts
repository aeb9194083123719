import { describe, expect, it } from "vitest";
import { formatBytes } from "../../../../renderer/diagnostics/bytes.ts";
import { rateOf } from "../../../../renderer/diagnostics/display-facts.ts";

describe("sizes", () => {
  it.each([
    [0, "0 kB"],
    [209, "0.2 kB"],
    [4096, "4.1 kB"],
    [312_000_000, "312 MB"],
    [74_812_000_000, "74.8 GB"],
    [5e15, "5,000 TB"],
  ])("%d bytes are %s", (bytes, text) => {
    expect(formatBytes(bytes, "en-GB")).toBe(text);
  });

  it("are written as in Norway there", () => {
    expect(formatBytes(74_812_000_000, "nb-NO").replace(/\s/g, " ")).toBe("74,8 GB");
  });
});

describe("the refresh rate", () => {
  const frames = (pause: number) => Array.from({ length: 21 }, (_, index) => index * pause);

  it("is told by the pauses between frames, whatever one late frame says", () => {
    expect(rateOf(frames(1000 / 60))).toBe(60);
    expect(rateOf(frames(1000 / 144))).toBe(144);
    expect(rateOf([...frames(1000 / 60), 5000])).toBe(60);
  });

  it("is not known without frames", () => {
    expect([rateOf([]), rateOf([1]), rateOf([1, 1, 1])]).toEqual([null, null, null]);
  });
});
