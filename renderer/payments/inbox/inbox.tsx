import { CircleCheck, Inbox as InboxIcon, List, LockKeyholeOpen, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { LateMoney, Payment } from "../../../contract/payments/views.ts";
import { StateBadge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Money } from "../../kit/ui/money.tsx";
import screenStyles from "../../kit/ui/screen.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { inboxOf, shownAmount } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import { ListAndPayment } from "../list/pane.tsx";
import styles from "./inbox.module.css";

export function Inbox() {
  const { t } = useTranslation();
  const late = useTill((state) => inboxOf(state.payments));
  const sum = late.reduce((total, payment) => total + shownAmount(payment), 0);
  return (
    <ListAndPayment>
      <section className={screenStyles.card} aria-labelledby="inbox-title">
        <header className={screenStyles.header}>
          <div>
            <h1 id="inbox-title" className={screenStyles.title}>
              {t("inbox.title")}
            </h1>
            <p className={screenStyles.intro}>{t("inbox.intro")}</p>
          </div>
          {late.length > 0 && (
            <p className={screenStyles.sum}>
              <span>{t("inbox.count", { count: late.length })}</span>
              {/* A single payment's row already shows its amount. */}
              {late.length > 1 && <Money amount={sum} className={screenStyles.amount} />}
            </p>
          )}
        </header>
        {late.length === 0 ? (
          <Empty Icon={InboxIcon} title={t("inbox.empty")} text={t("inbox.emptyText")} />
        ) : (
          <ul className={screenStyles.scroll} aria-label={t("inbox.title")}>
            {late.map((payment) => (
              <LatePayment key={payment.posTid} payment={payment} />
            ))}
          </ul>
        )}
      </section>
    </ListAndPayment>
  );
}

function LatePayment({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { late } = payment;
  if (late === null) return null;
  return (
    <li className={styles.item} data-testid="late" aria-label={t("payment.label", { number: payment.number })}>
      <div className={styles.facts}>
        <Money amount={shownAmount(payment)} currency={payment.currency} className={styles.amount} />
        <p className={styles.line}>
          <StateBadge payment={payment} />
          <span>{payment.number}</span>
          {payment.customer && <span>{payment.customer}</span>}
        </p>
      </div>
      <Story late={late} />
      <Decisions payment={payment} />
    </li>
  );
}

function Story({ late }: { late: LateMoney }) {
  const { t } = useTranslation();
  const { row } = useFormat();
  const now = useTill((state) => Math.trunc(state.now / 60_000) * 60_000);
  return (
    <div className={styles.story}>
      <h2 className={styles.because}>{t(`inbox.because.${late.because}`)}</h2>
      <p>{t(`inbox.becauseText.${late.because}`)}</p>
      <p className={layout.quiet}>{t("inbox.since", { time: row(late.since, now) })}</p>
    </div>
  );
}

function Decisions({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  const { posTid, steps } = payment;
  return (
    <div className={styles.decisions}>
      {steps.includes("attach") && (
        <Button
          kind="primary"
          Icon={CircleCheck}
          isDisabled={isBusy}
          onPress={() => actions.open({ kind: "attach", posTid })}
        >
          {t("inbox.attach")}
        </Button>
      )}
      {steps.includes("release") && (
        <Button
          Icon={LockKeyholeOpen}
          isDisabled={isBusy}
          onPress={() => actions.open({ kind: "confirmStep", posTid, step: "release" })}
        >
          {t("payment.release")}
        </Button>
      )}
      {steps.includes("refund") && (
        <Button Icon={Undo2} isDisabled={isBusy} onPress={() => actions.open({ kind: "refund", posTid })}>
          {t("payment.refund")}
        </Button>
      )}
      <Button kind="quiet" Icon={List} onPress={() => actions.select(posTid)}>
        {t("inbox.view")}
      </Button>
    </div>
  );
}
