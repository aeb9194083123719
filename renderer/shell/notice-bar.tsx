import { ScanBarcode, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useActions, useTill } from "../store/store.ts";
import { IconButton } from "../ui/button.tsx";
import styles from "./app.module.css";

/** What became of a scan. Goes away by itself; it never asks for anything. */
export function NoticeBar() {
  const { t } = useTranslation();
  const actions = useActions();
  const notice = useTill((state) => state.notice);
  if (notice === null) return null;
  const isGood = notice.kind === "customerRead";
  const words =
    notice.kind === "unknownScan"
      ? t("scan.unknown", { text: notice.text })
      : t(isGood ? "scan.customer" : "scan.notNow");
  return (
    <div className={styles.notice} data-tone={isGood ? "waiting" : "attention"} role={isGood ? "status" : "alert"}>
      <ScanBarcode aria-hidden />
      {words}
      <IconButton label={t("common.dismiss")} Icon={X} onPress={actions.dismissNotice} />
    </div>
  );
}
