import { describe, expect, it } from "vitest";
import { reasonFor } from "../../../../../contract/reasons/reasons.ts";
import { judgeAge } from "../../../../../main/payments/queue/age.ts";
import {
  afterFailure,
  allowProbe,
  type Breaker,
  CLOSED,
  pauseLeft,
} from "../../../../../main/payments/queue/breaker.ts";
import { judgeComparison } from "../../../../../main/payments/queue/judge.ts";
import { createStopwatch } from "../../../../../main/payments/queue/stopwatch.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { authorised, pendingOutcome } from "../histories.ts";

const MINUTE = 60_000;

describe("the circuit breaker", () => {
  const failed = (times: number): Breaker =>
    Array.from({ length: times }).reduce<Breaker>((breaker) => afterFailure(breaker, 0), CLOSED);

  it("opens after five failures in a row, and probes after 5 s, doubling to 60", () => {
    expect([4, 5, 6, 7, 8, 9, 20].map((times) => pauseLeft(failed(times), 0))).toEqual([
      0, 5000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ]);
  });

  it("probes on an operator's action, and opens again when that fails", () => {
    const open = failed(6);
    expect(pauseLeft(allowProbe(open, 1000), 1000)).toBe(0);
    expect(pauseLeft(afterFailure(allowProbe(open, 1000), 1000), 1000)).toBe(20_000);
    expect(allowProbe(CLOSED, 5)).toEqual(CLOSED);
  });
});

describe("age", () => {
  const operation = (
    kind: "create" | "capture" | "release" | "abort" | "refund" | "reauth",
    unknownSince: number | null = null,
    attempts = 1,
  ) => ({ kind, unknownSince, attempts });

  it.each([
    ["create", null, false, 10 * MINUTE, "in_time"],
    ["create", null, false, 10 * MINUTE + 1, "give_up"],
    ["create", 1, false, 10 * MINUTE + 1, "abort"],
    ["create", null, true, 60 * MINUTE, "in_time"],
    ["create", null, true, 1441 * MINUTE, "give_up"],
    ["refund", 1, false, 24 * 60 * MINUTE, "in_time"],
    ["refund", 1, false, 24 * 60 * MINUTE + 1, "park"],
    ["release", null, false, 25 * 60 * MINUTE, "park"],
    ["abort", null, false, 25 * 60 * MINUTE, "park"],
    ["capture", 1, false, 999 * 60 * MINUTE, "in_time"],
  ] as const)("of a %s (unknown since %s, offline %s) at %i ms: %s", (kind, unknownSince, offline, age, verdict) => {
    expect(judgeAge(operation(kind, unknownSince), offline, 1440, age)).toBe(verdict);
  });

  it("requires a first attempt for an operation that was never sent", () => {
    expect(judgeAge(operation("refund", null, 0), false, 1440, 72 * 60 * MINUTE)).toBe("in_time");
  });

  it("uses the monotonic clock, independent of wall clock changes", async () => {
    const clock = createManualClock();
    const stopwatch = createStopwatch(clock);
    const queued = { id: "a", createdAt: clock.now(), retriedAt: null };
    expect(stopwatch.ageOf(queued)).toBe(0);
    clock.setBy(90 * 24 * 60 * MINUTE);
    await clock.advance(5 * MINUTE);
    expect(stopwatch.ageOf(queued)).toBe(5 * MINUTE);
  });

  it("starts again when a manager retries", async () => {
    const clock = createManualClock();
    const stopwatch = createStopwatch(clock);
    const parked = { id: "a", createdAt: clock.now(), retriedAt: null };
    await clock.advance(25 * 60 * MINUTE);
    expect(stopwatch.ageOf({ ...parked, id: "other" })).toBe(25 * 60 * MINUTE);
    expect(stopwatch.ageOf({ ...parked, retriedAt: clock.now() })).toBe(0);
  });

  it("reports each change of the wall clock once, with its size", async () => {
    const clock = createManualClock();
    const stopwatch = createStopwatch(clock);
    await clock.advance(10_000);
    expect(stopwatch.takeClockJumpMs()).toBe(0);
    clock.setBy(-86_400_000);
    expect([stopwatch.takeClockJumpMs(), stopwatch.takeClockJumpMs()]).toEqual([-86_400_000, 0]);
  });
});

const NO = reasonFor("service_refused_it", { status: 418 });

describe("a capture that the service refuses", () => {
  it("is shown to an operator when the reservation has ended", () => {
    const ended = { ...pendingOutcome(), status: "fail" as const, statusCode: 5012 };
    expect(judgeComparison({ kind: "capture", byRule: false }, "refused", ended, NO)).toMatchObject({
      is: "parked",
      because: reasonFor("queue_capture_late", { cause: NO }),
    });
    expect(judgeComparison({ kind: "capture", byRule: false }, "refused", authorised(pendingOutcome()), NO)).toEqual({
      is: "refused",
      because: NO,
    });
  });

  it("is shown to an operator even if the rule requested it and there is an amount left to capture", () => {
    const outcome = authorised(pendingOutcome());
    expect(judgeComparison({ kind: "capture", byRule: true }, "refused", outcome, NO)).toMatchObject({
      is: "parked",
      because: reasonFor("queue_rule_refused", { cause: NO }),
    });
    expect(judgeComparison({ kind: "release", byRule: true }, "refused", outcome, NO).is).toBe("refused");
  });
});
