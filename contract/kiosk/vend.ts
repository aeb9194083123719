/** A vend: a machine drops items after their price is reserved. Shown with its payment. */
import type { Reason } from "../reasons/reasons.ts";

const OPEN_VEND_STATES = ["authorising", "dispensing", "settling"] as const;
export const VEND_STATES = [...OPEN_VEND_STATES, "done", "cancelled", "unknown"] as const;

/**
 * `authorising`: waits for the customer's approval or choice. `dispensing`: the machine was ordered. `settling`: the
 * dropped items are known or decided by rule, and the money is being settled. `done`: the dropped items are captured,
 * and the rest is released. `cancelled`: nothing was ordered. `unknown`: ended, but dropped and captured items may
 * differ, so a person must check.
 */
export type VendState = (typeof VEND_STATES)[number];

/** Rule for items whose delivery cannot be confirmed: in the customer's or the shop's favour. */
export const UNKNOWN_DROP_RULES = ["release", "capture"] as const;
export type UnknownDropRule = (typeof UNKNOWN_DROP_RULES)[number];

/** Supported by small serial controllers. */
export const BAUD_RATES = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] as const;
export type BaudRate = (typeof BAUD_RATES)[number];

export interface VendSlot {
  slot: string;
  quantity: number;
}

export interface VendItem extends VendSlot {
  productId: string;
  name: string;
  /** Including VAT, in minor units */
  unitAmount: number;
  /** In hundredths of a percent */
  vatRate: number;
}

export interface ReportProblem {
  field: string;
  /** The field's JSON, shortened and without long numbers or keys; null: missing */
  found: string | null;
}

export interface VendView {
  /** The machine's id of the vend */
  id: string;
  state: VendState;
  /** True if an amount was reserved before the choice */
  isDeposit: boolean;
  items: VendItem[];
  dropped: VendSlot[];
  /** Amount to capture, in minor units; null: not known yet */
  payable: number | null;
  /** The rule shown to the customer; null: the current setting applies */
  unknownDrop: UnknownDropRule | null;
  /** The machine finished with fewer items than ordered */
  short: boolean;
}

/** Checks whether items may still drop, or money is still to be settled. */
export function isVendOpen(vend: VendView | null): vend is VendView {
  return OPEN_VEND_STATES.some((state) => state === vend?.state);
}

export interface VendToReview {
  posTid: string;
  number: string;
  vend: VendView;
  /** Why, in English and as a code */
  because: string;
  becauseReason: Reason;
  /** The rule applied to the money; null: the machine's report was used */
  rule: UnknownDropRule | null;
  /** ISO 8601; null: not ordered, or unknown after a restored backup */
  orderedAt: string | null;
  /** Not settled yet; `vend.resolve` says what dropped */
  isOpen: boolean;
}

/** `blocked`: the slot failed, and an operator must check it. `sold_out`: reported as empty by the machine. */
export const OFF_SALE_STATES = ["sold_out", "blocked"] as const;

export interface SlotView {
  slot: string;
  productId: string | null;
  state: "on_sale" | (typeof OFF_SALE_STATES)[number];
  /** Number left; null: not counted */
  stock: number | null;
  /** Why it is off sale, in English and as a code; null: on sale */
  reason: string | null;
  becauseReason: Reason | null;
  /** ISO 8601, when it went off sale; null: on sale */
  since: string | null;
}

export interface SlotList {
  slots: SlotView[];
}
