import { TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type LazyModule, type LoadState, useLazyModule } from "../kit/lazy-module.tsx";
import { Button } from "../kit/ui/button.tsx";
import { useActions, useTill } from "../store/store.tsx";
import styles from "./panels.module.css";

/** Returns the state of a part to show. Buttons of a part that loads late count as fresh. */
export function useLoadState(wanted: LazyModule<unknown> | null): LoadState {
  const { takeStepOn } = useActions();
  const state = useLazyModule(wanted);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "fetching" && state === "here") takeStepOn();
    before.current = state;
  }, [state, takeStepOn]);
  return state;
}

/** Shown when a part cannot be loaded. Reloads the page where that is safe. */
export function LoadFailed({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation();
  const isConnected = useTill(({ connection }) => connection === "ready");
  return (
    <section className={styles.notFetched} role="alert" data-testid="not-fetched">
      <TriangleAlert aria-hidden size={32} />
      <h2>{t("notFetched.title")}</h2>
      <p>{t("notFetched.text")}</p>
      <p>{t("notFetched.next")}</p>
      <Button kind="primary" isDisabled={!isConnected} onPress={() => location.reload()}>
        {t("notFetched.again")}
      </Button>
      {onClose && <Button onPress={onClose}>{t("common.close")}</Button>}
    </section>
  );
}
