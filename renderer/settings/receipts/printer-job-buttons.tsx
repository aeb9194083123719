import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../../contract/receipts/receipts.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./receipts.module.css";

export interface LookButtonsProps {
  job: PrintJob;
  /** False where another button reprints it */
  canPrint?: boolean;
}

export function LookButtons({ job, canPrint = true }: LookButtonsProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill(({ busy }) => busy.print === true || busy[`cancel ${job.id}`] === true);
  const { posTid, receipt } = job;
  if (job.state === "sending") return null;
  return (
    <div className={styles.buttons}>
      {canPrint && job.state === "unknown" && posTid !== null && receipt !== null && (
        <Button
          isDisabled={isBusy}
          onPress={({ target }) => {
            restoreFocus(target);
            void actions.printAgain(posTid, receipt);
          }}
        >
          {t("receipts.printAgain")}
        </Button>
      )}
      <Button
        isDisabled={isBusy}
        onPress={({ target }) => {
          restoreFocus(target);
          void actions.cancelPrint(job.id);
        }}
      >
        {t(job.state === "unknown" ? "receipts.cameOut" : "receipts.takeBack")}
      </Button>
    </div>
  );
}

/** The button disappears with its job: the focus stays in the dialog, so that Escape works. */
function restoreFocus(button: Element): void {
  button.closest<HTMLElement>("[role=dialog]")?.focus();
}
