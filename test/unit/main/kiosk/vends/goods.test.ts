import { describe, expect, it } from "vitest";
import type { SlotCount, VendReport } from "../../../../../main/kiosk/dispenser.ts";
import { isContradiction } from "../../../../../main/kiosk/vends/goods.ts";

const item = (slot: string, quantity: number) => ({
  slot,
  quantity,
  productId: slot,
  name: slot,
  unitAmount: 100,
  vatRate: 2500,
});
const ITEMS = [item("A1", 2), item("B2", 1)];
const counts = (A1: number, B2: number): SlotCount[] => [
  { slot: "A1", quantity: A1 },
  { slot: "B2", quantity: B2 },
];

describe("a report contradicts the order, or itself", () => {
  it.each<[string, Extract<VendReport, { dropped: unknown }>, boolean]>([
    ["all of it", { state: "done", dropped: counts(2, 1) }, false],
    ["all of it, in pieces", { state: "done", dropped: [...counts(1, 1), { slot: "A1", quantity: 1 }] }, false],
    ["more than all: that is paid for as ordered, and listed", { state: "done", dropped: counts(3, 1) }, false],
    ["all, with less of a slot", { state: "done", dropped: counts(2, 0) }, true],
    ["all, with nothing", { state: "done", dropped: [] }, true],
    ["a failure with a part", { state: "failed", dropped: counts(1, 0) }, false],
    ["a failure with nothing", { state: "failed", dropped: [] }, false],
    ["a failure of the same order", { state: "failed", dropped: [], ordered: counts(2, 1).reverse() }, false],
    ["a failure of a smaller order", { state: "failed", dropped: [], ordered: [{ slot: "A1", quantity: 2 }] }, true],
    ["a failure of no order at all", { state: "failed", dropped: [], ordered: [] }, true],
    ["all of another order", { state: "done", dropped: counts(2, 1), ordered: counts(2, 2) }, true],
  ])("by %s", (_, report, expected) => {
    expect(isContradiction(ITEMS, report)).toBe(expected);
  });
});
