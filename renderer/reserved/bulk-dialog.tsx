import { useState } from "react";
import { useTranslation } from "react-i18next";
import { roleHas } from "../../contract/permissions.ts";
import type { BulkStep } from "../../contract/reservations.ts";
import { isPin, PinField } from "../manager/pin-field.tsx";
import { reservedLeft } from "../store/select.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./reserved.module.css";

/** Asks once, with the total, before the same is done with many reservations. */
export function BulkDialog({ step, posTids }: { step: BulkStep; posTids: readonly string[] }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { payments, isBusy, mayAlone } = useTill((state) => ({
    payments: state.payments,
    isBusy: Object.keys(state.busy).length > 0,
    mayAlone: roleHas(state.terminal?.staff?.role ?? null, "queue"),
  }));
  const [pin, setPin] = useState("");
  const chosen = posTids.flatMap((posTid) => payments[posTid] ?? []);
  const amount = money(chosen.reduce((sum, payment) => sum + reservedLeft(payment), 0));
  return (
    <Sheet
      role="alertdialog"
      title={t(`bulk.${step}Title`, { count: chosen.length, amount })}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button autoFocus={mayAlone} onPress={actions.closeDialog}>
            {t("common.back")}
          </Button>
          <Button
            kind="primary"
            isDisabled={isBusy || chosen.length === 0 || !(mayAlone || isPin(pin))}
            onPress={() => {
              setPin("");
              void actions.bulk(step, chosen, mayAlone ? null : pin);
            }}
          >
            {t(`bulk.${step}Yes`, { amount })}
          </Button>
        </>
      }
    >
      <div className={styles.bulk}>
        <p>{t(`bulk.${step}Text`, { amount })}</p>
        <ul className={styles.bulkList}>
          {chosen.map((payment) => (
            <li key={payment.posTid}>
              <span>{payment.number}</span>
              <span>{money(reservedLeft(payment), payment.currency)}</span>
            </li>
          ))}
        </ul>
        {!mayAlone && <PinField value={pin} onChange={setPin} />}
      </div>
    </Sheet>
  );
}
