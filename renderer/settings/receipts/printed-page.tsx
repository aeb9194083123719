import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useTill } from "../../store/store.tsx";
import { Paper } from "./paper.tsx";
import styles from "./printed-page.module.css";

/** What this window prints itself: on paper nothing but the receipt, on the screen nothing of it. */
export function PrintedPage() {
  const { t } = useTranslation();
  const page = useTill((state) => state.receipts.page);
  if (page === null) return null;
  return createPortal(
    <Paper html={page.html} label={t("receipts.paper")} className={styles.page} isPrinted />,
    document.body,
  );
}
