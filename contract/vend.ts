/** A vend: goods that a machine drops once the money for them is reserved. Shown with its payment. Pure. */
import type { Reason } from "./reasons.ts";

/** A vend in one of these is still under way; in the others it is over. */
const OPEN_VEND_STATES = ["authorising", "dispensing", "settling"] as const;
export const VEND_STATES = [...OPEN_VEND_STATES, "done", "cancelled", "unknown"] as const;

/**
 * `authorising`: the customer's approval, or their choice, is awaited. `dispensing`: the machine was ordered to drop.
 * `settling`: what dropped is known, or what cannot be known was decided by the rule, and money moves by it. `done`:
 * captured is what dropped, and the rest is released. `cancelled`: nothing was ordered. `unknown`: over, and a person is to
 * look, since what dropped and what was captured may differ.
 */
export type VendState = (typeof VEND_STATES)[number];

/** What is done about goods of which no report can be had: the customer's favour, or the shop's. */
export const UNKNOWN_DROP_RULES = ["release", "capture"] as const;
export type UnknownDropRule = (typeof UNKNOWN_DROP_RULES)[number];

/** What small controllers on a serial port can be set to. */
export const BAUD_RATES = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] as const;
export type BaudRate = (typeof BAUD_RATES)[number];

export interface VendSlot {
  slot: string;
  quantity: number;
}

/** One thing that was ordered, at its price when it was sold. */
export interface VendItem extends VendSlot {
  productId: string;
  name: string;
  /** With VAT, in minor units */
  unitAmount: number;
  /** In hundredths of a percent */
  vatRate: number;
}

/** What is wrong with a report of a vending machine. */
export interface ReportProblem {
  /** Such as `dropped[0].quantity`, at most 80 characters */
  field: string;
  /** What the field held, as JSON, shortened and without long numbers or keys; null: it was missing */
  found: string | null;
}

/** Of a payment with a vend. */
export interface VendView {
  /** Under which the machine knows it */
  id: string;
  state: VendState;
  /** Whether an amount was reserved first, and chosen for afterwards */
  isDeposit: boolean;
  /** What was ordered; empty while nothing was chosen */
  items: VendItem[];
  /** What dropped, as far as that is known */
  dropped: VendSlot[];
  /** What is to be paid for, in minor units: nothing else takes more; null while that is not known */
  payable: number | null;
  /** What is done where no report is to be had, as its customer was told; null: as it is set up now */
  unknownDrop: UnknownDropRule | null;
  /** True when the machine reported that it was done with fewer items than were ordered */
  short: boolean;
}

/** Whether a payment's goods may still drop, or its money is still to follow them. */
export function isVendOpen(vend: VendView | null): vend is VendView {
  return OPEN_VEND_STATES.some((state) => state === vend?.state);
}

/** A vend that a person is to look at. */
export interface VendToLookAt {
  posTid: string;
  /** The payment's number, as people say it */
  number: string;
  vend: VendView;
  /** Why, in English */
  because: string;
  /** The same as a code, for a screen to say in its own language */
  becauseReason: Reason;
  /** What was done about the money where nothing could be known; null: it went by what the machine said */
  rule: UnknownDropRule | null;
  /** ISO 8601, when it was ordered; null: it was not, or that is in no backup */
  orderedAt: string | null;
  /** Whether its money is still undecided: then `vend.resolve` says what dropped */
  isOpen: boolean;
}

/** `blocked`: the slot failed, and an operator has to check it. `sold_out`: the machine reported it as empty. */
export const OFF_SALE_STATES = ["sold_out", "blocked"] as const;

/** A slot that the catalogue sells from, or that is off sale. */
export interface SlotView {
  slot: string;
  /** The first product of the catalogue in this slot; null: there is none any more */
  productId: string | null;
  state: "on_sale" | (typeof OFF_SALE_STATES)[number];
  /** How many are left; null: the till does not count them */
  stock: number | null;
  /** Why the slot is off sale, in English; null while it is on sale */
  reason: string | null;
  /** The same as a code, for a screen to say in its own language */
  becauseReason: Reason | null;
  /** ISO 8601, when it went off sale; null while it is on sale */
  since: string | null;
}

export interface SlotList {
  slots: SlotView[];
}

export interface VendValues {
  "vend.slots": SlotList;
  /** All slots, after the change */
  "vend.unblock": SlotList;
  "vend.list": {
    items: VendToLookAt[];
    /** The next page's cursor; null: there is none */
    next: string | null;
  };
}
