import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { VendItem, VendSlot, VendToReview } from "../../../../contract/kiosk/vend.ts";
import type { Payment } from "../../../../contract/payments/views.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { FactList } from "../../../kit/ui/fact-list.tsx";
import { useFormat } from "../../../kit/ui/use-format.ts";
import { useReasonText } from "../../../kit/ui/use-reason-text.ts";
import { useSoldName } from "../../../store/sold-name.ts";
import { useActions, useTill } from "../../../store/store.ts";
import { moneyOfVend } from "./drop.ts";
import styles from "./vends.module.css";

export function VendCard({ item }: { item: VendToReview }) {
  const { t } = useTranslation();
  const actions = useActions();
  const reasonText = useReasonText();
  const { dateTime } = useFormat();
  const payment = useTill((state) => state.payments[item.posTid] ?? null);
  const facts = useFacts(item, payment);
  const { posTid, number, orderedAt, isOpen } = item;
  return (
    <article className={styles.card} aria-label={t("vends.payment", { number })} data-testid="vend">
      <TriangleAlert aria-hidden />
      <div className={styles.text}>
        <header className={styles.title}>
          <strong>{t("vends.payment", { number })}</strong>
          <span className={styles.quiet}>
            {orderedAt === null ? t("vends.notOrdered") : t("vends.orderedAt", { time: dateTime(orderedAt) })}
          </span>
        </header>
        <p>{reasonText(item.becauseReason, item.because)}</p>
        <FactList facts={facts} className={styles.facts} />
      </div>
      <div className={styles.actions}>
        <Button onPress={() => actions.open({ kind: isOpen ? "resolveVend" : "acknowledgeVend", item })}>
          {t(isOpen ? "vends.resolve" : "vends.acknowledge")}
        </Button>
        <Button kind="quiet" onPress={() => actions.select(posTid)}>
          {t("vends.story")}
        </Button>
      </div>
    </article>
  );
}

function useFacts({ vend, rule, isOpen }: VendToReview, payment: Payment | null): [name: string, value: string][] {
  const { t } = useTranslation();
  const goods = useGoods(vend.items);
  const money = useMoney();
  const isUnknown = isOpen || rule !== null;
  return [
    [t("vends.ordered"), goods(vend.items)],
    [t("vends.said"), isUnknown ? t("vends.notKnown") : goods(vend.dropped)],
    [t("vends.money.title"), payment === null ? t("payments.loading") : money(payment)],
    [t("vends.decided"), t(`vends.decidedBy.${isOpen ? "none" : (rule ?? "machine")}`)],
  ];
}

function useGoods(items: readonly VendItem[]): (slots: readonly VendSlot[]) => string {
  const { t } = useTranslation();
  const nameOf = useSoldName();
  return (slots) =>
    slots.length === 0
      ? t("vends.nothing")
      : slots
          .map(({ slot, quantity }) => {
            const sold = items.find((item) => item.slot === slot);
            const name = sold === undefined ? "" : nameOf(sold);
            return t(name === "" ? "vends.slot" : "vends.goods", { name, slot, quantity });
          })
          .join(", ");
}

function useMoney(): (payment: Payment) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (payment) => {
    const amounts = moneyOfVend(payment);
    const parts = (["captured", "released", "reserved"] as const).filter(
      (part) => part === "captured" || amounts[part] > 0,
    );
    return parts
      .map((part) => t(`vends.money.${part}`, { amount: format.money(amounts[part], payment.currency) }))
      .join(" · ");
  };
}
