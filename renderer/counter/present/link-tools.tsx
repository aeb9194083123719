import { Check, Copy, Printer } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { formatMoney } from "../../../contract/values/money.ts";
import { copyText } from "../../kit/browser.ts";
import { clockTime } from "../../kit/format/time.ts";
import { QUIET_ZONE, qrMatrix } from "../../kit/qr/qr.ts";
import { IconButton } from "../../kit/ui/button.tsx";
import { useTill } from "../../store/store.ts";
import { CustomersLanguage } from "../customers-language.tsx";
import { useCustomersTexts } from "../customers-texts.ts";
import styles from "./link-tools.module.css";

export function LinkTools({ payment, link }: { payment: Payment; link: string }) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  // Rendered after the code, which the customer waits for.
  const isCodeShown = useDeferredValue(true, false);
  return (
    <div className={styles.tools}>
      <IconButton
        label={t(isCopied ? "present.linkCopied" : "present.copyLink")}
        Icon={isCopied ? Check : Copy}
        onPress={() => void copyText(link).then(setIsCopied)}
        onBlur={() => setIsCopied(false)}
      />
      <IconButton label={t("present.printLink")} Icon={Printer} onPress={() => window.print()} />
      {isCodeShown && <CustomersLanguage />}
      {isCodeShown && <LinkSlip payment={payment} link={link} />}
    </div>
  );
}

function LinkSlip({ payment, link }: { payment: Payment; link: string }) {
  const { t, language, locale } = useCustomersTexts();
  const environment = useTill((state) => state.terminal?.environment ?? "live");
  const timeZone = useTill((state) => state.terminal?.timeZone ?? "UTC");
  const shop = useTill((state) => state.terminal?.merchant.name ?? state.terminal?.pos.name ?? "");
  const { path, size } = qrMatrix(link);
  const units = size + 2 * QUIET_ZONE;
  return createPortal(
    <article className={styles.slip} aria-hidden data-print data-testid="link-slip" lang={language}>
      {environment !== "live" && <p className={styles.mark}>{t(environment)}</p>}
      <h1>{shop}</h1>
      <p className={styles.amount}>
        {formatMoney(payment.amount + payment.additionalAmount, payment.currency, locale)}
      </p>
      <svg viewBox={`0 0 ${units} ${units}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={path} fill="#000" />
      </svg>
      <p>{t(payment.action === "AUTH" ? "toReserve" : "payHere")}</p>
      {payment.codeUntil !== null && <p>{t("payBefore", { time: clockTime(payment.codeUntil, locale, timeZone) })}</p>}
      <p className={styles.address}>{link}</p>
      <p>{payment.number}</p>
    </article>,
    document.body,
  );
}
