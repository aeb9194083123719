import { describe, expect, it } from "vitest";
import { SETUP_TESTS, type SetupFinding, type SetupTest } from "../../../../contract/configuration/setup.ts";
import { correctingStep, testWithSameFinding } from "../../../../renderer/setup/correction.ts";
import type { TestProgress } from "../../../../renderer/store/setup-state.ts";

type Key = SetupFinding["finding"];

const found = (test: SetupTest, finding: Key, outcome: SetupFinding["outcome"] = "failed"): TestProgress => ({
  state: "found",
  finding: { test, outcome, finding, values: {}, tookMs: 1 },
});

describe("a failed test", () => {
  it.each([
    ["service.unreachable", "service"],
    ["service.tls", "service"],
    ["service.broken", null],
    ["credentials.refused", "credentials"],
    ["credentials.user_unknown", "service"],
    ["credentials.merchant_unknown", "service"],
    ["credentials.testbed_token", "service"],
    ["credentials.clock", null],
    ["clock.behind", null],
    ["pos.refused", "till"],
    ["shortlink.refused", null],
    ["callback.not_reached", "callbacks"],
    ["callback.tls_files", "callbacks"],
    ["callback.weak_key", "service"],
    ["callback.refused", null],
  ] as [Key, string | null][])("opens the step that corrects it: %s → %s", (finding, step) => {
    expect(correctingStep({ finding, outcome: "failed" }, { preset: "custom" })).toBe(step);
  });

  it("opens no step without a problem, and only existing steps", () => {
    expect(correctingStep({ finding: "credentials.ok", outcome: "ok" }, { preset: "custom" })).toBeNull();
    expect(correctingStep({ finding: "callback.no_listener", outcome: "skipped" }, { preset: "custom" })).toBeNull();
    expect(correctingStep({ finding: "credentials.refused", outcome: "failed" }, { preset: "demo" })).toBeNull();
  });
});

describe("a finding of several tests", () => {
  it("is shown at the first of them only", () => {
    const tests = {
      credentials: found("credentials", "credentials.refused"),
      clock: found("clock", "clock.ok", "ok"),
      pos: found("pos", "credentials.refused"),
      shortlink: found("shortlink", "shortlink.refused"),
    };
    const said = SETUP_TESTS.map((test) => testWithSameFinding(test, tests, SETUP_TESTS));
    expect(said).toEqual([null, null, "credentials", null, null, null]);
  });
});
