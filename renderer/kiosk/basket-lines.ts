/** The kiosk's basket: one line per product, with its quantity. Pure. */
import { MAX_QUANTITY } from "../../contract/values/lines.ts";

export interface BasketLine {
  productId: string;
  quantity: number;
}

/** Sets a product's quantity: 0 removes it, and the maximum is enforced. */
export function basketWith(basket: readonly BasketLine[], { productId, quantity }: BasketLine): readonly BasketLine[] {
  const wanted = Math.max(0, Math.min(MAX_QUANTITY, Math.trunc(quantity)));
  if (wanted === 0) return basket.filter((line) => line.productId !== productId);
  const isThere = basket.some((line) => line.productId === productId);
  if (!isThere) return [...basket, { productId, quantity: wanted }];
  return basket.map((line) => (line.productId === productId ? { productId, quantity: wanted } : line));
}
