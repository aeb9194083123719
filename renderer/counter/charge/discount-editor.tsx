import { useState } from "react";
import { useTranslation } from "react-i18next";
import { parsePercent, percentDigits } from "../../../contract/values/percent.ts";
import { type Discount, discountOn } from "../../kit/amount/basket.ts";
import { type AmountEntry, AmountField, useAmountEntry } from "../../kit/ui/amount-field.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.tsx";
import styles from "./basket.module.css";

/** Common discounts in hundredths of a percent. */
const USUAL = [500, 1000, 1500, 2000, 2500, 5000];

export interface DiscountDraft {
  kind: "none" | Discount["kind"];
  setKind: (kind: DiscountDraft["kind"]) => void;
  percent: string;
  setPercent: (text: string) => void;
  entry: AmountEntry;
  discount: Discount | null;
  isReady: boolean;
  /** The amount before the discount, in minor units */
  base: number;
}

/** @param base the amount before the discount, in minor units */
export function useDiscount(before: Discount | undefined, base: number): DiscountDraft {
  const { currency, locale } = useTill(({ terminal }) => ({
    currency: terminal?.currency ?? "NOK",
    locale: terminal?.locale,
  }));
  const [kind, setKind] = useState<DiscountDraft["kind"]>(before?.kind ?? "none");
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

export interface DiscountSumProps {
  draft: DiscountDraft;
  label: string;
  testId: string;
}

export function DiscountSum({ draft: { base, discount }, label, testId }: DiscountSumProps) {
  const { t } = useTranslation();
  const { money, percent } = useFormat();
  const off = discountOn(base, discount ?? undefined);
  const rate = discount?.kind === "percent" ? percent(discount.rate) : null;
  return (
    <div className={styles.sum} data-testid={testId}>
      {off > 0 && (
        <>
          <p>
            <span>{t("basket.before")}</span> {money(base)}
          </p>
          <p>
            <span>{rate === null ? t("basket.saleOff") : t("basket.saleOffPercent", { percent: rate })}</span>{" "}
            {t("basket.off", { amount: money(off) })}
          </p>
        </>
      )}
      <p>
        <span>{label}</span> <strong>{money(base - off)}</strong>
      </p>
    </div>
  );
}

export function DiscountEditor({ draft }: { draft: DiscountDraft }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <div className={styles.discount}>
      <h3 className={styles.heading}>{t("discount.label")}</h3>
      <Segmented
        fill
        label={t("discount.label")}
        value={draft.kind}
        onChange={draft.setKind}
        options={[
          { value: "none", label: t("discount.none") },
          { value: "percent", label: t("discount.percent") },
          { value: "amount", label: t("discount.amount") },
        ]}
      />
      {draft.kind === "percent" && <Percent draft={draft} />}
      {draft.kind === "amount" && (
        <AmountField
          label={t("discount.amountField")}
          value={draft.entry}
          description={t("discount.amountHint", { amount: money(draft.base) })}
          problem={t("discount.amountProblem", { amount: money(draft.base) })}
        />
      )}
    </div>
  );
}

function Percent({ draft: { percent, setPercent } }: { draft: DiscountDraft }) {
  const { t } = useTranslation();
  const locale = useTill((state) => state.terminal?.locale);
  const format = useFormat();
  const rate = parsePercent(percent, 1);
  const isWrong = percent.trim() !== "" && rate === null;
  return (
    <>
      <div className={styles.usual}>
        {USUAL.map((each) => (
          <Button
            key={each}
            kind={each === rate ? "primary" : "secondary"}
            onPress={() => setPercent(percentDigits(each, locale))}
          >
            {format.percent(each)}
          </Button>
        ))}
      </div>
      <Field
        label={t("discount.rate")}
        value={percent}
        onChange={setPercent}
        problem={isWrong ? t("discount.rateProblem") : undefined}
        input={{ inputMode: "decimal", autoComplete: "off", maxLength: 6 }}
      />
    </>
  );
}
