import { useTranslation } from "react-i18next";
import { parsePercent, percentDigits } from "../../../contract/values/percent.ts";
import { discountOn } from "../../kit/amount/basket.ts";
import { AmountField } from "../../kit/ui/amount-field.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.ts";
import styles from "./basket.module.css";
import type { DiscountDraft } from "./discount-draft.ts";

/** Common discounts in hundredths of a percent. */
const USUAL = [500, 1000, 1500, 2000, 2500, 5000];

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
