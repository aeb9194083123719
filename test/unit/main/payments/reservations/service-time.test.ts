import { describe, expect, it } from "vitest";
import { followServiceTime } from "../../../../../main/payments/reservations/service-time.ts";
import type { Exchange } from "../../../../../main/service/api/client.ts";
import { createManualClock, TEST_EPOCH_MS } from "../../../../support/clock.ts";

const HOUR = 3_600_000;

/** A line to a service whose clock is right, while this machine's may be anything. */
function line() {
  const clock = createManualClock();
  let skewMs = 0;
  let isSettled = true;
  let hear: (exchange: Exchange) => void = () => undefined;
  const time = followServiceTime(
    {
      correctedNow: () => clock.now() + skewMs,
      clockSkewMs: () => skewMs,
      isClockSettled: () => isSettled,
      onExchange(listener) {
        hear = listener;
        return () => undefined;
      },
    },
    clock,
  );
  const answer = { status: 200, problem: null, at: 0, ms: 1 } as Partial<Exchange> as Exchange;
  return {
    clock,
    time,
    /** An answer with its `Date`, or without one */
    answers(dated: boolean) {
      if (dated) skewMs = TEST_EPOCH_MS + clock.monotonic() - clock.now();
      hear(answer);
    },
    isSilent: () => hear({ ...answer, status: null }),
    /** An answer whose `Date` is not confirmed yet */
    answersUnsettled() {
      isSettled = false;
      hear(answer);
      isSettled = true;
    },
  };
}

describe("the service's time", () => {
  it("is not known before it has answered, and goes on by itself from then", async () => {
    const { clock, time, answers, isSilent } = line();
    isSilent();
    expect(time.now()).toBeNull();
    answers(true);
    await clock.advance(HOUR);
    clock.setBy(65 * HOUR);
    expect(time.now()).toBe(TEST_EPOCH_MS + HOUR);
  });

  it("is not taken from a response whose Date waits for its confirmation", () => {
    const { time, answers, answersUnsettled } = line();
    answersUnsettled();
    expect(time.now()).toBeNull();
    answers(true);
    expect(time.now()).toBe(TEST_EPOCH_MS);
  });

  it.each([65, -65])(
    "is not taken from an answer that names none, after somebody set the clock by %s hours",
    async (by) => {
      const { clock, time, answers } = line();
      answers(true);
      await clock.advance(HOUR);
      clock.setBy(by * HOUR);
      answers(false);
      await clock.advance(HOUR);
      answers(false);
      expect(time.now()).toBe(TEST_EPOCH_MS + 2 * HOUR);
      answers(true);
      await clock.advance(HOUR);
      expect(time.now()).toBe(TEST_EPOCH_MS + 3 * HOUR);
    },
  );
});
