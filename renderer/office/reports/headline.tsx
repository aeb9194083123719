import { ArrowDownRight, ArrowUpRight, Equal } from "lucide-react";
import { useTranslation } from "react-i18next";
import { changeSinceLastWeek, type Today } from "../../../contract/accounting/reports.ts";
import { LANGUAGE_LOCALES } from "../../kit/i18n/index.ts";
import { Money } from "../../kit/ui/money.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.ts";
import styles from "./today.module.css";

export function Headline({ today }: { today: Today }) {
  const { t } = useTranslation();
  const { money, day, clock } = useFormat();
  const { net, count, average, businessDay, from } = today;
  const payments = t("reports.paymentCount", { count });
  return (
    <div className={styles.headline} data-testid="headline">
      <div className={styles.figure}>
        <p className={styles.headlineWord}>{t("reports.netToday", { day: day(businessDay), time: clock(from) })}</p>
        <p>
          <Money amount={net} className={styles.net} />
        </p>
      </div>
      <div className={styles.explained}>
        <p className={styles.average}>
          {average === null ? payments : t("reports.onAverage", { payments, average: money(average) })}
        </p>
        <Change today={today} />
      </div>
    </div>
  );
}

/** Shown by text and arrow only: colours belong to payment states. */
function Change({ today }: { today: Today }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { locale, language } = useTill(({ terminal, language }) => ({ locale: terminal?.locale ?? "en", language }));
  const { businessDay, known, netByNow } = today.lastWeek;
  const weekday = new Intl.DateTimeFormat(LANGUAGE_LOCALES[language], { weekday: "long", timeZone: "UTC" }).format(
    new Date(`${businessDay}T12:00:00Z`),
  );
  const change = changeSinceLastWeek(today);
  if (change === null)
    return <p className={styles.quiet}>{known ? t("reports.nothingByNow", { weekday }) : t("reports.noLastWeek")}</p>;
  const Arrow = change > 0 ? ArrowUpRight : change < 0 ? ArrowDownRight : Equal;
  const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(Math.abs(change));
  const words = change > 0 ? "reports.more" : change < 0 ? "reports.less" : "reports.same";
  return (
    <p className={styles.change}>
      <Arrow aria-hidden size={22} />
      <strong>{t(words, { change: share, weekday })}</strong>
      <span className={styles.quiet}>{t("reports.lastWeekNet", { amount: money(netByNow) })}</span>
    </p>
  );
}
