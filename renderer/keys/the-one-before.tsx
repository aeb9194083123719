import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./keys.module.css";

/** What was in force before, until when, and the way to be rid of it. @param isNeeded the service accepts no other */
export function TheOneBefore({ until, isNeeded }: { until: string; isNeeded: boolean }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy["keys.retire"] === true);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section className={styles.part} aria-labelledby="keys-before" data-testid="key-before">
      <h3 id="keys-before" className={styles.heading}>
        {t("rotation.before.title")}
      </h3>
      <p className={styles.text}>{t("rotation.before.text", { time: dateTime(until) })}</p>
      {!isNeeded && (
        <div className={styles.ways}>
          <Button onPress={() => setIsAsking(true)}>{t("rotation.before.wipe")}</Button>
        </div>
      )}
      {isAsking && (
        <Sheet
          title={t("rotation.before.wipeTitle")}
          onClose={() => setIsAsking(false)}
          footer={
            <>
              <Button onPress={() => setIsAsking(false)}>{t("common.cancel")}</Button>
              <Button
                kind="primary"
                isDisabled={isBusy}
                onPress={() => void actions.retireKey().then(() => setIsAsking(false))}
              >
                {t("rotation.before.wipeConfirm")}
              </Button>
            </>
          }
        >
          <p>{t("rotation.before.wipeText")}</p>
        </Sheet>
      )}
    </section>
  );
}
