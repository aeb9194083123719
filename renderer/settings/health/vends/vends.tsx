import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { HealthReport } from "../../../../contract/diagnostics/diagnostics.ts";
import type { SlotView } from "../../../../contract/kiosk/vend.ts";
import type { Payment } from "../../../../contract/payments/views.ts";
import { reasonFor } from "../../../../contract/reasons/reasons.ts";
import { Gate } from "../../../kit/approval/gate.tsx";
import { Button } from "../../../kit/ui/button.tsx";
import layout from "../../../kit/ui/layout.module.css";
import message from "../../../kit/ui/message.module.css";
import { useFormat } from "../../../kit/ui/use-format.ts";
import { useReasonText } from "../../../kit/ui/use-reason-text.ts";
import { useSoldName } from "../../../store/sold-name.ts";
import { useActions, useTill } from "../../../store/store.ts";
import { VendCard } from "./vend-card.tsx";
import styles from "./vends.module.css";

/** Initial number of items: the other areas stay visible. */
const FIRST = 3;

export function Vends({ dispenser: { driver, toLookAt } }: Pick<HealthReport, "dispenser">) {
  if (driver === "none" && toLookAt === 0) return null;
  return (
    <div className={styles.vends} data-testid="vends">
      <Gate permission="queue">
        <Lists toLookAt={toLookAt} />
      </Gate>
    </div>
  );
}

function Lists({ toLookAt }: { toLookAt: number }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { items, underWay, hasFailed } = useTill(({ diagnostics }) => diagnostics.vends);
  if (hasFailed) {
    return (
      <p className={message.note} role="alert">
        <TriangleAlert aria-hidden />
        {t("vends.failed")}
        <Button onPress={() => void actions.readVends()}>{t("health.again")}</Button>
      </p>
    );
  }
  if (items === null) return <p className={layout.quiet}>{t("payments.loading")}</p>;
  return (
    <>
      <OffSale />
      <ReviewCount number={toLookAt} />
      <UnderWay posTids={underWay.filter((posTid) => !items.some((item) => item.posTid === posTid))} />
    </>
  );
}

/** Ends an outage without blocked slots: unblocking any slot does. */
function BackInService() {
  const { t } = useTranslation();
  const actions = useActions();
  const slot = useTill(({ shelf }) => shelf.catalogue?.products.find((product) => product.slot)?.slot ?? "1");
  const view = { slot, productId: null, stock: null, since: null, reason: null, state: "on_sale" } as const;
  const becauseReason = reasonFor("vend_machine_stopped");
  return (
    <Button onPress={() => actions.open({ kind: "unblockSlot", slot: { ...view, becauseReason } })}>
      {t("vends.slots.backInService")}
    </Button>
  );
}

function OffSale() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const reasonText = useReasonText();
  const actions = useActions();
  const nameOf = useSoldName();
  const isOut = useTill(({ terminal }) => terminal?.outOfService.includes("dispenser") === true);
  const { products = [], slots } = useTill(({ diagnostics, shelf }) => ({
    products: shelf.catalogue?.products,
    slots: diagnostics.vends.offSale,
  }));
  const productIn = ({ productId }: SlotView) => products.find(({ id }) => id === productId)?.name ?? "";
  if (slots.length === 0) return isOut ? <BackInService /> : null;
  return (
    <section className={layout.stack} aria-labelledby="slots-off-sale">
      <h3 id="slots-off-sale" className={styles.heading}>
        {t("vends.slots.title", { number: slots.length })}
      </h3>
      {slots.map((slot) => (
        <article key={slot.slot} className={styles.card} data-testid="off-sale">
          <TriangleAlert aria-hidden />
          <div className={styles.text}>
            <header className={styles.title}>
              <strong>{t("vends.slots.slot", { slot: slot.slot })}</strong>
              <span>{nameOf({ name: productIn(slot), productId: slot.productId ?? "" })}</span>
              <span className={styles.quiet}>{t("vends.since", { time: dateTime(slot.since ?? "") })}</span>
            </header>
            <p>{reasonText(slot.becauseReason, slot.reason ?? "")}</p>
          </div>
          <div className={styles.actions}>
            <Button onPress={() => actions.open({ kind: "unblockSlot", slot })}>{t("vends.slots.unblock")}</Button>
          </div>
        </article>
      ))}
    </section>
  );
}

function ReviewCount({ number }: { number: number }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { items, next, done } = useTill(({ diagnostics }) => diagnostics.vends);
  const isMore = useTill(({ busy }) => busy.moreVends === true);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? items : (items?.slice(0, FIRST) ?? null);
  const rest = (items?.length ?? 0) - (shown?.length ?? 0);
  return (
    <section className={layout.stack} aria-labelledby="vends-to-look-at">
      <h3 id="vends-to-look-at" className={styles.heading}>
        {t("vends.title", { number: next ? number : (items?.length ?? 0) })}
      </h3>
      {done !== null && (
        <p className={message.saved} role="status">
          <CircleCheck aria-hidden size={20} />
          {t(`vends.done.${done.said}`, { number: done.number })}
        </p>
      )}
      {items?.length === 0 && <p className={layout.quiet}>{t("vends.none")}</p>}
      {shown?.map((item) => (
        <VendCard key={item.posTid} item={item} />
      ))}
      {rest > 0 && <Button onPress={() => setIsWhole(true)}>{t("vends.rest", { number: rest })}</Button>}
      {next && rest === 0 && (
        <Button isDisabled={isMore} onPress={() => void actions.showMoreVends()}>
          {t("vends.more")}
        </Button>
      )}
    </section>
  );
}

function UnderWay({ posTids }: { posTids: readonly string[] }) {
  const { t } = useTranslation();
  const payments = useTill((state) => state.payments);
  const open = posTids.flatMap((posTid) => payments[posTid] ?? []);
  if (open.length === 0) return null;
  return (
    <section className={layout.closeStack} aria-labelledby="vends-under-way">
      <h3 id="vends-under-way" className={styles.heading}>
        {t("vends.underWay")}
      </h3>
      <ul className={styles.underWay}>
        {open.map((payment) => (
          <OpenVend key={payment.posTid} payment={payment} />
        ))}
      </ul>
    </section>
  );
}

function OpenVend({ payment: { posTid, number, vend, createdAt } }: { payment: Payment }) {
  const { t } = useTranslation();
  const { row } = useFormat();
  const actions = useActions();
  const now = useTill((state) => Math.trunc(state.now / 60_000) * 60_000);
  if (vend === null) return null;
  return (
    <li>
      <Button kind="quiet" onPress={() => actions.select(posTid)}>
        {t("vends.payment", { number })}
      </Button>
      <span>{t(`vends.state.${vend.state}`)}</span>
      <span className={layout.quiet}>{t("vends.since", { time: row(createdAt, now) })}</span>
    </li>
  );
}
