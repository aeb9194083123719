import { UserRoundPlus } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/payments/views.ts";
import { APPEARANCE, type Appearance, badgeOf, CHECKING } from "../kit/appearance.ts";
import { countdown } from "../kit/format/time.ts";
import { GuardedButton } from "../kit/ui/button.tsx";
import layout from "../kit/ui/layout.module.css";
import { useFormat } from "../kit/ui/use-format.ts";
import { isPaymentInProgress, msToAnswer, openSales, requiresStaff, shownAmount, stageOf } from "../store/select.ts";
import type { TillState } from "../store/state.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./open-sales.module.css";

const KEYS = 8;

export function OpenSales() {
  const { t } = useTranslation();
  const sales = useTill(openSales);
  const isShown = useTill((state) => !requiresStaff(state));
  if (!isShown || sales.length === 0) return null;
  return (
    <nav className={styles.row} aria-label={t("openSales.label")} data-testid="open-sales">
      <ul className={styles.list}>
        {sales.map((payment, place) => (
          <li key={payment.posTid}>
            <Chip payment={payment} place={place} />
          </li>
        ))}
      </ul>
      <Ended />
      <NextHere />
    </nav>
  );
}

function Chip({ payment, place }: { payment: Payment; place: number }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { tone, word, Icon, secondsLeft, isHere } = useTill((state) => {
    const { kind } = stageOf({ ...state, currentId: payment.posTid });
    const appearance = lookHere(payment, kind);
    const msLeft = kind === "result" ? null : msToAnswer(state, payment);
    const seconds = msLeft === null ? null : Math.max(0, Math.floor(msLeft / 1000));
    return { ...appearance, secondsLeft: seconds, isHere: state.currentId === payment.posTid };
  });
  const chip = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isHere) chip.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isHere]);
  return (
    <AriaButton
      ref={chip}
      className={styles.chip}
      data-tone={tone}
      aria-current={isHere || undefined}
      aria-keyshortcuts={place < KEYS ? `Shift+F${place + 1}` : undefined}
      preventFocusOnPress
      onPress={() => actions.present(payment.posTid)}
    >
      <Icon aria-hidden className={styles.shape} />
      <strong>{money(shownAmount(payment), payment.currency)}</strong>
      <span>{t(`state.${word}`)}</span>
      {secondsLeft !== null && <span className={styles.left}>{countdown(secondsLeft * 1000)}</span>}
    </AriaButton>
  );
}

/** Appearance of an open sale: an approved sale is not yet paid, and a check is shown as such. */
function lookHere(payment: Payment, stage: ReturnType<typeof stageOf>["kind"]): Appearance {
  if (stage === "checking") return CHECKING;
  return stage === "finishing" ? APPEARANCE.waiting : badgeOf(payment);
}

function Ended() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const payment = useTill(latestEnd);
  return (
    <p role="status" className={layout.unseen}>
      {payment &&
        t("openSales.ended", {
          word: t(`state.${badgeOf(payment).word}`),
          amount: money(shownAmount(payment), payment.currency),
        })}
    </p>
  );
}

function latestEnd({ endedUnseen, otherSales, payments }: TillState): Payment | null {
  const latest = endedUnseen.find((posTid) => otherSales.includes(posTid));
  return latest === undefined ? null : (payments[latest] ?? null);
}

function NextHere() {
  const { t } = useTranslation();
  const actions = useActions();
  const isOffered = useTill((state) => isPaymentInProgress(state));
  if (!isOffered) return null;
  return (
    <AriaButton className={styles.next} aria-keyshortcuts="F2" onPress={actions.nextCustomer}>
      <UserRoundPlus aria-hidden size={22} />
      <span>{t("openSales.next")}</span>
    </AriaButton>
  );
}

export function NextCustomer() {
  const { t } = useTranslation();
  const actions = useActions();
  const isOffered = useTill((state) => !requiresStaff(state) && openSales(state).length === 0);
  if (!isOffered) return null;
  return (
    <GuardedButton fill Icon={UserRoundPlus} aria-keyshortcuts="F2" onPress={actions.nextCustomer}>
      {t("openSales.next")}
    </GuardedButton>
  );
}
