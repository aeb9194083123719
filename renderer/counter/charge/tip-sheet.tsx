import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_AMOUNT } from "../../../contract/money.ts";
import { totalOf } from "../../kit/amount/entry.ts";
import { tipOf } from "../../kit/amount/tips.ts";
import { AmountField, useAmountEntry } from "../../kit/ui/amount-field.tsx";
import { Button, GuardedButton } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.tsx";
import { CustomersLanguage, useCustomersTexts } from "../customers-language.tsx";
import styles from "./basket.module.css";

/**
 * Asks the customer, on the till that is turned to them and in their own language, before the code is shown. None is as
 * easy as any.
 */
export function TipSheet() {
  const { t } = useTranslation();
  const customers = useCustomersTexts();
  const { money } = useFormat();
  const actions = useActions();
  const [isOwn, setIsOwn] = useState(false);
  const { total, hasScreen } = useTill(({ draft, shell }) => ({
    total: totalOf(draft.entry),
    hasScreen: shell.view?.customerDisplay.open === true,
  }));
  return (
    <Sheet
      wide
      title={
        <span className={styles.question} lang={customers.language}>
          {customers.t("customer.offer.title")}{" "}
          <span className={styles.toPay}>{customers.t("customer.offer.sale", { amount: money(total) })}</span>
        </span>
      }
      onClose={actions.closeDialog}
    >
      {hasScreen && <p className={styles.onScreen}>{t("tips.onScreen")}</p>}
      {isOwn ? (
        <OwnTip total={total} />
      ) : (
        <Presets
          total={total}
          onOwn={() => {
            setIsOwn(true);
            actions.takeStepOn();
          }}
        />
      )}
      <div className={styles.language}>
        <CustomersLanguage />
      </div>
    </Sheet>
  );
}

function Presets({ total, onOwn }: { total: number; onOwn: () => void }) {
  const { t, language } = useCustomersTexts();
  const { money, percent } = useFormat();
  const actions = useActions();
  const tips = useTill((state) => state.terminal?.counter.tips ?? null);
  return (
    <div className={styles.tips} lang={language}>
      <GuardedButton fill autoFocus onPress={() => void actions.chooseTip(0)}>
        <span className={styles.tip}>{t("customer.offer.none")}</span>
      </GuardedButton>
      {(tips?.presets ?? []).map((preset) => {
        const amount = tipOf(tips, preset, total);
        return (
          <GuardedButton key={preset} fill onPress={() => void actions.chooseTip(amount)}>
            <span className={styles.tip}>
              {tips?.kind === "percent" && <strong>{percent(preset)}</strong>} {money(amount)}
            </span>
          </GuardedButton>
        );
      })}
      <GuardedButton fill onPress={onOwn}>
        <span className={styles.tip}>{t("customer.offer.own")}</span>
      </GuardedButton>
    </div>
  );
}

function OwnTip({ total }: { total: number }) {
  const { t, language } = useCustomersTexts();
  const { money } = useFormat();
  const actions = useActions();
  const currency = useTill((state) => state.terminal?.currency ?? "NOK");
  const entry = useAmountEntry(currency, MAX_AMOUNT - total);
  const { amount } = entry;
  const add = () => amount !== null && void actions.chooseTip(amount);
  return (
    <div className={styles.own} lang={language}>
      <AmountField
        label={t("tips.ownField")}
        value={entry}
        description={t("tips.ownHint", { amount: money(total) })}
        problem={t("tips.ownProblem")}
        onEnter={add}
      />
      <div className={styles.ownTip}>
        <Button fill onPress={() => void actions.chooseTip(0)}>
          {t("customer.offer.none")}
        </Button>
        <Button kind="primary" fill isDisabled={amount === null} onPress={add}>
          {amount === null ? t("customer.offer.addNothing") : t("customer.offer.add", { amount: money(amount) })}
        </Button>
      </div>
    </div>
  );
}
