import { describe, expect, it } from "vitest";
import { followServiceTime } from "../../../../../main/payments/reservations/service-time.ts";
import type { Exchange } from "../../../../../main/service/api/client.ts";
import { createManualClock, TEST_EPOCH_MS } from "../../../../support/clock.ts";

const HOUR = 3_600_000;

/** A connection to a service with the right time; this machine's clock may be wrong. */
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
    /** A response with or without its `Date` */
    answers(dated: boolean) {
      if (dated) skewMs = TEST_EPOCH_MS + clock.monotonic() - clock.now();
      hear(answer);
    },
    isSilent: () => hear({ ...answer, status: null }),
    /** A response whose `Date` is not confirmed yet */
    answersUnsettled() {
      isSettled = false;
      hear(answer);
      isSettled = true;
    },
  };
}

describe("the service's time", () => {
  it("is unknown before the first response, and then advances automatically", async () => {
    const { clock, time, answers, isSilent } = line();
    isSilent();
    expect(time.now()).toBeNull();
    answers(true);
    await clock.advance(HOUR);
    clock.setBy(65 * HOUR);
    expect(time.now()).toBe(TEST_EPOCH_MS + HOUR);
  });

  it("ignores a response whose Date is not confirmed yet", () => {
    const { time, answers, answersUnsettled } = line();
    answersUnsettled();
    expect(time.now()).toBeNull();
    answers(true);
    expect(time.now()).toBe(TEST_EPOCH_MS);
  });

  it.each([65, -65])("ignores a response without a Date after the clock was set by %s hours", async (by) => {
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
  });
});
