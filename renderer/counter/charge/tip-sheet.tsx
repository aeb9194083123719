import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_AMOUNT } from "../../../contract/values/money.ts";
import { percentText } from "../../../contract/values/percent.ts";
import { totalOf } from "../../kit/amount/entry.ts";
import { tipOf } from "../../kit/amount/split.ts";
import { AmountField } from "../../kit/ui/amount-field.tsx";
import { Button, GuardedButton } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useAmountEntry } from "../../kit/ui/use-amount-entry.ts";
import { useActions, useTill } from "../../store/store.ts";
import { CustomersLanguage } from "../customers-language.tsx";
import { useCustomersTexts } from "../customers-texts.ts";
import styles from "./basket.module.css";

/** Asks for a tip before the code is shown, in the customer's language. "No tip" is as prominent as any choice. */
export function TipSheet() {
  const { t } = useTranslation();
  const customers = useCustomersTexts();
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
          {customers.t("offer.title")}{" "}
          <span className={styles.toPay}>{customers.t("offer.sale", { amount: customers.money(total) })}</span>
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
  const { t, language, locale, money } = useCustomersTexts();
  const actions = useActions();
  const tips = useTill((state) => state.terminal?.counter.tips ?? null);
  const currency = useTill((state) => state.terminal?.currency ?? "NOK");
  return (
    <div className={styles.tips} lang={language}>
      <GuardedButton fill autoFocus onPress={() => void actions.chooseTip(0)}>
        <span className={styles.tip}>{t("offer.none")}</span>
      </GuardedButton>
      {(tips?.presets ?? []).map((preset) => {
        const amount = tipOf(tips, preset, { amount: total, currency });
        return (
          <GuardedButton key={preset} fill onPress={() => void actions.chooseTip(amount)}>
            <span className={styles.tip}>
              {tips?.kind === "percent" && <strong>{percentText(preset, locale)}</strong>} {money(amount)}
            </span>
          </GuardedButton>
        );
      })}
      <GuardedButton fill onPress={onOwn}>
        <span className={styles.tip}>{t("offer.own")}</span>
      </GuardedButton>
    </div>
  );
}

function OwnTip({ total }: { total: number }) {
  const { t, language, money } = useCustomersTexts();
  const actions = useActions();
  const currency = useTill((state) => state.terminal?.currency ?? "NOK");
  const entry = useAmountEntry(currency, MAX_AMOUNT - total);
  const { amount } = entry;
  const add = () => amount !== null && void actions.chooseTip(amount);
  return (
    <div className={styles.own} lang={language}>
      <AmountField
        label={t("offer.field")}
        value={entry}
        description={t("offer.onTop", { amount: money(total) })}
        problem={t("offer.tooMuch")}
        onEnter={add}
      />
      <div className={styles.ownTip}>
        <Button fill onPress={() => void actions.chooseTip(0)}>
          {t("offer.none")}
        </Button>
        <Button kind="primary" fill isDisabled={amount === null} onPress={add}>
          {amount === null ? t("offer.addNothing") : t("offer.add", { amount: money(amount) })}
        </Button>
      </div>
    </div>
  );
}
