import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReservationRule } from "../../../../../contract/payments/reservations.ts";
import type { PaymentStep } from "../../../../../contract/payments/views.ts";
import { type Reservation, ruleStep } from "../../../../../main/payments/reservations/rule.ts";

const HOUR = 3_600_000;
const RULE: ReservationRule = { enabled: true, beforeHours: 12, renewUntilHours: 100, atEnd: "capture" };
const STEPS: PaymentStep[] = ["capture", "release", "reauthorise"];
const NOW = 1_800_000_000_000;

function reservation(hoursOld: number, hoursLeft: number | null, fired: Reservation["fired"] = []): Reservation {
  const expiresAt = hoursLeft === null ? null : NOW + hoursLeft * HOUR;
  const authorisedAt = NOW + ((hoursLeft ?? 0) - 72) * HOUR;
  return { since: NOW - hoursOld * HOUR, authorisedAt, expiresAt, steps: STEPS, open: "none", fired };
}

describe("the reservation rule", () => {
  it("does nothing unless the owner enabled it, before its time, or after the end", () => {
    expect(ruleStep({ ...RULE, enabled: false }, reservation(10, 1), NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(10, 13), NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(10, 0), NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(10, -1), NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(10, null), NOW)).toBeNull();
  });

  it("renews a young authorisation, and captures or releases an old one", () => {
    expect(ruleStep(RULE, reservation(99, 11), NOW)).toBe("reauthorise");
    expect(ruleStep(RULE, reservation(101, 11), NOW)).toBe("capture");
    expect(ruleStep({ ...RULE, atEnd: "release" }, reservation(101, 11), NOW)).toBe("release");
    expect(ruleStep({ ...RULE, atEnd: "nothing" }, reservation(101, 11), NOW)).toBeNull();
    expect(ruleStep({ ...RULE, renewUntilHours: 0 }, reservation(0, 11), NOW)).toBe("capture");
  });

  it("never releases a young authorisation, whatever its renewal's result, and captures it only at the last chance", () => {
    const release = { ...RULE, atEnd: "release" } as const;
    for (const left of [11, 2, 0.01]) expect(ruleStep(release, reservation(99, left, ["reauthorise"]), NOW)).toBeNull();
    for (const left of [11, 2.1]) expect(ruleStep(RULE, reservation(99, left, ["reauthorise"]), NOW)).toBeNull();
    for (const left of [2, 0.01]) expect(ruleStep(RULE, reservation(99, left, ["reauthorise"]), NOW)).toBe("capture");
    // The renewal is in progress, not tried yet, or impossible.
    expect(ruleStep(RULE, { ...reservation(99, 1, ["reauthorise"]), open: "live" }, NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(99, 1), NOW)).toBe("reauthorise");
    expect(ruleStep(RULE, { ...reservation(99, 1), steps: ["capture", "release"] }, NOW)).toBe("capture");
    expect(ruleStep(RULE, reservation(99, 1, ["reauthorise", "capture"]), NOW)).toBeNull();
    expect(ruleStep(RULE, reservation(100, 1, ["reauthorise"]), NOW)).toBe("capture");
  });

  it("does nothing in the first third of an authorisation, however short", () => {
    const wide = { ...RULE, beforeHours: 72 };
    expect(ruleStep(wide, reservation(1, 71), NOW)).toBeNull();
    expect(ruleStep(wide, reservation(1, 48), NOW)).toBe("reauthorise");
    const short = { ...reservation(1, 23), authorisedAt: NOW - HOUR };
    expect(ruleStep(wide, short, NOW)).toBeNull();
    expect(ruleStep(wide, { ...short, authorisedAt: NOW - 12 * HOUR }, NOW)).toBe("reauthorise");
  });

  it("only renews while an operation waits for an operator, and waits while an operation is in progress", () => {
    const old = reservation(101, 11);
    expect(ruleStep(RULE, { ...old, open: "parked" }, NOW)).toBe("reauthorise");
    expect(ruleStep(RULE, { ...old, open: "parked", fired: ["reauthorise"] }, NOW)).toBeNull();
    expect(ruleStep({ ...RULE, atEnd: "nothing" }, { ...old, open: "parked" }, NOW)).toBeNull();
    expect(ruleStep(RULE, { ...old, open: "live" }, NOW)).toBeNull();
    expect(ruleStep(RULE, { ...reservation(99, 11), open: "live" }, NOW)).toBe("reauthorise");
  });

  it("retries its own refused capture while an amount is left, and only if it should capture", () => {
    const retryable: Reservation = { ...reservation(101, 11, ["capture"]), open: "retry" };
    expect(ruleStep(RULE, retryable, NOW)).toBe("reauthorise");
    expect(ruleStep(RULE, { ...retryable, fired: ["capture", "reauthorise"] }, NOW)).toBe("retry");
    // After a renewal it is outside the rule's window, but its capture is still due.
    expect(ruleStep(RULE, { ...reservation(101, 71), open: "retry" }, NOW)).toBe("retry");
    for (const atEnd of ["release", "nothing"] as const) {
      expect(ruleStep({ ...RULE, atEnd }, { ...reservation(101, 71), open: "retry" }, NOW)).toBeNull();
    }
    expect(ruleStep(RULE, { ...reservation(101, 0), open: "retry" }, NOW)).toBeNull();
    expect(ruleStep({ ...RULE, enabled: false }, retryable, NOW)).toBeNull();
  });

  it("never repeats a step for one authorisation, and takes only allowed steps", () => {
    const hours = fc.integer({ min: -50, max: 200 });
    const steps = fc.subarray(STEPS);
    const open = fc.constantFrom("none" as const, "live" as const, "parked" as const, "retry" as const);
    const fired = fc.subarray(["capture", "release", "reauthorise"] as const);
    const rules = fc.record({
      enabled: fc.boolean(),
      beforeHours: fc.integer({ min: 1, max: 72 }),
      renewUntilHours: fc.integer({ min: 0, max: 500 }),
      atEnd: fc.constantFrom("capture" as const, "release" as const, "nothing" as const),
    });
    fc.assert(
      fc.property(rules, hours, hours, steps, fired, open, (rule, old, left, may, before, work) => {
        const step = ruleStep(rule, { ...reservation(old, left, before), steps: may, open: work }, NOW);
        if (step === null) return;
        if (step === "retry") {
          expect([rule.enabled, rule.atEnd, work, left > 0]).toEqual([true, "capture", "retry", true]);
          return;
        }
        expect(may).toContain(step);
        expect(before).not.toContain(step);
        expect(rule.enabled && left > 0 && left <= Math.min(48, rule.beforeHours)).toBe(true);
        if (step === "reauthorise") return;
        expect([step, work]).toEqual([rule.atEnd, "none"]);
        // Before that only a capture, at the last chance, of a reservation that cannot be renewed.
        const isRenewable = may.includes("reauthorise") && !before.includes("reauthorise");
        expect(old >= rule.renewUntilHours || (step === "capture" && left <= 2 && !isRenewable)).toBe(true);
      }),
      {
        examples: [
          [{ enabled: true, beforeHours: 1, renewUntilHours: 1, atEnd: "capture" }, 0, 1, ["capture"], [], "none"],
        ],
      },
    );
  });
});
