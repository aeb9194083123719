import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SetupDraft, SetupFinding } from "../../../../contract/configuration/setup.ts";
import { POS_TYPES } from "../../../../contract/values/identifiers.ts";
import { pinProblems } from "../../../../renderer/setup/actions.ts";
import { POS_TYPE_CHOICES } from "../../../../renderer/setup/choices.ts";
import {
  adjacentStep,
  codeState,
  isChanged,
  placeOf,
  problemsLeft,
  requiresOwnerPin,
  SETUP_CLOSED,
  SETUP_STEPS,
  type SetupState,
  soundState,
  stepOfField,
  testsOf,
  withDefaultName,
  withPreset,
} from "../../../../renderer/store/setup-state.ts";
import { DEMO_DRAFT, FIRST_RUN } from "./draft.ts";

const OPEN: SetupState = { ...SETUP_CLOSED, status: "open", view: FIRST_RUN, draft: DEMO_DRAFT };
const CUSTOM: SetupDraft = { ...DEMO_DRAFT, preset: "custom" };

/** The steps in the order of Next, from first to last. */
function way(draft: SetupDraft): string[] {
  const steps = [SETUP_STEPS[0] as (typeof SETUP_STEPS)[number]];
  for (;;) {
    const last = steps[steps.length - 1] ?? "done";
    const next = adjacentStep(last, 1, draft);
    if (next === last) return steps;
    steps.push(next);
  }
}

describe("the way through the wizard", () => {
  it("includes every step for a live service, and skips those that the demo sets up automatically", () => {
    expect(way(CUSTOM)).toEqual([...SETUP_STEPS]);
    expect(way(DEMO_DRAFT)).toEqual(["service", "till", "owner", "test", "done"]);
  });

  it("is the same in reverse", () => {
    for (const draft of [DEMO_DRAFT, CUSTOM]) {
      for (const step of way(draft).slice(1, -1) as (typeof SETUP_STEPS)[number][]) {
        expect(adjacentStep(adjacentStep(step, 1, draft), -1, draft)).toBe(step);
      }
    }
  });
});

describe("an invalid field", () => {
  it.each([
    ["service.baseUrl", "service"],
    ["service.trustedHosts[1]", "service"],
    ["secrets.testbedToken", "service"],
    ["scheme", "credentials"],
    ["secrets.key", "credentials"],
    ["secrets.secret", "credentials"],
    ["pos.location.latitude", "till"],
    ["currency", "till"],
    ["timeZone", "till"],
    ["callbacks.listen", "callbacks"],
    ["secrets.tls", "callbacks"],
    ["pin", "owner"],
    ["pin.again", "owner"],
  ])("%s belongs to the step %s", (field, step) => {
    expect(stepOfField(field)).toBe(step);
  });

  it("is cleared once it was changed, and only then", () => {
    const problems = [
      { field: "service.baseUrl", expected: "an address" },
      { field: "service.trustedHosts[1]", expected: "a host" },
      { field: "pos.location.latitude", expected: "a number" },
    ];
    const edited = { ...CUSTOM, service: { ...CUSTOM.service, trustedHosts: ["a.example"] } };
    expect(problemsLeft(problems, CUSTOM, edited).map(({ field }) => field)).toEqual([
      "service.baseUrl",
      "pos.location.latitude",
    ]);
    expect(problemsLeft(problems, CUSTOM, CUSTOM)).toEqual(problems);
  });
});

describe("the preset", () => {
  it("copies nothing of the demo to a live service", () => {
    const { draft } = withPreset(OPEN, "custom");
    expect(draft?.service).toMatchObject({ baseUrl: "", merchant: "", user: null, publicKey: null, trustedHosts: [] });
    expect(draft?.callbacks.listen).toBeNull();
    expect(draft?.pos).toEqual(DEMO_DRAFT.pos);
  });

  it("keeps the values entered for either, however often it is changed", () => {
    const custom = withPreset(OPEN, "custom");
    const entered = { ...custom.draft, service: { ...CUSTOM.service, baseUrl: "https://pay.example" } } as SetupDraft;
    fc.assert(
      fc.property(fc.array(fc.constantFrom("demo", "custom"), { maxLength: 6 }), (choices) => {
        let state: SetupState = { ...OPEN, ...custom, draft: entered };
        for (const preset of choices) state = { ...state, ...withPreset(state, preset) };
        expect(withPreset({ ...state, ...withPreset(state, "custom") }, "custom").draft).toEqual(entered);
        expect({ ...state, ...withPreset(state, "demo") }.draft).toEqual(DEMO_DRAFT);
      }),
      { numRuns: 20 },
    );
  });
});

describe("the owner's PIN", () => {
  const pin = (first: string, again = first) => ({ ...OPEN, pin: { first, again, changing: false } });

  it("is requested when there is no owner, with new data for another till, or to change it", () => {
    const owned = { ...OPEN, view: { ...FIRST_RUN, hasOwner: true } };
    expect(requiresOwnerPin(OPEN)).toBe(true);
    expect(requiresOwnerPin(owned)).toBe(false);
    expect(requiresOwnerPin({ ...owned, draft: CUSTOM })).toBe(true);
    expect(requiresOwnerPin({ ...owned, pin: { ...owned.pin, changing: true } })).toBe(true);
    const view = { ...owned.view, draft: CUSTOM, used: true };
    const elsewhere = { ...CUSTOM, service: { ...CUSTOM.service, merchant: "another" } };
    expect(requiresOwnerPin({ ...owned, view, draft: elsewhere })).toBe(true);
    expect(requiresOwnerPin({ ...owned, view: { ...view, used: false }, draft: elsewhere })).toBe(false);
  });

  it("has 6 to 12 digits, entered twice", () => {
    expect(pinProblems(pin("12345"))[0]?.field).toBe("pin");
    expect(pinProblems(pin(""))[0]?.field).toBe("pin");
    expect(pinProblems(pin("739164", "739146"))[0]?.field).toBe("pin.again");
    expect(pinProblems(pin("739164"))).toEqual([]);
    expect(pinProblems({ ...pin(""), view: { ...FIRST_RUN, hasOwner: true } })).toEqual([]);
  });
});

describe("the tests", () => {
  const found = (test: SetupFinding["test"], outcome: SetupFinding["outcome"], finding: SetupFinding["finding"]) => ({
    [test]: { state: "found" as const, finding: { test, outcome, finding, values: {}, tookMs: 1 } },
  });

  it("count the remaining ones, and distinguish a failure from a remark", () => {
    expect(testsOf({})).toEqual({ left: 6, hasFailed: false, isRefused: false });
    const tests = { ...found("clock", "warning", "clock.behind"), ...found("pos", "ok", "pos.ok") };
    expect(testsOf({ ...tests, callback: { state: "running" } })).toEqual({
      left: 4,
      hasFailed: false,
      isRefused: false,
    });
  });

  it("state that no payment is possible when the service rejects the till's identity, in any test", () => {
    expect(testsOf(found("pos", "failed", "credentials.refused")).isRefused).toBe(true);
    expect(testsOf(found("credentials", "failed", "service.timeout"))).toMatchObject({
      hasFailed: true,
      isRefused: false,
    });
  });

  it("accept the user's answer about code and sound", () => {
    expect(codeState({ selfRead: null, word: { qr: null, sound: null } })).toBe("waiting");
    expect(codeState({ selfRead: false, word: { qr: true, sound: null } })).toBe("failed");
    expect(codeState({ selfRead: true, word: { qr: null, sound: null } })).toBe("ok");
    expect(codeState({ selfRead: true, word: { qr: false, sound: null } })).toBe("warning");
    expect(soundState({ word: { qr: null, sound: false } })).toBe("warning");
  });
});

it("a changed draft is recognised, so that leaving the wizard can warn", () => {
  expect(isChanged(OPEN)).toBe(false);
  expect(isChanged({ ...OPEN, draft: { ...DEMO_DRAFT, mode: "kiosk" } })).toBe(true);
});

it("the wizard offers every kind of POS that the settings allow", () => {
  expect([...POS_TYPE_CHOICES]).toEqual([...POS_TYPES]);
});

describe("the user's place in the wizard", () => {
  it("is numbered within the steps of the chosen preset", () => {
    expect(placeOf("till", CUSTOM)).toEqual({ number: 3, total: 7 });
    // Play money needs no keys and no address.
    expect(placeOf("till", DEMO_DRAFT)).toEqual({ number: 2, total: 5 });
    expect(placeOf("done", DEMO_DRAFT)).toEqual({ number: 5, total: 5 });
    expect(placeOf("service", null)).toEqual({ number: 1, total: 7 });
  });
});

describe("the default name of a first till", () => {
  it("is in the current language, and follows each change", () => {
    const norwegian = withDefaultName(DEMO_DRAFT, "nb");
    expect(norwegian.pos).toMatchObject({ id: "kasse-1", name: "Kasse 1", type: "store" });
    expect(withDefaultName(norwegian, "en")).toEqual(DEMO_DRAFT);
  });

  it("is kept as the user changed it", () => {
    const named = { ...DEMO_DRAFT, pos: { ...DEMO_DRAFT.pos, name: "Bar" } };
    expect(withDefaultName(named, "nb")).toBe(named);
  });
});
