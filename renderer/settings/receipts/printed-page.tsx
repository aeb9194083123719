import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useTill } from "../../store/store.ts";
import { Paper } from "./paper.tsx";
import styles from "./printed-page.module.css";

/** The receipt that this window prints; invisible on the screen. */
export function PrintedPage() {
  const { t } = useTranslation();
  const page = useTill((state) => state.receipts.page);
  if (page === null) return null;
  return createPortal(
    <Paper html={page.html} label={t("receipts.paper")} className={styles.page} isPrinted />,
    document.body,
  );
}
