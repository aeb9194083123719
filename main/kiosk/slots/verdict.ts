/** What the result of a vend says about its slots and its machine. Pure. */
import { type Reason, reasonFor } from "../../../contract/reasons.ts";
import type { SlotCount } from "../dispenser.ts";
import type { VendRow } from "../vends/rows.ts";

export interface SlotFault {
  slot: string;
  because: Reason;
}

/**
 * `good`: each slot dropped what was ordered. `faulty`: what dropped is known, and it was less. `doubtful`: nothing reliable
 * says what dropped.
 */
export interface Verdict {
  is: "good" | "faulty" | "doubtful";
  faults: SlotFault[];
}

/** Judges a report. @param report each slot once */
export function verdictOf({ items }: Pick<VendRow, "items">, report: readonly SlotCount[]): Verdict {
  const slots = new Set([...items, ...report].map(({ slot }) => slot));
  const counts = [...slots].map((slot) => ({ slot, ordered: countOf(items, slot), dropped: countOf(report, slot) }));
  const faults = counts.flatMap(({ slot, ...values }) => {
    if (values.dropped === values.ordered) return [];
    const code = values.dropped < values.ordered ? "vend_slot_short" : "vend_slot_other_drop";
    return [{ slot, because: reasonFor(code, values) }];
  });
  const isExpected = counts.every(({ ordered, dropped }) => dropped <= ordered);
  return { is: !isExpected ? "doubtful" : faults.length > 0 ? "faulty" : "good", faults };
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

function countOf(counts: readonly SlotCount[], slot: string): number {
  return counts.reduce((sum, one) => sum + (one.slot === slot ? one.quantity : 0), 0);
}
