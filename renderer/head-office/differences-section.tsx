import { BadgeCheck, ReceiptText } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { HeadOfficeResponses, ZDifference } from "../../contract/head-office/head-office.ts";
import { Empty } from "../kit/ui/empty.tsx";
import { Section } from "../kit/ui/section-tabs.tsx";
import { useOffice } from "./context.ts";
import styles from "./differences.module.css";
import { useLocalTime } from "./local-time.ts";
import { PeriodChoice } from "./period-choice.tsx";
import { ComparedSums, RequestDifferences } from "./request-differences.tsx";
import { Waiting } from "./waiting.tsx";

export function DifferencesSection() {
  const differences = useOffice((state) => state.differences);
  return (
    <Section wide>
      <PeriodChoice />
      <RequestDifferences />
      {differences === null && <Waiting />}
      {differences !== null && <OfMonth {...differences} />}
    </Section>
  );
}

function OfMonth({ differing, zs, whole, partly }: HeadOfficeResponses["differences"]) {
  const { t } = useTranslation();
  if (zs === 0) return <Empty Icon={ReceiptText} title={t("headOffice.zs.none")} text={t("headOffice.zs.noneText")} />;
  const compared =
    whole === zs
      ? t("headOffice.differences.allCompared")
      : t("headOffice.differences.someCompared", { whole, partly, none: zs - whole - partly, count: zs });
  if (differing.length === 0) {
    const text = `${t("headOffice.differences.noneText", { count: zs })} ${compared}`;
    return (
      <Empty Icon={whole === zs ? BadgeCheck : ReceiptText} title={t("headOffice.differences.none")} text={text} />
    );
  }
  return (
    <section className={styles.requests}>
      <h3>{t("headOffice.differences.zs")}</h3>
      <p className={styles.quiet}>
        {t("headOffice.differences.ofZs", { differing: differing.length, count: zs })} {compared}
      </p>
      <ul className={styles.differences} aria-label={t("headOffice.differences.zs")} data-testid="differences">
        {differing.map((one) => (
          <Difference key={`${one.till} ${one.number}`} of={one} />
        ))}
      </ul>
    </section>
  );
}

function Difference({ of }: { of: ZDifference }) {
  const { t } = useTranslation();
  const localTime = useLocalTime();
  const { shop, till, number, toLocal, currency, captured, refunded, bookedCaptured, bookedRefunded, decided } = of;
  const rows = [
    { name: t("reports.captured"), one: captured, other: bookedCaptured },
    { name: t("reports.refunded"), one: refunded, other: bookedRefunded },
  ].filter(({ one, other }) => one !== other);
  return (
    <li className={styles.difference}>
      <h3>{t("reports.zTitle", { number })}</h3>
      <p className={styles.quiet}>
        {shop} · {till} · {localTime(toLocal)}
      </p>
      {rows.length > 0 && (
        <ComparedSums
          heading={t("headOffice.differences.sums")}
          columns={[t("headOffice.differences.said"), t("headOffice.differences.booked")]}
          rows={rows}
          currency={currency}
        />
      )}
      {decided > 0 && <p>{t("headOffice.differences.decided", { count: decided })}</p>}
    </li>
  );
}
