/** What the result of a vend says about its slots and its machine. Pure. */
import { type Reason, reasonFor } from "../../../contract/reasons.ts";
import type { SlotCount } from "../dispenser.ts";
import type { VendRow } from "../vends/rows.ts";

export interface SlotFault {
  slot: string;
  because: Reason;
}

/**
 * `good`: each slot dropped what was ordered. `faulty`: the report is reliable, and differs from the order. `doubtful`: no
 * reliable report exists. `unordered`: the machine never had the order, which is no slot's fault.
 */
export interface Verdict {
  is: "good" | "faulty" | "doubtful" | "unordered";
  faults: SlotFault[];
}

/** Judges a report that passed `checkReport`. @param report each slot once */
export function verdictOf({ items }: Pick<VendRow, "items">, report: readonly SlotCount[]): Verdict {
  const faults = items.flatMap(({ slot, quantity: ordered }) => {
    const dropped = report.find((one) => one.slot === slot)?.quantity ?? 0;
    return dropped !== ordered ? [{ slot, because: reasonFor("vend_slot_short", { dropped, ordered }) }] : [];
  });
  // Without items the choice of a restored deposit is unknown: its report says nothing about a slot.
  return { is: faults.length > 0 || items.length === 0 ? "faulty" : "good", faults };
}

export const UNORDERED: Verdict = { is: "unordered", faults: [] };

/** Judges a vend of which nothing reliable is known: each of its slots may have failed. */
export function doubtfulVerdict({ items }: Pick<VendRow, "items">, because: Reason): Verdict {
  return { is: "doubtful", faults: items.map(({ slot }) => ({ slot, because })) };
}
