import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, GuardedButton } from "../../kit/ui/button.tsx";
import keyMaterial from "../../kit/ui/key-material.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./keys.module.css";

export interface PreviousKeyProps {
  until: string;
  isNeeded: boolean;
  /** The service has the active key, and one key per user */
  isReplaced: boolean;
}

export function PreviousKeyNotice({ until, isNeeded, isReplaced }: PreviousKeyProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const actions = useActions();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section className={styles.part} aria-labelledby="keys-before" data-testid="key-before">
      <h3 id="keys-before" className={styles.heading}>
        {t("rotation.before.title")}
      </h3>
      <p className={styles.text}>
        {t(isReplaced && !isNeeded ? "rotation.before.replaced" : "rotation.before.text", { time: dateTime(until) })}
      </p>
      {!isNeeded && (
        <div className={keyMaterial.ways}>
          <Button
            onPress={() => {
              setIsAsking(true);
              actions.takeStepOn();
            }}
          >
            {t("rotation.before.wipe")}
          </Button>
        </div>
      )}
      {isAsking && <WipeSheet onClose={() => setIsAsking(false)} />}
    </section>
  );
}

export function WipeSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy["keys.retire"] === true);
  return (
    <Sheet
      title={t("rotation.before.wipeTitle")}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <GuardedButton
            kind="primary"
            isDisabled={isBusy}
            onPress={() => void actions.retireKey().then(() => onClose())}
          >
            {t("rotation.before.wipeConfirm")}
          </GuardedButton>
        </>
      }
    >
      <p>{t("rotation.before.wipeText")}</p>
    </Sheet>
  );
}
