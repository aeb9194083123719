import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { QrCode } from "../../kit/qr/qr-code.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { isInKioskMode } from "../../store/select.ts";
import { useTill } from "../../store/store.ts";
import { useCustomersTexts } from "../customers-texts.ts";
import { AmountAndShop } from "./amount-and-shop.tsx";
import styles from "./code-view.module.css";
import { MatchWords } from "./match-words.tsx";
import { phoneLink } from "./steps.ts";

export function CodeView({ payment, isExpired }: { payment: Payment; isExpired: boolean }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (!payment.qr) return null;
  const amount = money(payment.amount + payment.additionalAmount);
  return (
    <div className={styles.code}>
      <div className={styles.room}>
        <QrCode
          text={payment.qr.text}
          label={t("present.qr", { amount })}
          expired={isExpired ? t("present.expired") : null}
        />
      </div>
      <div className={styles.words}>
        <div className={styles.price}>
          <AmountAndShop payment={payment} />
        </div>
        {isExpired ? (
          <p className={styles.note} role="alert">
            {t("present.expiredText")}
          </p>
        ) : (
          <HowTo payment={payment} link={payment.qr.text} />
        )}
      </div>
    </div>
  );
}

function HowTo({ payment, link }: { payment: Payment; link: string }) {
  const { t, language } = useCustomersTexts();
  const app = useTill((state) => state.terminal?.counter.appName ?? null);
  return (
    <div className={styles.howTo} lang={language}>
      <ol className={styles.steps}>
        <li>{app === null ? t("steps.open") : t("steps.openNamed", { app })}</li>
        <li>{t("steps.scan")}</li>
        <li>{t("steps.approve")}</li>
      </ol>
      {payment.additionalEdit && <p className={styles.note}>{t("tip")}</p>}
      <MatchWords payment={payment} />
      <DemoLink link={link} />
      <p className={styles.link}>
        <span>{t("link")}</span> <span data-testid="qr-link">{link}</span>
      </p>
    </div>
  );
}

/** Opens the demo phone. A kiosk shows no link. */
function DemoLink({ link }: { link: string }) {
  const { t, i18n } = useTranslation();
  const demo = useTill((state) => (isInKioskMode(state) ? null : (state.terminal?.demo ?? null)));
  if (demo === null) return null;
  return (
    <a
      className={styles.demoLink}
      href={phoneLink(demo.phoneUrl, link)}
      lang={i18n.language}
      target="_blank"
      rel="noreferrer"
    >
      {t("present.openOnPhone")}
      <ExternalLink aria-hidden size={20} />
    </a>
  );
}
