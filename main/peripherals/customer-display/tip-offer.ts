/** The tip question for the customer at the counter: one at a time, answered once. */
import type { TipOffer } from "../../../contract/receipts/display.ts";
import { MAX_AMOUNT } from "../../../contract/values/money.ts";

export interface TipOffers {
  now(): TipOffer | null;
  offer(offer: Omit<TipOffer, "chosen">): void;
  withdraw(): void;
  /**
   * Applies the customer's answer to the offer with the amount `of`. Returns false without a match or above the maximum
   */
  choose(amount: number, of: number): boolean;
}

export function tipOffers(onChange: () => void): TipOffers {
  let now: TipOffer | null = null;
  const setOffer = (next: TipOffer | null) => {
    if (next === now) return;
    now = next;
    onChange();
  };
  return {
    now: () => now,
    offer: (offer) => setOffer({ ...offer, chosen: null }),
    withdraw: () => setOffer(null),
    choose(amount, of) {
      if (now === null || now.amount !== of || now.chosen !== null || amount > MAX_AMOUNT - of) return false;
      setOffer({ ...now, chosen: amount });
      return true;
    },
  };
}
