import { Download, ReceiptText } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ZLine } from "../../contract/head-office/head-office.ts";
import { Button } from "../kit/ui/button.tsx";
import { Empty } from "../kit/ui/empty.tsx";
import { Section } from "../kit/ui/section-tabs.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { useOffice, useOfficeActions } from "./context.ts";
import styles from "./head-office.module.css";
import { monthName, useLocalTime } from "./local-time.ts";
import { PeriodChoice } from "./period-choice.tsx";
import { Waiting } from "./waiting.tsx";

export function ReportsSection() {
  const { t } = useTranslation();
  const actions = useOfficeActions();
  const reports = useOffice((state) => state.reports);
  const isEmpty = reports === null || reports.length === 0;
  return (
    <Section wide>
      <PeriodChoice>
        <Button Icon={Download} isDisabled={isEmpty} onPress={() => void actions.saveReports()}>
          {t("headOffice.zs.save")}
        </Button>
      </PeriodChoice>
      {reports === null && <Waiting />}
      {reports?.length === 0 && (
        <Empty Icon={ReceiptText} title={t("headOffice.zs.none")} text={t("headOffice.zs.noneText")} />
      )}
      {reports !== null && reports.length > 0 && <Table reports={reports} />}
    </Section>
  );
}

function Table({ reports }: { reports: readonly ZLine[] }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const localTime = useLocalTime();
  const { month, language } = useOffice(({ month, language }) => ({ month, language }));
  return (
    <table className={styles.list} data-testid="reports" aria-label={t("headOffice.zs.list")}>
      <thead>
        <tr>
          <th scope="col">{t("headOffice.till")}</th>
          <th scope="col">{t("headOffice.zs.number")}</th>
          <th scope="col">{t("headOffice.zs.closed")}</th>
          <th scope="col" className={styles.end}>
            {t("reports.captured")}
          </th>
          <th scope="col" className={styles.end}>
            {t("reports.refunded")}
          </th>
          <th scope="col" className={styles.end}>
            {t("reports.net")}
          </th>
        </tr>
      </thead>
      <tbody>
        {totalsOf(reports).map(({ currency, count, captured, refunded, net }) => (
          <tr key={currency} className={styles.total}>
            <th scope="row">
              <strong>{t("headOffice.zs.total")}</strong>
            </th>
            <td data-name={t("headOffice.zs.number")}>{t("headOffice.zs.count", { count })}</td>
            <td data-name={t("headOffice.month")}>{monthName(month, language)}</td>
            <Sums captured={captured} refunded={refunded} net={net} money={(amount) => money(amount, currency)} />
          </tr>
        ))}
        {reports.map(({ till, shop, number, toLocal, currency, captured, refunded, net }) => (
          <tr key={`${till} ${number}`}>
            <th scope="row">
              <strong>{till}</strong>
              <span>{shop}</span>
            </th>
            <td data-name={t("headOffice.zs.number")}>{number}</td>
            <td data-name={t("headOffice.zs.closed")}>{localTime(toLocal)}</td>
            <Sums captured={captured} refunded={refunded} net={net} money={(amount) => money(amount, currency)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SumsProps {
  captured: number;
  refunded: number;
  net: number;
  money: (amount: number) => string;
}

function Sums({ captured, refunded, net, money }: SumsProps) {
  const { t } = useTranslation();
  return (
    <>
      <td className={styles.end} data-name={t("reports.captured")}>
        {money(captured)}
      </td>
      <td className={styles.end} data-name={t("reports.refunded")}>
        {refunded === 0 ? "–" : money(refunded)}
      </td>
      <td className={styles.end} data-name={t("reports.net")}>
        <strong>{money(net)}</strong>
      </td>
    </>
  );
}

function totalsOf(reports: readonly ZLine[]) {
  return [...new Set(reports.map(({ currency }) => currency))].map((currency) => {
    const own = reports.filter((report) => report.currency === currency);
    const sum = (of: (report: ZLine) => number) => own.reduce((all, report) => all + of(report), 0);
    return {
      currency,
      count: own.length,
      captured: sum(({ captured }) => captured),
      refunded: sum(({ refunded }) => refunded),
      net: sum(({ net }) => net),
    };
  });
}
