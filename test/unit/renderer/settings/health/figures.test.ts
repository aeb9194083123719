import { describe, expect, it } from "vitest";
import type { HealthReport } from "../../../../../contract/diagnostics/diagnostics.ts";
import { formatBytes } from "../../../../../renderer/kit/format/bytes.ts";
import { rateOf } from "../../../../../renderer/settings/health/display-facts.ts";
import { headline, type Words } from "../../../../../renderer/settings/health/facts.ts";

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

  it("use Norwegian number format in Norwegian", () => {
    expect(formatBytes(74_812_000_000, "nb-NO").replace(/\s/g, " ")).toBe("74,8 GB");
  });
});

describe("the refresh rate", () => {
  const frames = (pause: number) => Array.from({ length: 21 }, (_, index) => index * pause);

  it("is computed from the pauses between frames, ignoring a single late frame", () => {
    expect(rateOf(frames(1000 / 60))).toBe(60);
    expect(rateOf(frames(1000 / 144))).toBe(144);
    expect(rateOf([...frames(1000 / 60), 5000])).toBe(60);
  });

  it("is unknown without frames", () => {
    expect([rateOf([]), rateOf([1]), rateOf([1, 1, 1])]).toEqual([null, null, null]);
  });
});

describe("the clock of this machine", () => {
  const t = (key: string, values: object = {}) => [key, ...Object.values(values)].join(" ");
  const words = { t, language: "en" } as unknown as Words;
  const said = (skewMs: number) =>
    headline("clock", { clock: { skewMs, comparedAt: "2026-11-20T09:00:00Z" } } as HealthReport, words);

  it("is slow when the service's is ahead", () => {
    expect(said(150_000)).toBe("health.value.behind 150");
    expect(said(-95_000)).toBe("health.value.ahead 95");
    expect(said(40)).toBe("health.value.same");
  });
});
