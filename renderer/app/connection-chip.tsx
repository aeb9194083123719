import { KeyRound, Wifi, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../kit/ui/use-format.ts";
import { useTill } from "../store/store.ts";
import styles from "./app.module.css";

export function ConnectionChip() {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const { connectivity, isDegraded, since } = useTill((state) => ({
    connectivity: state.terminal?.connectivity,
    isDegraded: state.terminal?.degraded ?? false,
    since: state.terminal?.connectivitySince ?? null,
  }));
  if (connectivity === "online" && isDegraded) {
    return (
      <span className={styles.chip} data-tone="attention">
        <Wifi aria-hidden size={18} />
        {t("bar.degraded")}
      </span>
    );
  }
  if (connectivity === "online") {
    return (
      <span className={styles.chip}>
        <Wifi aria-hidden size={18} />
        {t("bar.online")}
      </span>
    );
  }
  if (connectivity === "auth_failed") {
    return (
      <span className={styles.chip} data-tone="failed">
        <KeyRound aria-hidden size={18} />
        {t("bar.authFailed")}
      </span>
    );
  }
  return (
    <span className={styles.chip} data-tone="attention">
      <WifiOff aria-hidden size={18} />
      {since === null ? t("bar.offline") : t("bar.offlineSince", { time: clock(since) })}
    </span>
  );
}
