import { useTranslation } from "react-i18next";
import { BULK_STEPS } from "../../../contract/payments/reservations.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { reservedLeft } from "../../store/select.ts";
import { useActions } from "../../store/store.ts";
import styles from "./reserved.module.css";

export function SelectionBar({ chosen, onClear }: { chosen: readonly Payment[]; onClear: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  if (chosen.length === 0) return null;
  const amount = money(chosen.reduce((sum, payment) => sum + reservedLeft(payment), 0));
  const posTids = chosen.map(({ posTid }) => posTid);
  return (
    <div className={styles.bar} role="toolbar" aria-label={t("bulk.label")}>
      <p role="status">
        <strong>{t("bulk.chosen", { count: chosen.length })}</strong> {amount}
      </p>
      <Button kind="quiet" onPress={onClear}>
        {t("bulk.clear")}
      </Button>
      {BULK_STEPS.filter((step) => chosen.every(({ steps }) => steps.includes(step))).map((step) => (
        <Button
          key={step}
          kind={step === "capture" ? "primary" : "secondary"}
          onPress={() => actions.open({ kind: "bulk", step, posTids })}
        >
          {t(`bulk.${step}`)}
        </Button>
      ))}
    </div>
  );
}
