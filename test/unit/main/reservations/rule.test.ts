import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReservationRule } from "../../../../contract/reservations.ts";
import type { PaymentStep } from "../../../../contract/views.ts";
import { LAST_CHANCE_MS, type Reservation, ruleStep } from "../../../../main/reservations/rule.ts";

const HOUR = 3_600_000;
const RULE: ReservationRule = { enabled: true, beforeHours: 12, renewUntilHours: 100, atEnd: "capture" };
const STEPS: PaymentStep[] = ["capture", "release", "reauthorise"];
const NOW = 1_800_000_000_000;

function reservation(hoursOld: number, hoursLeft: number | null, fired: Reservation["fired"] = []): Reservation {
  const expiresAt = hoursLeft === null ? null : NOW + hoursLeft * HOUR;
  return { createdAt: NOW - hoursOld * HOUR, expiresAt, steps: STEPS, fired };
}

describe("the rule for reservations", () => {
  it("does nothing unless the owner wants it, and nothing before its time or after the end", () => {
    expect(ruleStep({ ...RULE, enabled: false }, reservation(10, 1), NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(10, 13), NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(10, 0), NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(10, -1), NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(10, null), NOW)).toBeNull();
  });

  it("renews a young one, and captures or releases an old one", () => {
    expect(ruleStep(RULE, reservation(99, 11), NOW)).toBe("reauthorise");
    expect(ruleStep(RULE, reservation(101, 11), NOW)).toBe("capture");
    expect(ruleStep({ ...RULE, atEnd: "release" }, reservation(101, 11), NOW)).toBe("release");
    expect(ruleStep({ ...RULE, atEnd: "nothing" }, reservation(101, 11), NOW)).toBeNull();
    expect(ruleStep({ ...RULE, renewUntilHours: 0 }, reservation(0, 11), NOW)).toBe("capture");
  });

  it("waits for a person after a renewal that did not come about, until the last chance", () => {
    expect(ruleStep(RULE, reservation(99, 11, ["reauthorise"]), NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(99, LAST_CHANCE_MS / HOUR, ["reauthorise"]), NOW)).toBe("capture");
  });

  it("never does the same twice to one authorisation, and nothing that may not be done", () => {
    const hours = fc.integer({ min: -50, max: 200 });
    const steps = fc.subarray(STEPS);
    const fired = fc.subarray(["capture", "release", "reauthorise"] as const);
    const rules = fc.record({
      enabled: fc.boolean(),
      beforeHours: fc.integer({ min: 1, max: 72 }),
      renewUntilHours: fc.integer({ min: 0, max: 500 }),
      atEnd: fc.constantFrom("capture" as const, "release" as const, "nothing" as const),
    });
    fc.assert(
      fc.property(rules, hours, hours, steps, fired, (rule, old, left, may, before) => {
        const step = ruleStep(rule, { ...reservation(old, left, before), steps: may }, NOW);
        if (step === null) return;
        expect(may).toContain(step);
        expect(before).not.toContain(step);
        expect(rule.enabled && left > 0 && left <= rule.beforeHours).toBe(true);
      }),
    );
  });
});
