import type { VendItem } from "../../../contract/kiosk/vend.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { lineTotal, type PaymentLine } from "../../../contract/values/lines.ts";
import type { SlotCount, VendReport } from "../dispenser.ts";
import { unreadableReport } from "../report.ts";
import type { VendRow } from "./rows.ts";

export function linesOf(items: readonly VendItem[]): PaymentLine[] {
  return items.map(({ name, quantity, unitAmount, productId, vatRate }) => ({
    name,
    quantity,
    unitAmount,
    productId,
    vatRate,
  }));
}

/** Returns the items to pay for: the dropped ones, at most as ordered. Without a report the rule decides. */
export function payableItems({ items, report, rule }: Pick<VendRow, "items" | "report" | "rule">): VendItem[] {
  if (rule !== null) return rule === "capture" ? items : [];
  const dropped = countsOf(report ?? []);
  return items.flatMap((item) => {
    const quantity = Math.min(item.quantity, dropped.get(item.slot) ?? 0);
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
}

export function payableAmount(row: Parameters<typeof payableItems>[0]): number {
  return linesOf(payableItems(row)).reduce((sum, line) => sum + lineTotal(line), 0);
}

/** Returns whether no slot dropped more than ordered. */
export function isWithin(items: readonly VendItem[], dropped: readonly SlotCount[]): boolean {
  const ordered = countsOf(items);
  return [...countsOf(dropped)].every(([slot, quantity]) => quantity <= (ordered.get(slot) ?? 0));
}

/**
 * Compares a report with its order: another slot or order is unreadable, more items than ordered are valid.
 * @param items empty for a restored deposit with an unknown choice: nothing is compared
 */
export function checkReport(report: VendReport, items: readonly SlotCount[]): VendReport {
  if (!("dropped" in report) || items.length === 0) return report;
  const slots = new Set(items.map(({ slot }) => slot));
  const otherIndex = report.dropped.findIndex(({ slot, quantity }) => quantity > 0 && !slots.has(slot));
  if (otherIndex >= 0) return unreadableReport(`dropped[${otherIndex}].slot`, report.dropped[otherIndex]?.slot);
  const { state, ordered } = report;
  const isOver = state === "done" || state === "failed";
  return isOver && ordered !== undefined && !isSameDrop(items, ordered)
    ? unreadableReport("ordered", formatDrops(ordered))
    : report;
}

/** Returns how much of each item dropped, as parts of a sentence. */
export function shortfallReasons(items: readonly VendItem[], dropped: readonly SlotCount[]): Reason[] {
  const counts = countsOf(dropped);
  return items.map(({ slot, quantity: ordered }) =>
    reasonFor("vend_part", { slot, quantity: counts.get(slot) ?? 0, ordered }),
  );
}

export function isSameDrop(left: readonly SlotCount[], right: readonly SlotCount[]): boolean {
  const [counts, others] = [countsOf(left), countsOf(right)];
  return counts.size === others.size && [...counts].every(([slot, quantity]) => others.get(slot) === quantity);
}

/** Merges a report's entries by slot, and removes empty ones. */
export function mergedBySlot(dropped: readonly SlotCount[]): SlotCount[] {
  return [...countsOf(dropped)].map(([slot, quantity]) => ({ slot, quantity }));
}

/** Returns a report as parts of a sentence. */
export function dropReasons(dropped: readonly SlotCount[]): Reason[] {
  if (dropped.length === 0) return [reasonFor("vend_nothing")];
  return dropped.map(({ slot, quantity }) => reasonFor("vend_slot", { slot, quantity }));
}

export function formatDrops(dropped: readonly SlotCount[]): string {
  return dropped.map(({ slot, quantity }) => `${slot}: ${quantity}`).join(", ");
}

function countsOf(counts: readonly SlotCount[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { slot, quantity } of counts) if (quantity > 0) sums.set(slot, (sums.get(slot) ?? 0) + quantity);
  return sums;
}
