/** Which payments of the service are taken for payments that a restore lost. */
import { describe, expect, it } from "vitest";
import { isAdoptable, isLost, type RecoveryPorts } from "../../../../../main/accounting/reconciliation/recovery.ts";
import type { Outcome } from "../../../../../main/payments/outcome.ts";
import { tillPrefix } from "../../../../../main/storage/database/identifiers.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { authorised, pendingOutcome } from "../../payments/histories.ts";

const RESTORED = Date.parse("2026-03-02T10:00:00Z");
const HOUR = 3_600_000;

/** A till whose clock is behind the service's. */
function till(settings: Record<string, number> = {}, behindMs = 0) {
  const file = temporaryDatabase();
  const { database } = file;
  const store = settingStore(database);
  for (const [name, value] of Object.entries(settings)) store.set(name, value);
  const now = RESTORED + HOUR;
  const ports = {
    ...{ database, settings: store, clock: { now: () => now }, api: { correctedNow: () => now + behindMs } },
  } as unknown as RecoveryPorts;
  const prefix = tillPrefix(database);
  const lost = (sequence: string, modifiedAt: number) =>
    isLost(ports, { ...pendingOutcome(), posTid: `${prefix}-${sequence}-ABCDEFGH`, modifiedAt });
  return { lost, [Symbol.dispose]: () => file[Symbol.dispose]() };
}

describe("a till that was never restored", () => {
  it("takes no payment for its own, whether the service sends a date or not", () => {
    using shop = till();
    expect([0, 1, RESTORED].map((at) => shop.lost("0007", at))).toEqual([false, false, false]);
  });
});

describe("a restored till", () => {
  const restored = { restoredAt: RESTORED, lostBefore: RESTORED };

  it("takes payments up to the restore for its own when the used numbers are not known", () => {
    using shop = till(restored);
    expect(shop.lost("0007", RESTORED)).toBe(true);
  });

  it("takes no payment for its own that changed after the restore, or has no date, under an unused number", () => {
    using shop = till(restored);
    expect([0, RESTORED + 1].map((at) => shop.lost("0007", at))).toEqual([false, false]);
  });

  it("takes a payment under a used number for its own, whenever it changed", () => {
    using shop = till({ ...restored, usedPayment: 7 });
    expect([0, RESTORED + 1].map((at) => shop.lost("0007", at))).toEqual([true, true]);
    expect(shop.lost("0008", RESTORED + 1)).toBe(false);
  });

  it.each([-HOUR, HOUR])("compares by the service's clock, %i ms ahead", (behindMs) => {
    using shop = till(restored, behindMs);
    expect([behindMs, behindMs + 1].map((ms) => shop.lost("0007", RESTORED + ms))).toEqual([true, false]);
  });
});

describe("a lost payment", () => {
  const reserved = authorised(pendingOutcome());
  const part = { id: "k", amount: 5, additionalAmount: 0, text: null };
  const rest = { authAmount: reserved.authAmount - 5 };

  it.each<[string, boolean, Outcome]>([
    ["reserved", true, reserved],
    ["reserved, without a list of captures and with all of it left", true, { ...reserved, capturesOmitted: true }],
    [
      "reserved, without a list of captures and with a part left",
      false,
      { ...reserved, ...rest, capturesOmitted: true },
    ],
    ["ended with what was captured listed", true, { ...reserved, status: "ok", captures: [part] }],
    ["ended without a list of captures", false, { ...reserved, status: "ok", capturesOmitted: true }],
    ["failed after a part was captured", true, { ...reserved, status: "fail", captures: [part] }],
    ["reserved with a rest that cannot be right", false, { ...reserved, ...rest }],
    ["with one capture listed twice", false, { ...reserved, status: "ok", captures: [part, part] }],
  ])("is adopted or left to a person: %s", (_, isAdopted, outcome) => {
    expect(isAdoptable(outcome)).toBe(isAdopted);
  });
});
