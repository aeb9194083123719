import { Hourglass, LogOut, Smartphone, TriangleAlert, UserRoundPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { elapsed } from "../../kit/format/time.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { isAnswerUnknown, requiresStaff, unansweredOf } from "../../store/select.ts";
import { useActions, useNow, useTill } from "../../store/store.ts";
import { AmountAndShop } from "./amount-and-shop.tsx";
import styles from "./checking.module.css";
import { CancelChoice, Choice, Choices, StatusNote, TryConnection } from "./choices.tsx";
import screenStyles from "./present.module.css";

export function Checking({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { isCut, cutSince } = useTill((state) => ({
    isCut: isAnswerUnknown(state, payment),
    cutSince: state.terminal?.connectivitySince ?? null,
  }));
  const title = t(isCut ? "checking.notKnown" : "checking.title");
  const since = isCut ? cutSince : payment.checkingSince;
  return (
    <div className={screenStyles.screen} data-whole>
      <section className={styles.card} aria-label={title} data-tone="attention" data-testid="checking">
        <header className={styles.header}>
          <span className={styles.picture}>
            <TriangleAlert aria-hidden />
          </span>
          <h1 className={styles.title}>{title}</h1>
          {since !== null && <Since at={since} isCut={isCut} />}
        </header>
        <AmountAndShop payment={payment} />
        <What payment={payment} isCut={isCut} />
        <OnThePhone isCancelled={payment.abortRequested} isCut={isCut} />
      </section>
      <WhatToDo payment={payment} />
    </div>
  );
}

function Since({ at, isCut }: { at: string; isCut: boolean }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const now = useNow();
  return (
    <p className={styles.since}>
      <span>{t(isCut ? "checking.cutSince" : "checking.since", { time: exact(at) })}</span>
      <span className={styles.elapsed} role="timer">
        {elapsed(now - Date.parse(at))}
      </span>
    </p>
  );
}

function What({ payment, isCut }: { payment: Payment; isCut: boolean }) {
  const { t } = useTranslation();
  const isOnline = useTill((state) => state.terminal?.connectivity === "online");
  const [kind = isCut ? "unheard" : "create"] = unansweredOf(payment);
  return (
    <div className={styles.what} role="status">
      <p>{t(`checking.what.${kind}`)}</p>
      {!isCut && <p className={styles.once}>{t("checking.once")}</p>}
      {!isOnline && <p>{t("checking.noConnection")}</p>}
    </div>
  );
}

const SIGHTS = ["phoneAsks", "phonePaid", "phoneNothing"] as const;

function OnThePhone({ isCancelled, isCut }: Record<"isCancelled" | "isCut", boolean>) {
  const { t } = useTranslation();
  const meaningOf = (customerSight: (typeof SIGHTS)[number]) => {
    if (isCut && customerSight === "phoneNothing") return t("checking.cutPhoneNothing");
    return t(isCancelled ? `checking.cancelled.${customerSight}` : `checking.${customerSight}Text`);
  };
  return (
    <div className={styles.phone}>
      <h2 className={styles.phoneTitle}>
        <Smartphone aria-hidden size={22} />
        {t("checking.phone")}
      </h2>
      <dl className={styles.sights}>
        {SIGHTS.map((sight) => (
          <div key={sight}>
            <dt>{t(`checking.${sight}`)}</dt>
            <dd>{meaningOf(sight)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function WhatToDo({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { posTid, steps, abortRequested } = payment;
  const mayLeave = steps.includes("leave");
  const isLocked = useTill(requiresStaff);
  return (
    <Choices>
      <StatusNote Icon={Hourglass} title={t("checking.wait")} text={t("checking.waitText")} />
      {abortRequested && (
        <StatusNote Icon={TriangleAlert} title={t("checking.cancelling")} text={t("checking.cancellingText")} />
      )}
      {!abortRequested && !isLocked && (
        <Choice
          kind="primary"
          Icon={UserRoundPlus}
          label={t("openSales.next")}
          text={t("openSales.nextText")}
          onPress={actions.nextCustomer}
        />
      )}
      {(mayLeave || abortRequested) && (
        <Choice
          Icon={LogOut}
          label={t(mayLeave ? "checking.leave" : "present.leave")}
          text={t(abortRequested ? "present.leaveText" : "checking.leaveText")}
          onPress={mayLeave ? () => void actions.takeStep(posTid, "leave") : actions.newSale}
        />
      )}
      <TryConnection />
      <CancelChoice payment={payment} text={t("checking.cancelText")} />
    </Choices>
  );
}
