import { useTranslation } from "react-i18next";
import { type BulkStep, MAX_BULK_RESERVATIONS } from "../../../contract/payments/reservations.ts";
import { ApprovalSheet } from "../../kit/approval/approval.tsx";
import { hasPermission } from "../../kit/approval/permissions.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { reservedLeft } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import { bulkInput } from "./actions.ts";
import styles from "./reserved.module.css";

/** Confirms a bulk step with its total. */
export function BulkDialog({ step, posTids, done = 0 }: { step: BulkStep; posTids: readonly string[]; done?: number }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { payments, isBusy, mayAlone } = useTill((state) => ({
    payments: state.payments,
    isBusy: Object.keys(state.busy).length > 0,
    mayAlone: hasPermission(state.terminal, "queue"),
  }));
  const chosen = posTids.flatMap((posTid) => payments[posTid] ?? []);
  const amount = money(chosen.reduce((sum, payment) => sum + reservedLeft(payment), 0));
  return (
    <ApprovalSheet
      role="alertdialog"
      title={t(`bulk.${step}Title`, { count: chosen.length, amount })}
      yes={t(`bulk.${step}Yes`, { amount })}
      isReady={chosen.length > 0}
      isBusy={isBusy}
      mayAlone={mayAlone}
      // A phone approves one command, so several batches need the PIN.
      ask={
        chosen.length <= MAX_BULK_RESERVATIONS
          ? { command: "reservation.bulk", input: bulkInput(step, chosen) }
          : undefined
      }
      onYes={(approval) => void actions.bulk(step, chosen, approval)}
      about={
        <>
          {done > 0 && <p role="status">{t("bulk.doneBefore", { count: done })}</p>}
          <p>{t(`bulk.${step}Text`, { amount })}</p>
          <ul className={styles.bulkList}>
            {chosen.map((payment) => (
              <li key={payment.posTid}>
                <span>{payment.number}</span>
                <span>{money(reservedLeft(payment), payment.currency)}</span>
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
