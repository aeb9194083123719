import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { waitingRequests } from "../store/select.ts";
import { useTill } from "../store/store.ts";
import { useFormat } from "../ui/use-format.ts";
import styles from "./app.module.css";

/** Why nobody can be asked to pay now, and that nothing has been paid. */
export function Banner() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const isRefused = useTill((state) => state.terminal?.connectivity === "auth_failed");
  const { count, amount } = useTill(waitingRequests);
  return (
    <p className={styles.banner} data-tone="attention" role="status">
      <TriangleAlert aria-hidden />
      {words()}
    </p>
  );
  function words() {
    if (isRefused) return t("banner.authFailed");
    return count === 0 ? t("banner.offline") : t("banner.offlineQueued", { count, amount: money(amount) });
  }
}
