/** What the result of a vend says about its slots and its machine. Pure. */
import { type Reason, reasonFor } from "../../../contract/reasons.ts";
import type { SlotCount } from "../dispenser.ts";
import type { VendRow } from "../vends/rows.ts";

export interface SlotFault {
  slot: string;
  because: Reason;
}

/**
 * `good`: each slot dropped what was ordered. `faulty`: the report is reliable, and proves no full drop. `doubtful`: nothing
 * reliable says what dropped.
 */
export interface Verdict {
  is: "good" | "faulty" | "doubtful";
  faults: SlotFault[];
}

/** Judges a report that passed `checkReport`. @param report each slot once */
export function verdictOf({ items }: Pick<VendRow, "items">, report: readonly SlotCount[]): Verdict {
  const faults = items.flatMap(({ slot, quantity: ordered }) => {
    const dropped = report.find((one) => one.slot === slot)?.quantity ?? 0;
    return dropped < ordered ? [{ slot, because: reasonFor("vend_slot_short", { dropped, ordered }) }] : [];
  });
  // Without items the choice of a restored deposit is unknown: its report says nothing about a slot.
  return { is: faults.length > 0 || items.length === 0 ? "faulty" : "good", faults };
}

/** Judges a vend of which the machine never knew: an order that was refused, or lost on its way and is no slot's fault. */
export function unorderedVerdict({ items, refusedAt }: Pick<VendRow, "items" | "refusedAt">): Verdict {
  const faults = refusedAt === null ? [] : faultsOf(items, reasonFor("vend_slot_refused"));
  return { is: "faulty", faults };
}

/** Judges a vend of which nothing reliable is known: each of its slots may have failed. */
export function doubtfulVerdict({ items }: Pick<VendRow, "items">, because: Reason): Verdict {
  return { is: "doubtful", faults: faultsOf(items, because) };
}

function faultsOf(items: VendRow["items"], because: Reason): SlotFault[] {
  return items.map(({ slot }) => ({ slot, because }));
}
