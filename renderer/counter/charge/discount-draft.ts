import { useState } from "react";
import { parsePercent, percentDigits } from "../../../contract/values/percent.ts";
import type { Discount } from "../../kit/amount/basket.ts";
import { useAmountEntry } from "../../kit/ui/use-amount-entry.ts";
import { useTill } from "../../store/store.ts";

export type DiscountDraft = ReturnType<typeof useDiscount>;

/** @param base the amount before the discount, in minor units */
export function useDiscount(before: Discount | undefined, base: number) {
  const { currency, locale } = useTill(({ terminal }) => ({
    currency: terminal?.currency ?? "NOK",
    locale: terminal?.locale,
  }));
  const [kind, setKind] = useState<"none" | Discount["kind"]>(before?.kind ?? "none");
  const [percent, setPercent] = useState(before?.kind === "percent" ? percentDigits(before.rate, locale) : "");
  const entry = useAmountEntry(currency, base, before?.kind === "amount" ? Math.min(before.amount, base) : 0);
  const rate = parsePercent(percent, 1);
  const byPercent: Discount | null = rate === null ? null : { kind: "percent", rate };
  const byAmount: Discount | null = entry.amount === null ? null : { kind: "amount", amount: entry.amount };
  const discount = kind === "none" ? null : kind === "percent" ? byPercent : byAmount;
  // An empty field means no discount and is valid.
  const isEmpty = kind === "percent" ? percent.trim() === "" : entry.typed === 0;
  return {
    kind,
    setKind,
    percent,
    setPercent,
    entry,
    discount,
    isReady: kind === "none" || isEmpty || discount !== null,
    base,
  };
}
