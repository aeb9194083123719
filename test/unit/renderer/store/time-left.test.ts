/** The remaining time of the payment at the counter, by a window's clock that ticks once a second. */
import { describe, expect, it } from "vitest";
import type { Payment, Terminal } from "../../../../contract/payments/views.ts";
import { countdown } from "../../../../renderer/kit/format/time.ts";
import {
  canExtendCode,
  countExpiringReservations,
  countPartialCaptures,
  msLeft,
  msToAnswer,
} from "../../../../renderer/store/select.ts";
import { initialState, type TillState } from "../../../../renderer/store/state.ts";

const MADE = Date.parse("2026-11-20T12:00:00.000Z");
const after = (ms: number) => new Date(MADE + ms).toISOString();

/** The window's state at its last tick, this many ms after the code was created. */
function ticked(ms: number): TillState {
  const settings = { theme: "light", language: "en", sound: false, unitsFirst: "minor" } as const;
  return { ...initialState(MADE + ms, settings), terminal: { clockSkewMs: 0 } as Terminal };
}

function shown(changes: Partial<Payment>): Payment {
  const nothing = { codeUntil: null, codeRanOut: false, expiresAt: null, abortRequested: false };
  return { ...nothing, createdAt: after(0), modifiedAt: after(0), ...changes } as Payment;
}

it.each([
  ["a code that is newer than the last tick", 0, { codeUntil: after(180_000) }, 180_000],
  ["a code that got more time since the last tick", 60_000, { codeUntil: after(240_000) }, 180_000],
  ["a request that is newer than the last tick", 0, { expiresAt: after(300_000) }, 300_000],
] as const)("a countdown never exceeds its full duration: %s", (_what, since, changes, whole) => {
  const payment = shown({ ...changes, modifiedAt: after(since) });
  const left = (ms: number) => countdown(msLeft(ticked(ms), payment) ?? 0);
  expect(left(since - 900)).toBe(countdown(whole));
  // It counts down by the window's clock from then on.
  expect(left(since + 1000)).toBe(countdown(whole - 1000));
});

it("a code that ends with its request offers no extra time, however late the window's clock", () => {
  const payment = shown({ codeUntil: after(180_000), expiresAt: after(180_000) });
  for (const ms of [-900, 0, 1000]) expect(canExtendCode(ticked(ms), payment)).toBe(false);
  expect(canExtendCode(ticked(-900), { ...payment, expiresAt: after(300_000) })).toBe(true);
});

it("the counter's countdown ends at the customer's deadline, and not at the reservation's end", () => {
  const payment = shown({ expiresAt: after(300_000), phase: "waiting" });
  expect(msToAnswer(ticked(0), payment)).toBe(300_000);
  const approved = shown({ expiresAt: after(72 * 3_600_000), phase: "authorised" });
  expect(msToAnswer(ticked(0), approved)).toBeNull();
  expect(msLeft(ticked(0), approved)).toBe(72 * 3_600_000);
});

describe("the alarm for reservations", () => {
  it("counts those that end within a day, and neither ended nor later ones", () => {
    const at = Date.parse("2026-11-20T12:00:00Z");
    const reserved = (posTid: string, hours: number | null) =>
      ({
        posTid,
        authorisedLeft: 100,
        authorisedAdditionalLeft: 0,
        codeUntil: null,
        expiresAt: hours === null ? null : new Date(at + hours * 3_600_000).toISOString(),
        modifiedAt: "2026-11-20T08:00:00.000Z",
      }) as Payment;
    const all = [reserved("a", -1), reserved("b", 0.5), reserved("c", 24), reserved("d", 24.1), reserved("e", null)];
    const payments = Object.fromEntries(all.map((payment) => [payment.posTid, payment]));
    expect(countExpiringReservations({ now: at, terminal: null, payments } as TillState)).toBe(2);
  });

  it("counts rests of sales that were partly captured manually, and no other reservation", () => {
    const one = (phase: string, attention: string | null, authorisedLeft: number) =>
      ({ phase, attention, authorisedLeft, authorisedAdditionalLeft: 0, expiresAt: null }) as Payment;
    const payments = {
      rest: one("partly_captured", "still reserved", 60),
      reservation: one("partly_captured", null, 60),
      waiting: one("attention", "a capture waits", 60),
      over: one("partly_captured", "still reserved", 0),
    };
    expect(countPartialCaptures({ payments } as unknown as TillState)).toBe(1);
  });
});
