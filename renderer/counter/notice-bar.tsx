import { Lock, type LucideIcon, ScanBarcode, TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../kit/ui/button.tsx";
import type { Notice } from "../store/state.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./notice-bar.module.css";

const WORDS = {
  unknownScan: "scan.unknown",
  productNotNow: "scan.productNotNow",
  customerRead: "scan.customer",
  customerNotNow: "scan.notNow",
  notCopied: "keptHere.copy",
  notSaved: "keptHere.save",
  notTaken: "charge.notTaken",
  notFetched: "notFetched.title",
} as const satisfies Record<Notice["kind"], string>;

const ICONS: Partial<Record<Notice["kind"], LucideIcon>> = {
  notCopied: Lock,
  notSaved: Lock,
  notTaken: TriangleAlert,
  notFetched: TriangleAlert,
};

/**
 * A short message that disappears automatically.
 * @param isInner inside a screen, in the available space instead of an overlay
 */
export function NoticeBar({ isInner = false }: { isInner?: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  const notice = useTill((state) => state.notice);
  if (notice === null) return null;
  const { kind, text } = notice;
  const isGood = kind === "customerRead";
  const Icon = ICONS[kind] ?? ScanBarcode;
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
