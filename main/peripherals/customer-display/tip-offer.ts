/** The tip question for the customer at the counter: one at a time, answered once. */
import type { TipOffer } from "../../../contract/receipts/display.ts";
import { MAX_AMOUNT } from "../../../contract/values/money.ts";

export type TipOffers = ReturnType<typeof tipOffers>;

export function tipOffers(onChange: () => void) {
  let now: TipOffer | null = null;
  const setOffer = (next: TipOffer | null) => {
    if (next === now) return;
    now = next;
    onChange();
  };
  return {
    now: (): TipOffer | null => now,
    offer: (offer: Omit<TipOffer, "chosen">): void => setOffer({ ...offer, chosen: null }),
    withdraw: (): void => setOffer(null),
    /**
     * Applies the customer's answer to the offer with the amount `of`. Returns false without a match or above the maximum
     */
    choose(amount: number, of: number): boolean {
      if (now === null || now.amount !== of || now.chosen !== null || amount > MAX_AMOUNT - of) return false;
      setOffer({ ...now, chosen: amount });
      return true;
    },
  };
}
