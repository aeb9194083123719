import { CircleCheck, OctagonX } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Report } from "../../contract/reports.ts";
import { useFormat } from "../ui/use-format.ts";
import { Bars } from "./bars.tsx";
import { Figures } from "./figures.tsx";
import styles from "./reports.module.css";

/** One report, X or Z, on the screen and on paper. */
export function ReportView({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const show = (amount: number) => money(amount, report.currency);
  return (
    <article className={styles.report} data-print data-testid="report">
      <header>
        <h3>
          {report.kind === "z" ? t("reports.zTitle", { number: report.number }) : t("reports.xTitle")}{" "}
          <span className={styles.quiet}>{report.pos.name}</span>
        </h3>
        <p className={styles.quiet}>
          {t("reports.period", { from: dateTime(report.from), to: dateTime(report.to), day: report.businessDay })}
          {report.by !== null && ` · ${t("reports.by", { name: report.by })}`}
        </p>
      </header>
      <Figures
        items={[
          { label: t("reports.captured"), value: show(report.captured) },
          { label: t("reports.refunded"), value: show(report.refunded) },
          { label: t("reports.net"), value: show(report.net) },
          { label: t("reports.tips"), value: show(report.tips) },
          { label: t("reports.fees"), value: show(report.fees) },
          { label: t("reports.payout"), value: show(report.payout) },
          { label: t("reports.reserved"), value: show(report.reserved.amount), note: String(report.reserved.count) },
        ]}
      />
      <Outcomes report={report} />
      <People report={report} />
      <Bars
        label={t("reports.byHour")}
        bars={report.byHour.map(({ label, captured, count }) => ({ label, amount: captured, count }))}
      />
      <Foot report={report} />
    </article>
  );
}

function Outcomes({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("reports.outcome")}</th>
          <th scope="col">{t("reports.count")}</th>
          <th scope="col">{t("reports.amount")}</th>
        </tr>
      </thead>
      <tbody>
        {report.byOutcome.map(({ outcome, count, amount }) => (
          <tr key={outcome}>
            <th scope="row">{t(`reports.outcomes.${outcome}`)}</th>
            <td>{count}</td>
            <td>{money(amount, report.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function People({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (report.byPerson.length === 0) return null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("reports.person")}</th>
          <th scope="col">{t("reports.count")}</th>
          <th scope="col">{t("reports.captured")}</th>
          <th scope="col">{t("reports.tips")}</th>
          <th scope="col">{t("reports.refunded")}</th>
        </tr>
      </thead>
      <tbody>
        {report.byPerson.map(({ person, counts, captured, tips, refunded }) => (
          <tr key={person ?? ""}>
            <th scope="row">{person ?? t("reports.nobody")}</th>
            <td>{counts.captured}</td>
            <td>{money(captured, report.currency)}</td>
            <td>{money(tips, report.currency)}</td>
            <td>{money(refunded, report.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Everything since the first sale, and what proves that nothing was changed since. */
function Foot({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const { grandTotals, journal, reconciliation, seal, decisions } = report;
  const isWhole = journal.check?.ok ?? null;
  return (
    <footer className={styles.foot}>
      <p>
        {t("reports.grand", {
          amount: money(grandTotals.captured, report.currency),
          refunded: money(grandTotals.refunded, report.currency),
          count: grandTotals.count,
        })}
        {grandTotals.since !== null && ` (${t("reports.since", { date: dateTime(grandTotals.since) })})`}
      </p>
      {journal.first !== null && (
        <p className={styles.proof} data-tone={isWhole === false ? "failed" : "paid"}>
          {isWhole === false ? <OctagonX aria-hidden size={18} /> : <CircleCheck aria-hidden size={18} />}
          {t("reports.journal", { first: journal.first, last: journal.last ?? journal.first })}{" "}
          {isWhole !== null && t(isWhole ? "reports.journalWhole" : "reports.journalBroken")}
        </p>
      )}
      {reconciliation && (
        <p>
          {t("reports.reconciledLine", { compared: reconciliation.compared, differences: reconciliation.differences })}
        </p>
      )}
      {report.afterRestore && <p>{t("reports.afterRestore")}</p>}
      {decisions.length > 0 && (
        <ul className={styles.decided}>
          {decisions.map((one) => (
            <li key={one.subject}>
              {t(`reports.kinds.${one.kind}`)} {one.number ?? one.tid ?? ""} · {money(one.amount, one.currency)} ·{" "}
              <strong>{t(`reports.decisions.${one.decision}`)}</strong>
              {one.note !== null && ` – ${one.note}`}
            </li>
          ))}
        </ul>
      )}
      {seal && <p className={styles.seal}>{t("reports.seal", { hash: seal.hash })}</p>}
    </footer>
  );
}
