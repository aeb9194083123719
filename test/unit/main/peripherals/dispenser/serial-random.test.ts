/** Random vends with random faults at random lines: the report equals the drop, and nothing drops twice. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SlotCount, VendReport } from "../../../../../main/kiosk/dispenser.ts";
import { type CableInMemory, cableInMemory } from "../../../../dispenser/memory-cable.ts";
import { runs } from "../../../../support/random-runs.ts";

const SIGNAL = new AbortController().signal;

const FAULTS = [
  "lose",
  "lose answer",
  "garble answer",
  "noise",
  "jam",
  "power",
  "power after drop",
  "unplug",
  "restart",
] as const;
type Fault = (typeof FAULTS)[number];

interface Plan {
  items: SlotCount[];
  /** Faults by the number of the till's line, from 0 */
  faults: Map<number, Fault>;
  /** Whether the till queries, instead of repeating, an order without a response */
  asks: boolean;
  remembers: number;
}

const plans = (): fc.Arbitrary<Plan> =>
  fc.record({
    items: fc.uniqueArray(
      fc.record({ slot: fc.constantFrom("A1", "A2", "B3"), quantity: fc.integer({ min: 1, max: 3 }) }),
      { minLength: 1, maxLength: 3, selector: ({ slot }) => slot },
    ),
    faults: fc
      .array(fc.tuple(fc.nat(40), fc.constantFrom(...FAULTS)), { maxLength: 8 })
      .map((chosen) => new Map(chosen)),
    asks: fc.boolean(),
    remembers: fc.constantFrom(8, 8, 0),
  });

/** Applies the faults to the till's lines. @returns whether the till's process ends, and marks it */
function injectFaults(world: CableInMemory, faults: ReadonlyMap<number, Fault>) {
  let line = 0;
  const wanted = { restart: false };
  world.onLine = (text, deliver) => {
    const fault = faults.get(line++);
    if (fault === "jam") world.machine.faults.jam = "*";
    if (fault === "power after drop") world.machine.faults.cutAfterDrop = true;
    if (fault === "lose answer") world.machine.faults.loseResponses = 1;
    if (fault === "garble answer") world.machine.faults.corruptResponses = 1;
    if (fault === "noise") world.say("\0<<41 SUCCESS v1 1*0000\r\n<".padEnd(200, "\xff"));
    if (fault !== "lose") deliver(text);
    if (fault === "power") world.machine.cutPower();
    if (fault === "unplug") world.unplug();
    if (fault === "restart") wanted.restart = true;
  };
  return wanted;
}

/** Runs one vend from the till's side through all faults to its end. */
async function sell(world: CableInMemory, { items, faults, asks }: Plan): Promise<VendReport | "refused"> {
  const wanted = injectFaults(world, faults);
  let next: "order" | "ask" = "order";
  for (let turn = 0; turn < 200; turn++) {
    if (next === "order") {
      const answer = await world.during(world.till.orderVend("v1", items, SIGNAL));
      if (answer === "refused") return "refused";
      next = answer === "accepted" || asks ? "ask" : "order";
    } else {
      const report = await world.during(world.till.pollVend("v1", SIGNAL));
      if (["done", "failed", "unknown"].includes(report.state)) return report;
      if (report.state === "strange") next = "order";
    }
    if (wanted.restart) {
      wanted.restart = false;
      // A restarted till does not know its progress: it queries first.
      next = "ask";
      await world.restart();
    }
    await world.clock.advance(700);
    world.plugged = true;
    if (!world.machine.powered) world.machine.powerOn();
  }
  throw new Error("the till never received the vend's result");
}

const total = (counts: Iterable<number>) => [...counts].reduce((sum, count) => sum + count, 0);

describe("a vend with faults at any line", () => {
  it("ends with the exact drop, or unknown by one item, and never drops twice", async () => {
    await fc.assert(
      fc.asyncProperty(plans(), async (plan) => {
        const world = cableInMemory({ remembers: plan.remembers });
        const end = await sell(world, plan);
        await world.clock.advance(60_000);
        const { droppedItems } = world.machine;
        for (const { slot, quantity } of plan.items) expect(droppedItems.get(slot) ?? 0).toBeLessThanOrEqual(quantity);
        if (end === "refused") expect(droppedItems.size).toBe(0);
        else if ("dropped" in end) expectReportMatchesDrop(end, plan, droppedItems);
        await world.till.close();
      }),
      { numRuns: runs(200) },
    );
  });
});

function expectReportMatchesDrop(
  end: VendReport & { dropped: SlotCount[] },
  { items, remembers }: Plan,
  fallen: ReadonlyMap<string, number>,
) {
  const reported = new Map(end.dropped.map(({ slot, quantity }) => [slot, quantity]));
  if (end.state === "unknown") {
    const missing = total(fallen.values()) - total(reported.values());
    expect(missing).toBeGreaterThanOrEqual(0);
    if (remembers > 0) expect(missing).toBeLessThanOrEqual(1);
    return;
  }
  expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(fallen));
  if (end.state === "done") expect(total(fallen.values())).toBe(total(items.map(({ quantity }) => quantity)));
  else expect(total(fallen.values())).toBeLessThan(total(items.map(({ quantity }) => quantity)));
}
