import { Smartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DisplayView } from "../../contract/receipts/display.ts";
import { CUSTOMERS } from "../kit/i18n/customers.ts";
import shopLook from "../kit/ui/shop-look.module.css";
import { StatePicture } from "../kit/ui/state-picture.tsx";
import styles from "./attract.module.css";
import customer from "./customer.module.css";

/**
 * The idle display: the shop's logo and name on its colour, and how to pay.
 * @param logo as a `data:` URL
 */
export function Attract({ display, logo }: { display: DisplayView; logo: string | null }) {
  const { t } = useTranslation(CUSTOMERS);
  return (
    <div
      className={`${customer.centred} ${shopLook.ground} ${styles.attract}`}
      data-accent={display.look.accent !== null || undefined}
      data-testid="attract"
    >
      {logo === null ? (
        <StatePicture Icon={Smartphone} />
      ) : (
        <img className={shopLook.logo} src={logo} alt="" data-testid="logo" />
      )}
      <h1 className={shopLook.name}>{display.shop}</h1>
      <p className={`${customer.text} ${styles.text}`}>{t("welcome")}</p>
    </div>
  );
}
