import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SlotView, VendItem, VendToReview } from "../../../../contract/kiosk/vend.ts";
import { ApprovalSheet } from "../../../kit/approval/approval.tsx";
import { usePermission } from "../../../kit/approval/permissions.ts";
import { IconButton } from "../../../kit/ui/button.tsx";
import layout from "../../../kit/ui/layout.module.css";
import { useFormat } from "../../../kit/ui/use-format.ts";
import { useReasonText } from "../../../kit/ui/use-reason-text.ts";
import { useSoldName } from "../../../store/sold-name.ts";
import { useActions, useTill } from "../../../store/store.ts";
import { type Counts, droppedOf, moneyOfDrop } from "./drop.ts";
import styles from "./vends.module.css";

/** Resolves a vend of an unresponsive machine: dropped items are captured, the rest is released. */
export function ResolveVendDialog({ item }: { item: VendToReview }) {
  const { t } = useTranslation();
  const actions = useActions();
  const mayAlone = usePermission("queue");
  const [counts, setCounts] = useState<Counts>({});
  const { posTid, number, vend } = item;
  const dropped = droppedOf(vend.items, counts);
  const isBusy = useTill(({ busy }) => busy[`vend ${posTid}`] === true);
  const hasPayment = useTill(({ payments }) => payments[posTid] !== undefined);
  return (
    <ApprovalSheet
      wide
      title={t("vends.resolveTitle", { number })}
      yes={t("vends.resolveYes")}
      isReady={hasPayment}
      isBusy={isBusy}
      mayAlone={mayAlone}
      ask={{ command: "vend.resolve", input: { posTid, dropped } }}
      onYes={(approval) => void actions.resolveVend(posTid, dropped, approval)}
      about={
        <>
          <p>{t("vends.resolveText")}</p>
          <Consequence item={item} counts={counts} />
        </>
      }
    >
      <div className={layout.column}>
        {vend.items.map((ordered) => (
          <Dropped
            key={ordered.slot}
            ordered={ordered}
            count={counts[ordered.slot] ?? 0}
            onChange={(count) => setCounts((before) => ({ ...before, [ordered.slot]: count }))}
          />
        ))}
      </div>
    </ApprovalSheet>
  );
}

function Consequence({ item: { posTid, vend }, counts }: { item: VendToReview; counts: Counts }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const payment = useTill(({ payments }) => payments[posTid] ?? null);
  if (payment === null) return <p>{t("payments.loading")}</p>;
  const { captured, back } = moneyOfDrop(vend.items, counts, payment);
  const amounts = { captured: money(captured, payment.currency), back: money(back, payment.currency) };
  const what = captured === 0 ? "nothing" : back === 0 ? "all" : "part";
  return (
    <p className={styles.consequence} role="status" data-testid="consequence">
      {t(`vends.consequence.${what}`, amounts)}
    </p>
  );
}

interface DroppedProps {
  ordered: VendItem;
  count: number;
  onChange: (count: number) => void;
}

function Dropped({ ordered, count, onChange }: DroppedProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const name = useSoldName()(ordered);
  const { slot, quantity, unitAmount } = ordered;
  return (
    <fieldset className={styles.dropped}>
      <legend>{t("vends.slotOf", { name, slot })}</legend>
      <IconButton
        label={t("vends.less", { name })}
        Icon={Minus}
        isDisabled={count <= 0}
        onPress={() => onChange(count - 1)}
      />
      <output className={styles.count}>{t("vends.count", { count, quantity })}</output>
      <IconButton
        label={t("vends.oneMore", { name })}
        Icon={Plus}
        isDisabled={count >= quantity}
        onPress={() => onChange(count + 1)}
      />
      <span className={layout.quiet}>× {money(unitAmount)}</span>
    </fieldset>
  );
}

export function UnblockSlotDialog({ slot: { slot, state, becauseReason, reason } }: { slot: SlotView }) {
  const { t } = useTranslation();
  const actions = useActions();
  const reasonText = useReasonText();
  const mayAlone = usePermission("queue");
  const isBusy = useTill(({ busy }) => busy[`slot ${slot}`] === true);
  return (
    <ApprovalSheet
      title={t(state === "on_sale" ? "vends.slots.backTitle" : "vends.slots.unblockTitle", { slot })}
      yes={t(state === "on_sale" ? "vends.slots.backInService" : "vends.slots.unblock")}
      isReady
      isBusy={isBusy}
      mayAlone={mayAlone}
      ask={{ command: "vend.unblock", input: { slot } }}
      onYes={(approval) => void actions.unblockSlot(slot, approval)}
      about={
        <>
          <p>{reasonText(becauseReason, reason ?? "")}</p>
          {state !== "on_sale" && <p>{t("vends.slots.unblockText")}</p>}
        </>
      }
    />
  );
}

/** Acknowledges a vend: it leaves the list and no money moves. */
export function AcknowledgeVendDialog({ item }: { item: VendToReview }) {
  const { t } = useTranslation();
  const actions = useActions();
  const reasonText = useReasonText();
  const mayAlone = usePermission("queue");
  const { posTid, number } = item;
  const isBusy = useTill(({ busy }) => busy[`vend ${posTid}`] === true);
  return (
    <ApprovalSheet
      title={t("vends.acknowledgeTitle", { number })}
      yes={t("vends.acknowledge")}
      isReady
      isBusy={isBusy}
      mayAlone={mayAlone}
      ask={{ command: "vend.acknowledge", input: { posTid } }}
      onYes={(approval) => void actions.acknowledgeVend(posTid, approval)}
      about={
        <>
          <p>{reasonText(item.becauseReason, item.because)}</p>
          <p>{t("vends.acknowledgeText")}</p>
        </>
      }
    />
  );
}
