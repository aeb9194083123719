import { describe, expect, it } from "vitest";
import type { VendItem } from "../../../../contract/kiosk/vend.ts";
import { reasonFor } from "../../../../contract/reasons/reasons.ts";
import { openSlots, type Refusal, type SlotPorts } from "../../../../main/kiosk/slots/slots.ts";
import { doubtfulVerdict, UNORDERED, type Verdict, verdictOf } from "../../../../main/kiosk/slots/verdict.ts";
import type { VendRow } from "../../../../main/kiosk/vends/rows.ts";
import { transact } from "../../../../main/storage/database/database.ts";
import { createManualClock } from "../../../support/clock.ts";
import { temporaryDatabase } from "../../../support/database.ts";

const itemOf = (slot: string, quantity: number): VendItem => ({
  slot,
  quantity,
  productId: slot,
  name: slot,
  unitAmount: 100,
  vatRate: 0,
});
const ORDER = { items: [itemOf("A1", 2), itemOf("B2", 1)] };
const WATER = [itemOf("A1", 1)];
const ONE = [{ slot: "A1", quantity: 1 }];

function breaker(address = "http://127.0.0.1:8090/") {
  const made = temporaryDatabase();
  const { database } = made;
  database.pragma("foreign_keys = OFF");
  const clock = createManualClock();
  const journal: [event: string, actor: string | null][] = [];
  const machine = { address };
  const ports = {
    clock,
    database,
    signals: { emit: () => undefined },
    events: { publish: () => undefined },
    log: { info: () => undefined, warn: () => undefined },
    journal: {
      append: ({ event, actor = null }: { event: string; actor?: string | null }) => journal.push([event, actor]),
    },
    vends: { find: (posTid: string) => rowOf(posTid, WATER) },
    catalogue: () => ({ products: [] }),
    machineAddress: () => machine.address,
  };
  const rowOf = (posTid: string, items: VendItem[], state = "dispensing") =>
    ({ items, posTid, state, machine: address }) as unknown as VendRow;
  const slots = openSlots(ports as unknown as SlotPorts);
  const settle = (posTid: string, verdict: Verdict, items = ORDER.items) =>
    transact(database, () => slots.applyResult(rowOf(posTid, items), verdict, clock.now()));
  const refused = (items: VendItem[], answer: Refusal) =>
    transact(database, () => slots.applyRefusal(rowOf("one", items), answer, clock.now()));
  const doubt = (posTid: string) => settle(posTid, doubtfulVerdict(ORDER, reasonFor("vend_machine_unsure")));
  return { slots, settle, refused, doubt, clock, journal, machine, [Symbol.dispose]: () => made[Symbol.dispose]() };
}

describe("a verdict", () => {
  it.each([
    [
      "good when the whole order dropped",
      [
        { slot: "A1", quantity: 2 },
        { slot: "B2", quantity: 1 },
      ],
      "good",
      [],
    ],
    [
      "faulty for the slot that dropped too few items",
      [
        { slot: "A1", quantity: 1 },
        { slot: "B2", quantity: 1 },
      ],
      "faulty",
      ["A1"],
    ],
    ["faulty for all slots when nothing dropped", [], "faulty", ["A1", "B2"]],
    [
      "faulty for the slot that dropped too many items",
      [
        { slot: "A1", quantity: 3 },
        { slot: "B2", quantity: 1 },
      ],
      "faulty",
      ["A1"],
    ],
  ])("is %s", (_, report, is, faults) => {
    const verdict = verdictOf(ORDER, report);
    expect([verdict.is, verdict.faults.map(({ slot }) => slot)]).toEqual([is, faults]);
  });

  it("neither blocks nor clears a slot when the order of the report is unknown", () => {
    expect(verdictOf({ items: [] }, [{ slot: "A1", quantity: 1 }])).toEqual({ is: "faulty", faults: [] });
  });
});

describe("a refused order", () => {
  it.each<[string, VendItem[], Refusal, string[]]>([
    ["blocks all its slots", ORDER.items, "refused", ["A1", "B2"]],
    ["takes the slot of a single item off sale when the slot is empty", WATER, { emptySlot: null }, ["A1"]],
    ["keeps a slot on sale that has too few items for the order", [itemOf("A1", 2)], { emptySlot: "A1" }, []],
    ["keeps its slots on sale when the machine does not name the empty one", ORDER.items, { emptySlot: null }, []],
    ["takes the single item off sale that the machine names", ORDER.items, { emptySlot: "B2" }, ["B2"]],
    ["keeps its slots on sale when the machine names another one", WATER, { emptySlot: "C3" }, []],
  ])("%s", (_, items, answer, offSale) => {
    using kept = breaker();
    kept.refused(items, answer);
    expect(kept.slots.offSale()).toEqual(offSale);
    kept.slots.blockSilent("one", reasonFor("vend_slot_silent"));
    kept.settle("one", UNORDERED, items);
    expect(kept.slots.offSale()).toEqual(offSale);
  });

  it("blocks no slot when the machine never received it", () => {
    using kept = breaker();
    kept.slots.blockSilent("one", reasonFor("vend_slot_silent"));
    expect(kept.slots.offSale()).toEqual(["A1"]);
    kept.settle("one", UNORDERED, WATER);
    expect(kept.slots.offSale()).toEqual([]);
  });
});

describe("the circuit breaker", () => {
  it("is reset by a test vend, which brings its slots back and no others", () => {
    using kept = breaker();
    const { slots, doubt, journal } = kept;
    doubt("one");
    doubt("two");
    expect(slots.isOutOfService()).toBe(true);
    slots.startTest("A1")({ problem: null, actor: "Owner" });
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

  it("keeps a slot off sale that jammed when a silent vend of it dropped after all", () => {
    using kept = breaker();
    const { settle, slots } = kept;
    settle("one", verdictOf({ items: WATER }, []), WATER);
    slots.blockSilent("two", reasonFor("vend_slot_silent"));
    settle("two", verdictOf({ items: WATER }, ONE), WATER);
    expect(slots.list()).toMatchObject([{ slot: "A1", becauseReason: { code: "vend_slot_short" } }]);
  });

  it("blocks a slot for a second vend after an operator unblocked it for the first", () => {
    using kept = breaker();
    const { settle, slots } = kept;
    slots.blockSilent("one", reasonFor("vend_slot_silent"));
    expect(slots.unblock("A1", "Owner")).toBe(true);
    settle("one", verdictOf({ items: WATER }, []), WATER);
    expect(slots.offSale()).toEqual([]);
    settle("two", verdictOf({ items: WATER }, []), WATER);
    expect(slots.offSale()).toEqual(["A1"]);
  });

  it("lets an operator end an outage while all slots are on sale", () => {
    using kept = breaker();
    for (const posTid of ["one", "two"])
      kept.settle(posTid, doubtfulVerdict({ items: [] }, reasonFor("vend_forgotten")));
    expect([kept.slots.isOutOfService(), kept.slots.offSale()]).toEqual([true, []]);
    expect(kept.slots.unblock("A1", "Owner")).toBe(true);
    expect(kept.slots.isOutOfService()).toBe(false);
    expect(kept.slots.unblock("A1", "Owner")).toBe(false);
  });

  it("keeps faults that occur during a test vend, even in the same millisecond", () => {
    using kept = breaker();
    const { doubt, settle, slots } = kept;
    const applyTest = slots.startTest("A1");
    doubt("one");
    doubt("two");
    settle("three", verdictOf({ items: WATER }, []), WATER);
    applyTest({ problem: null, actor: "Owner" });
    expect([slots.isOutOfService(), slots.offSale()]).toEqual([true, ["A1", "B2"]]);
  });

  it("keeps an outage that a refused vend causes during a test vend", () => {
    using kept = breaker();
    const { doubt, refused, slots } = kept;
    refused(WATER, "refused");
    const applyTest = slots.startTest("A1");
    doubt("one");
    doubt("two");
    applyTest({ problem: null, actor: "Owner" });
    expect(slots.isOutOfService()).toBe(true);
  });

  describe("whose wall clock was set back", () => {
    it("lets an operator unblock a slot", () => {
      using kept = breaker();
      kept.settle("one", verdictOf({ items: WATER }, []), WATER);
      kept.clock.setBy(-3_600_000);
      expect(kept.slots.unblock("A1", "Owner")).toBe(true);
      expect(kept.slots.offSale()).toEqual([]);
    });

    it("is reset by a test vend", () => {
      using kept = breaker();
      kept.doubt("one");
      kept.doubt("two");
      kept.clock.setBy(-3_600_000);
      kept.slots.startTest("A1")({ problem: null, actor: "Owner" });
      expect([kept.slots.isOutOfService(), kept.slots.offSale()]).toEqual([false, ["B2"]]);
    });
  });

  it("belongs to one machine", () => {
    using kept = breaker();
    kept.doubt("one");
    kept.doubt("two");
    kept.machine.address = "/dev/ttyUSB0";
    expect([kept.slots.isOutOfService(), kept.slots.offSale()]).toEqual([false, []]);
    expect(kept.slots.unblock("A1", "Owner")).toBe(false);
    kept.machine.address = "http://127.0.0.1:8090/";
    expect(kept.slots.isOutOfService()).toBe(true);
  });
});
