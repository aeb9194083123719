import { describe, expect, it } from "vitest";
import { reasonFor } from "../../../../contract/reasons.ts";
import type { VendItem } from "../../../../contract/vend.ts";
import { openSlots, type SlotPorts } from "../../../../main/kiosk/slots/slots.ts";
import { doubtfulVerdict, unorderedVerdict, type Verdict, verdictOf } from "../../../../main/kiosk/slots/verdict.ts";
import type { VendRow } from "../../../../main/kiosk/vends/rows.ts";
import { transact } from "../../../../main/storage/database/database.ts";
import { createManualClock } from "../../../support/clock.ts";
import { temporaryDatabase } from "../../../support/database.ts";

const itemOf = (slot: string, quantity: number): VendItem => ({
  ...{ slot, quantity, productId: slot, name: slot, unitAmount: 100, vatRate: 0 },
});
const ORDER = { items: [itemOf("A1", 2), itemOf("B2", 1)], refusedAt: null };

function breaker(place = "http://127.0.0.1:8090/") {
  const made = temporaryDatabase();
  const { database } = made;
  database.pragma("foreign_keys = OFF");
  const clock = createManualClock();
  const journal: [event: string, actor: string | null][] = [];
  const machine = { place };
  const ports = {
    ...{ clock, database, signals: { emit: () => undefined }, events: { publish: () => undefined } },
    log: { info: () => undefined, warn: () => undefined },
    journal: {
      append: ({ event, actor = null }: { event: string; actor?: string | null }) => journal.push([event, actor]),
    },
    vends: { find: () => null },
    catalogue: () => ({ products: [] }),
    place: () => machine.place,
  };
  const slots = openSlots(ports as unknown as SlotPorts);
  const settle = (posTid: string, verdict: Verdict) => {
    const row = { ...ORDER, posTid, machine: place } as unknown as VendRow;
    transact(database, () => slots.settled(row, verdict, clock.now()));
  };
  const doubt = (posTid: string) => settle(posTid, doubtfulVerdict(ORDER, reasonFor("vend_machine_unsure")));
  return { slots, settle, doubt, journal, machine, [Symbol.dispose]: () => made[Symbol.dispose]() };
}

describe("a verdict", () => {
  it.each([
    [
      "good when all of it dropped",
      [
        { slot: "A1", quantity: 2 },
        { slot: "B2", quantity: 1 },
      ],
      "good",
      [],
    ],
    [
      "faulty for the slot that dropped fewer",
      [
        { slot: "A1", quantity: 1 },
        { slot: "B2", quantity: 1 },
      ],
      "faulty",
      ["A1"],
    ],
    ["faulty for all slots when nothing dropped", [], "faulty", ["A1", "B2"]],
  ])("is %s", (_, report, is, faults) => {
    const verdict = verdictOf(ORDER, report);
    expect([verdict.is, verdict.faults.map(({ slot }) => slot)]).toEqual([is, faults]);
  });

  it("blames no slot, and proves none, for a report of which the order is unknown", () => {
    expect(verdictOf({ items: [] }, [{ slot: "A1", quantity: 1 }])).toEqual({ is: "faulty", faults: [] });
  });

  it("blames the slots for an order that was refused, and not for one that was lost", () => {
    expect(unorderedVerdict({ ...ORDER, refusedAt: 1 }).faults).toHaveLength(2);
    expect(unorderedVerdict(ORDER)).toEqual({ is: "faulty", faults: [] });
  });
});

describe("the circuit breaker", () => {
  it("is reset by a test vend, which brings its slots back and no others", () => {
    using kept = breaker();
    const { slots, doubt, journal } = kept;
    doubt("one");
    doubt("two");
    expect(slots.isOutOfService()).toBe(true);
    slots.tested("A1", null, "Owner");
    expect([slots.isOutOfService(), slots.offSale()]).toEqual([false, ["B2"]]);
    expect(journal.slice(-2)).toEqual([
      ["dispenser.slotUnblocked", "Owner"],
      ["dispenser.inService", "Owner"],
    ]);
    doubt("three");
    expect(slots.isOutOfService()).toBe(false);
  });

  it("counts a vend once, however often it is doubtful", () => {
    using kept = breaker();
    kept.doubt("one");
    kept.doubt("one");
    expect(kept.slots.isOutOfService()).toBe(false);
  });

  it("keeps a slot off sale for the second of two unknown vends when the first one dropped after all", () => {
    using kept = breaker();
    kept.doubt("one");
    kept.doubt("two");
    kept.settle("one", { is: "good", faults: [] });
    expect([kept.slots.isOutOfService(), kept.slots.offSale()]).toEqual([false, ["A1", "B2"]]);
  });

  it("belongs to one machine", () => {
    using kept = breaker();
    kept.doubt("one");
    kept.doubt("two");
    kept.machine.place = "/dev/ttyUSB0";
    expect([kept.slots.isOutOfService(), kept.slots.offSale()]).toEqual([false, []]);
    expect(kept.slots.unblock("A1", "Owner")).toBe(false);
    kept.machine.place = "http://127.0.0.1:8090/";
    expect(kept.slots.isOutOfService()).toBe(true);
  });
});
