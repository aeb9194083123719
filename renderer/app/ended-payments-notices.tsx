import { ChevronRight, Inbox, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/payments/views.ts";
import bannerStyles from "../counter/banners.module.css";
import { Conditions } from "../counter/banners.tsx";
import { lookOf, type Tone } from "../kit/appearance.ts";
import { Button } from "../kit/ui/button.tsx";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { newsCount, shownAmount } from "../store/select.ts";
import type { TillState } from "../store/state.ts";
import { useActions, useTill } from "../store/store.ts";

export function NewsSheet() {
  const { t } = useTranslation();
  const actions = useActions();
  const count = useTill(newsCount);
  const late = useTill(latePayment);
  const payments = useTill(endedPayments);
  const isAlone = payments.length + (late ? 1 : 0) === 1;
  return (
    <Sheet wide title={t("endNews.title")} onClose={actions.closeDialog} footer={<Steps />}>
      <div className={bannerStyles.list}>
        {count === 0 && <p>{t("endNews.none")}</p>}
        {late && <Late payment={late} isAlone={isAlone} />}
        {payments.map((payment) => (
          <Ended key={payment.posTid} payment={payment} isAlone={isAlone} />
        ))}
        <Conditions />
      </div>
    </Sheet>
  );
}

function latePayment({ lateMoneyUnseen, payments }: TillState): Payment | null {
  const payment = lateMoneyUnseen === null ? undefined : payments[lateMoneyUnseen];
  return payment?.late == null ? null : payment;
}

function endedPayments({ endedUnseen, payments }: TillState): readonly Payment[] {
  return endedUnseen.flatMap((posTid) => (payments[posTid] ? [payments[posTid]] : []));
}

function Steps() {
  const { t } = useTranslation();
  const actions = useActions();
  const open = useOpen();
  const late = useTill(latePayment);
  const payments = useTill(endedPayments);
  const only = payments.length + (late ? 1 : 0) === 1 ? (late ?? payments[0]) : undefined;
  if (!late && payments.length === 0) return null;
  return (
    <>
      <Button kind={only ? "quiet" : "primary"} onPress={actions.dismissNews}>
        {t(only ? "common.dismiss" : "endNews.dismissAll")}
      </Button>
      {only && (
        <Button kind="primary" autoFocus onPress={late ? open.inbox : () => open.payment(only)}>
          {t(late ? "banner.lateOpen" : "endNews.openPayment")}
        </Button>
      )}
    </>
  );
}

function useOpen() {
  const actions = useActions();
  return {
    inbox: () => {
      actions.closeDialog();
      actions.goTo("inbox");
    },
    payment: ({ posTid }: Payment) => {
      actions.closeDialog();
      actions.select(posTid);
    },
  };
}

interface ItemProps {
  payment: Payment;
  isAlone: boolean;
}

function Late({ payment, isAlone }: ItemProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const open = useOpen();
  return (
    <Row tone="attention" Icon={Inbox} testId="banner-late" isAlone={isAlone} onPress={open.inbox}>
      {payment.late && <strong>{t(`inbox.because.${payment.late.because}`)}</strong>}{" "}
      <span>{money(shownAmount(payment), payment.currency)}</span> <span>{t("banner.late")}</span>
    </Row>
  );
}

function Ended({ payment, isAlone }: ItemProps) {
  const { t } = useTranslation();
  const { money, clock } = useFormat();
  const open = useOpen();
  const { word, tone, Icon } = lookOf(payment);
  return (
    <Row tone={tone} Icon={Icon} testId="banner-ended" isAlone={isAlone} onPress={() => open.payment(payment)}>
      <strong>{t(`state.${word}`)}</strong> <span>{money(shownAmount(payment), payment.currency)}</span>{" "}
      <span>{payment.number}</span> <span>{clock(payment.modifiedAt)}</span>
    </Row>
  );
}

interface RowProps extends Pick<ItemProps, "isAlone"> {
  tone: Tone;
  Icon: LucideIcon;
  testId: string;
  children: ReactNode;
  onPress: () => void;
}

function Row({ tone, Icon, testId, isAlone, children, onPress }: RowProps) {
  return (
    <AriaButton
      className={`${bannerStyles.banner} ${bannerStyles.row}`}
      data-tone={tone}
      data-testid={testId}
      onPress={onPress}
    >
      <Icon aria-hidden />
      <span className={bannerStyles.told}>{children}</span>
      {!isAlone && <ChevronRight aria-hidden size={22} />}
    </AriaButton>
  );
}
