import { HandCoins, Heart } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DisplayView, TipOffer } from "../../contract/receipts/display.ts";
import { decimalSeparator, formatMoney, MAX_AMOUNT } from "../../contract/values/money.ts";
import { percentText } from "../../contract/values/percent.ts";
import { tipOf } from "../kit/amount/split.ts";
import { CUSTOMERS } from "../kit/i18n/customers.ts";
import { Button } from "../kit/ui/button.tsx";
import { AmountPad } from "../kit/ui/digit-pad.tsx";
import { StatePicture } from "../kit/ui/state-picture.tsx";
import { useTypedAmount } from "../kit/ui/use-amount-entry.ts";
import styles from "./tip.module.css";

interface TipProps {
  display: DisplayView;
  offer: TipOffer;
  /** In minor units; 0: none */
  onChoose: (amount: number) => void;
}

/** Asks for a tip before the payment: none, a suggestion, or another amount. Nothing is preselected. */
export function Tip({ display, offer, onChoose }: TipProps) {
  const [isOwn, setIsOwn] = useState(false);
  if (offer.chosen !== null) return <Chosen display={display} offer={offer} chosen={offer.chosen} />;
  if (isOwn) return <OwnAmount display={display} offer={offer} onChoose={onChoose} onBack={() => setIsOwn(false)} />;
  return <Suggestions display={display} offer={offer} onChoose={onChoose} onOwn={() => setIsOwn(true)} />;
}

function Suggestions({ display, offer, onChoose, onOwn }: TipProps & { onOwn: () => void }) {
  const { t } = useTranslation(CUSTOMERS);
  const money = moneyOf(display);
  return (
    <div className={styles.tip}>
      <header>
        <h1 className={styles.title}>{t("offer.title")}</h1>
        <p className={styles.text}>{t("offer.sale", { amount: money(offer.amount) })}</p>
      </header>
      <div className={styles.presets}>
        {offer.presets.map((preset) => {
          const amount = tipOf(offer, preset, { amount: offer.amount, currency: display.currency });
          return (
            <Button key={preset} size="large" fill onPress={() => onChoose(amount)}>
              {offer.kind === "percent" && <span className={styles.share}>{percentText(preset, display.locale)}</span>}
              <span className={styles.money}>{money(amount)}</span>
            </Button>
          );
        })}
      </div>
      <div className={styles.others}>
        <Button size="large" fill onPress={() => onChoose(0)}>
          {t("offer.none")}
        </Button>
        <Button size="large" fill Icon={HandCoins} onPress={onOwn}>
          {t("offer.own")}
        </Button>
      </div>
    </div>
  );
}

function OwnAmount({ display, offer, onChoose, onBack }: TipProps & { onBack: () => void }) {
  const { t } = useTranslation(CUSTOMERS);
  const { currency, locale } = display;
  const { enter, typed, amount } = useTypedAmount(offer.unitsFirst ?? "minor", currency, MAX_AMOUNT - offer.amount);
  const money = moneyOf(display);
  return (
    <div className={styles.own}>
      <div className={styles.typed}>
        <h1 className={styles.title}>{t("offer.ownTitle")}</h1>
        <p className={styles.amount} role="status">
          {money(typed)}
        </p>
        <p className={styles.text}>{t("offer.total", { amount: money(offer.amount + typed) })}</p>
        <div className={styles.ways}>
          <Button
            size="large"
            kind="primary"
            fill
            isDisabled={amount === null}
            onPress={() => amount !== null && onChoose(amount)}
          >
            {amount === null ? t("offer.addNothing") : t("offer.add", { amount: money(amount) })}
          </Button>
          <Button fill onPress={onBack}>
            {t("offer.back")}
          </Button>
        </div>
      </div>
      <div className={styles.pad}>
        <AmountPad
          enter={enter}
          separator={decimalSeparator(locale)}
          names={{ backspace: t("keys.backspace"), separator: t("keys.separator"), clear: t("keys.clear") }}
        />
      </div>
    </div>
  );
}

function Chosen({ display, offer, chosen }: { display: DisplayView; offer: TipOffer; chosen: number }) {
  const { t } = useTranslation(CUSTOMERS);
  const money = moneyOf(display);
  const amount = money(offer.amount + chosen);
  return (
    <div className={styles.tip} role="status">
      <StatePicture Icon={Heart} />
      <div>
        <h1 className={styles.title}>{t("offer.thanks")}</h1>
        <p className={styles.text}>
          {chosen > 0 ? t("offer.chosen", { tip: money(chosen), amount }) : t("offer.chosenNone", { amount })}
        </p>
      </div>
    </div>
  );
}

function moneyOf({ currency, locale }: DisplayView): (amount: number) => string {
  return (amount) => formatMoney(amount, currency, locale);
}
