/** The tip that the customer at the counter is asked for, and their answer: one at a time, answered once. */
import type { TipOffer } from "../../../contract/display.ts";
import { MAX_AMOUNT } from "../../../contract/money.ts";

export interface TipOffers {
  /** What stands on the screen; null: nothing */
  now(): TipOffer | null;
  offer(offer: Omit<TipOffer, "chosen">): void;
  withdraw(): void;
  /**
   * The customer's answer.
   * @param of the amount of the offer that it answers
   * @returns false where it answers none that stands there, or comes to more than a till takes: nothing is changed then
   */
  choose(amount: number, of: number): boolean;
}

/** No offer yet. @param onChange told after each change */
export function tipOffers(onChange: () => void): TipOffers {
  let now: TipOffer | null = null;
  const become = (next: TipOffer | null) => {
    if (next === now) return;
    now = next;
    onChange();
  };
  return {
    now: () => now,
    offer: (offer) => become({ ...offer, chosen: null }),
    withdraw: () => become(null),
    choose(amount, of) {
      if (now === null || now.amount !== of || now.chosen !== null || amount > MAX_AMOUNT - of) return false;
      become({ ...now, chosen: amount });
      return true;
    },
  };
}
