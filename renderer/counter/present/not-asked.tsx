import { CloudOff, Hourglass, Phone, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { useActions } from "../../store/store.ts";
import { AmountAndShop } from "./amount-and-shop.tsx";
import { CancelChoice, Choice, Choices, StatusNote, TryConnection } from "./choices.tsx";
import styles from "./present.module.css";

/** A payment that was never sent, shown so that no products are handed over. */
export function NotAsked({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  return (
    <div className={styles.screen}>
      <section className={styles.card} aria-label={t("notAsked.title")}>
        <div className={styles.waiting} data-tone="attention" role="status" data-testid="not-asked">
          <span className={styles.picture}>
            <CloudOff aria-hidden />
          </span>
          <h1 className={styles.title}>{t("notAsked.title")}</h1>
          <AmountAndShop payment={payment} />
          <p className={styles.text}>
            {payment.customer === null ? t("notAsked.textUnnamed") : t("notAsked.text", { customer: payment.customer })}
          </p>
        </div>
      </section>
      <WhatToDo payment={payment} />
    </div>
  );
}

function WhatToDo({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { posTid, steps } = payment;
  // Without a phone number only a customer who is still here can scan.
  const mayWait = payment.phase === "queued" && payment.customer !== null;
  return (
    <Choices>
      <CancelChoice payment={payment} text={t("notAsked.cancelText")} />
      {!mayWait && <TryConnection kind="primary" />}
      {mayWait && (
        <Choice
          kind="primary"
          Icon={Plus}
          label={t("notAsked.keep")}
          text={t("notAsked.keepText")}
          onPress={actions.nextCustomer}
        />
      )}
      <StatusNote Icon={Hourglass} title={t("notAsked.wait")} text={t("notAsked.waitText")} />
      {steps.includes("identify") && (
        <Choice
          Icon={Phone}
          label={t("notAsked.phone")}
          text={t("notAsked.phoneText")}
          onPress={() => actions.open({ kind: "phone", posTid })}
        />
      )}
      {mayWait && <TryConnection />}
    </Choices>
  );
}
