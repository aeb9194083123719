import { describe, expect, it } from "vitest";
import type { SlotCount, VendReport } from "../../../../../main/kiosk/dispenser.ts";
import { checkReport } from "../../../../../main/kiosk/vends/vend-items.ts";

const ITEMS: SlotCount[] = [
  { slot: "A1", quantity: 2 },
  { slot: "B2", quantity: 1 },
];
const counts = (A1: number, B2: number): SlotCount[] => [
  { slot: "A1", quantity: A1 },
  { slot: "B2", quantity: B2 },
];
const unreadable = (field: string, found: string) => ({ state: "unreadable", problem: { field, found } });

describe("a report that fits its order", () => {
  it.each<[string, VendReport]>([
    ["has the whole order", { state: "done", dropped: counts(2, 1) }],
    ["has the whole order in parts", { state: "done", dropped: [...counts(1, 1), { slot: "A1", quantity: 1 }] }],
    ["has part of the order", { state: "done", dropped: counts(2, 0) }],
    ["has none of the order", { state: "done", dropped: [] }],
    ["names a slot from which nothing dropped", { state: "failed", dropped: [{ slot: "C9", quantity: 0 }] }],
    ["repeats the order", { state: "failed", dropped: [], ordered: counts(2, 1).reverse() }],
    ["is unknown, and repeats no order", { state: "unknown", dropped: [], ordered: [] }],
    ["has too many items of a slot", { state: "done", dropped: counts(3, 1) }],
    ["has too many items in parts", { state: "failed", dropped: [...counts(2, 1), ...counts(1, 0)] }],
    ["has too many items while pending", { state: "pending", dropped: counts(3, 0) }],
    ["is missing", { state: "unreached" }],
  ])("%s", (_, report) => {
    expect(checkReport(report, ITEMS)).toEqual(report);
  });
});

describe("a report that does not fit its order is unreadable", () => {
  it.each<[string, VendReport, string, string]>([
    ["another slot", { state: "failed", dropped: [{ slot: "C9", quantity: 1 }] }, "dropped[0].slot", '"C9"'],
    ["another order", { state: "done", dropped: [], ordered: counts(2, 2) }, "ordered", '"A1: 2, B2: 2"'],
    ["no order", { state: "failed", dropped: [], ordered: [] }, "ordered", '""'],
  ])("by %s", (_, report, field, found) => {
    expect(checkReport(report, ITEMS)).toEqual(unreadable(field, found));
  });
});
