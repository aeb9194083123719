import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useTill } from "../store/store.ts";
import styles from "./app.module.css";

/** On every screen of a demo: that it is one, and where the customer's phone is. */
export function DemoLink({ onTone = false }: { onTone?: boolean }) {
  const { t } = useTranslation();
  const demo = useTill((state) => state.terminal?.demo ?? null);
  if (demo === null) return null;
  return (
    <span className={styles.demo} data-on-tone={onTone || undefined}>
      <span className={styles.demoWord}>{t("bar.demo")}</span>
      <a href={demo.phoneUrl} target="_blank" rel="noreferrer">
        {t("bar.openPhone")}
        <ExternalLink aria-hidden size={18} />
      </a>
    </span>
  );
}
