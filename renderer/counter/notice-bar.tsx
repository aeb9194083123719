import { Lock, ScanBarcode, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../kit/ui/button.tsx";
import type { Notice } from "../store/state.ts";
import { useActions, useTill } from "../store/store.tsx";
import styles from "./notice-bar.module.css";

const WORDS = {
  unknownScan: "scan.unknown",
  customerRead: "scan.customer",
  customerNotNow: "scan.notNow",
  notCopied: "keptHere.copy",
  notSaved: "keptHere.save",
} as const satisfies Record<Notice["kind"], string>;

/**
 * What became of a scan, or what was not given away. Goes away by itself; it never asks for anything.
 * @param isInner within a screen, where it takes what room there is instead of lying over something
 */
export function NoticeBar({ isInner = false }: { isInner?: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  const notice = useTill((state) => state.notice);
  if (notice === null) return null;
  const { kind, text } = notice;
  const isGood = kind === "customerRead";
  const Icon = kind === "notCopied" || kind === "notSaved" ? Lock : ScanBarcode;
  return (
    <div
      className={styles.notice}
      data-inner={isInner || undefined}
      data-tone={isGood ? "waiting" : "attention"}
      role={isGood ? "status" : "alert"}
    >
      <Icon aria-hidden />
      {t(WORDS[kind], { text })}
      <IconButton label={t("common.dismiss")} Icon={X} onPress={actions.dismissNotice} />
    </div>
  );
}
