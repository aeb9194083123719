import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ReloadButton } from "../counter/reload-button.tsx";
import { Button } from "../kit/ui/button.tsx";
import styles from "./panels.module.css";

/** Shown when a part cannot be loaded. Reloads the page where that is safe. */
export function LoadFailed({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation();
  return (
    <section className={styles.notFetched} role="alert" data-testid="not-fetched">
      <TriangleAlert aria-hidden size={32} />
      <h2>{t("notFetched.title")}</h2>
      <p>{t("notFetched.text")}</p>
      <p>{t("notFetched.next")}</p>
      <ReloadButton />
      {onClose && <Button onPress={onClose}>{t("common.close")}</Button>}
    </section>
  );
}
