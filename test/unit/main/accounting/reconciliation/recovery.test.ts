/** Payments of the service that a restored till claims as lost. */
import { describe, expect, it } from "vitest";
import {
  endRecovery,
  isAdoptable,
  isLost,
  type RecoveryPorts,
  startRecovery,
} from "../../../../../main/accounting/reconciliation/recovery.ts";
import type { Outcome } from "../../../../../main/payments/outcome.ts";
import { tillPrefix } from "../../../../../main/storage/database/identifiers.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { authorised, pendingOutcome } from "../../payments/histories.ts";

const READ = Date.parse("2026-03-02T10:00:00Z");
const HOUR = 3_600_000;

/** A till with these settings and this service time. */
function till(settings: Record<string, number> = {}) {
  const file = temporaryDatabase();
  const { database } = file;
  const store = settingStore(database);
  for (const [name, value] of Object.entries(settings)) store.set(name, value);
  const service = { now: READ, isSettled: true };
  const api = { correctedNow: () => service.now, isClockSettled: () => service.isSettled };
  const ports = { database, settings: store, api } as unknown as RecoveryPorts;
  const lost = (sequence: string, modifiedAt: number) =>
    isLost(ports, { ...pendingOutcome(), posTid: `${tillPrefix(database)}-${sequence}-ABCDEFGH`, modifiedAt });
  return {
    ...{ lost, service },
    start: () => startRecovery(ports),
    end: () => endRecovery(ports),
    [Symbol.dispose]: () => file[Symbol.dispose](),
  };
}

describe("a till that was never restored", () => {
  it("claims no payment, with or without a date from the service", () => {
    using shop = till();
    shop.end();
    expect([0, 1, READ].map((at) => shop.lost("0007", at))).toEqual([false, false, false]);
  });
});

describe("a restored till", () => {
  it("claims payments until the service's list was read, whatever their date", () => {
    using shop = till();
    shop.start();
    expect([0, 1, READ + HOUR].map((at) => shop.lost("0007", at))).toEqual([false, true, true]);
  });

  it("claims no payment under an unused number that changed after the list was read, or has no date", () => {
    using shop = till();
    shop.start();
    shop.end();
    expect([0, READ, READ + 1].map((at) => shop.lost("0007", at))).toEqual([false, true, false]);
  });

  it("keeps the time of the first reading until the next restore", () => {
    using shop = till();
    shop.start();
    shop.end();
    shop.service.now += HOUR;
    shop.end();
    expect(shop.lost("0007", READ + 1)).toBe(false);
    shop.start();
    shop.end();
    expect([READ + HOUR, READ + HOUR + 1].map((at) => shop.lost("0007", at))).toEqual([true, false]);
  });

  it("waits for the next reading while the service's time is unconfirmed", () => {
    using shop = till();
    shop.start();
    Object.assign(shop.service, { now: READ + 24 * HOUR, isSettled: false });
    shop.end();
    Object.assign(shop.service, { now: READ, isSettled: true });
    shop.end();
    expect([READ, READ + 1].map((at) => shop.lost("0007", at))).toEqual([true, false]);
  });

  it("claims a payment under a used number, whatever its date", () => {
    using shop = till({ usedPayment: 7 });
    shop.start();
    shop.end();
    expect([0, READ + 1].map((at) => shop.lost("0007", at))).toEqual([true, true]);
    expect(shop.lost("0008", READ + 1)).toBe(false);
  });
});

describe("a lost payment", () => {
  const reserved = authorised(pendingOutcome());
  const part = { id: "k", amount: 5, additionalAmount: 0, text: null };
  const rest = { authAmount: reserved.authAmount - 5 };

  it.each<[string, boolean, Outcome]>([
    ["reserved", true, reserved],
    [
      "reserved, without a list of captures and with the whole amount left",
      true,
      { ...reserved, capturesOmitted: true },
    ],
    [
      "reserved, without a list of captures and with a part left",
      false,
      { ...reserved, ...rest, capturesOmitted: true },
    ],
    ["ended with its captures listed", true, { ...reserved, status: "ok", captures: [part] }],
    ["ended without a list of captures", false, { ...reserved, status: "ok", capturesOmitted: true }],
    ["failed after a part was captured", true, { ...reserved, status: "fail", captures: [part] }],
    ["reserved with an impossible rest", false, { ...reserved, ...rest }],
    ["with one capture listed twice", false, { ...reserved, status: "ok", captures: [part, part] }],
  ])("is adopted or left to an operator: %s", (_, isAdopted, outcome) => {
    expect(isAdoptable(outcome)).toBe(isAdopted);
  });
});
