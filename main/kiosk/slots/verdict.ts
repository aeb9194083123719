import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { SlotCount } from "../dispenser.ts";
import type { VendRow } from "../vends/rows.ts";

/**
 * `good`: all ordered items dropped. `faulty`: a reliable report differs from the order. `doubtful`: no reliable
 * report. `unordered`: the machine never received the order, so no slot failed.
 */
export interface Verdict {
  is: "good" | "faulty" | "doubtful" | "unordered";
  faults: { slot: string; because: Reason }[];
}

/** Judges a report that passed `checkReport`, with each slot once. */
export function verdictOf({ items }: Pick<VendRow, "items">, report: readonly SlotCount[]): Verdict {
  const faults = items.flatMap(({ slot, quantity: ordered }) => {
    const dropped = report.find((row) => row.slot === slot)?.quantity ?? 0;
    return dropped !== ordered ? [{ slot, because: reasonFor("vend_slot_short", { dropped, ordered }) }] : [];
  });
  // Without items, the choice of a restored deposit is unknown, and the report says nothing about a slot.
  return { is: faults.length > 0 || items.length === 0 ? "faulty" : "good", faults };
}

export const UNORDERED: Verdict = { is: "unordered", faults: [] };

/** Returns the verdict without a reliable report: all slots of the order are at fault. */
export function doubtfulVerdict({ items }: Pick<VendRow, "items">, because: Reason): Verdict {
  return { is: "doubtful", faults: items.map(({ slot }) => ({ slot, because })) };
}
