/** What a customer at a kiosk has chosen: products, each once, with how many of it. Pure. */
import { MAX_QUANTITY } from "../../contract/lines.ts";

export interface BasketLine {
  productId: string;
  quantity: number;
}

/** The basket with so many of a product: of none it is gone, and there is never more than may be sold at once. */
export function basketWith(basket: readonly BasketLine[], { productId, quantity }: BasketLine): readonly BasketLine[] {
  const wanted = Math.max(0, Math.min(MAX_QUANTITY, Math.trunc(quantity)));
  if (wanted === 0) return basket.filter((line) => line.productId !== productId);
  const isThere = basket.some((line) => line.productId === productId);
  if (!isThere) return [...basket, { productId, quantity: wanted }];
  return basket.map((line) => (line.productId === productId ? { productId, quantity: wanted } : line));
}
