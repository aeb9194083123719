import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Report } from "../../../contract/accounting/reports.ts";
import type { ShopDetails } from "../../../contract/receipts/receipts.ts";
import { useActions } from "../../store/store.ts";
import styles from "./paper.module.css";

export function PaperHead({ pos }: Pick<Report, "pos">) {
  const { t } = useTranslation();
  const shop = useShop();
  return (
    <div className={styles.paperHead} data-testid="paper-head">
      <address>
        <strong>{shop?.name}</strong>
        {shop?.address.map((line) => (
          <span key={line}>{line}</span>
        ))}
        {shop?.organisationNumber && (
          <span>{t("reports.paper.organisation", { number: shop.organisationNumber })}</span>
        )}
      </address>
      <p>
        <strong>{t("reports.paper.till", { name: pos.name })}</strong>
        <span>{t("reports.paper.tillNumber", { id: pos.id })}</span>
      </p>
    </div>
  );
}

export function PaperSignature() {
  const { t } = useTranslation();
  return (
    <div className={styles.signature}>
      <span>{t("reports.paper.placeAndDate")}</span>
      <span>{t("reports.paper.signature")}</span>
    </div>
  );
}

function useShop(): ShopDetails | null {
  const actions = useActions();
  const [shop, setShop] = useState<ShopDetails | null>(null);
  useEffect(() => void actions.readReceiptSettings().then((read) => setShop(read?.shop ?? null)), [actions]);
  return shop;
}
