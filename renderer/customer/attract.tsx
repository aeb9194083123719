import { Smartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DisplayView } from "../../contract/display.ts";
import { CUSTOMERS } from "../kit/i18n/customers.ts";
import styles from "./attract.module.css";
import customer from "./customer.module.css";

/** No payment: the shop's logo and name on its own colour, and how one pays here. @param logo as a `data:` address */
export function Attract({ display, logo }: { display: DisplayView; logo: string | null }) {
  const { t } = useTranslation(CUSTOMERS);
  return (
    <div
      className={`${customer.centred} ${styles.attract}`}
      data-accent={display.look.accent !== null || undefined}
      data-testid="attract"
    >
      {logo === null ? (
        <span className={styles.picture} aria-hidden>
          <Smartphone />
        </span>
      ) : (
        <img className={styles.logo} src={logo} alt="" data-testid="logo" />
      )}
      <h1 className={styles.shopName}>{display.shop}</h1>
      <p className={`${customer.text} ${styles.text}`}>{t("welcome")}</p>
    </div>
  );
}
