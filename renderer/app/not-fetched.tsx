import { TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Part, type PartState, usePart } from "../kit/part.tsx";
import { Button } from "../kit/ui/button.tsx";
import { useActions } from "../store/store.tsx";
import styles from "./panels.module.css";

/** How a part does that is to be shown. Where it comes late, its buttons are as new as those of a screen that just changed. */
export function useFetched(wanted: Part<unknown> | null): PartState {
  const { takeStepOn } = useActions();
  const state = usePart(wanted);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "fetching" && state === "here") takeStepOn();
    before.current = state;
  }, [state, takeStepOn]);
  return state;
}

/** A part of the window could not be fetched, also when that was tried again: what happened, and the way on. */
export function NotFetched({ of, onClose }: { of: Part<unknown>; onClose?: () => void }) {
  const { t } = useTranslation();
  return (
    <section className={styles.notFetched} role="alert" data-testid="not-fetched">
      <TriangleAlert aria-hidden size={32} />
      <h2>{t("notFetched.title")}</h2>
      <p>{t("notFetched.text")}</p>
      <p>{t("notFetched.next")}</p>
      <Button kind="primary" onPress={() => void of.load()}>
        {t("notFetched.again")}
      </Button>
      {onClose && <Button onPress={onClose}>{t("common.close")}</Button>}
    </section>
  );
}
