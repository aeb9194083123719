import { CircleCheck, OctagonX } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Report } from "../../../contract/reports.ts";
import layout from "../../kit/ui/layout.module.css";
import { Quote } from "../../kit/ui/quote.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useSay } from "../../kit/ui/use-say.ts";
import { Bars } from "./bars.tsx";
import { Figures } from "./figures.tsx";
import { PaperHead, PaperSignature } from "./paper.tsx";
import styles from "./reports.module.css";

/** One report, X or Z, on the screen and on paper. */
export function ReportView({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { money, dateTime, day } = useFormat();
  const show = (amount: number) => money(amount, report.currency);
  return (
    <article className={styles.report} data-print data-print-paper="a4" data-testid="report">
      <PaperHead pos={report.pos} />
      <header>
        <h3>
          {report.kind === "z" ? t("reports.zTitle", { number: report.number }) : t("reports.xTitle")}{" "}
          <span className={styles.quiet}>{report.pos.name}</span>
        </h3>
        <p className={styles.quiet}>
          {t("reports.period", { from: dateTime(report.from), to: dateTime(report.to), day: day(report.businessDay) })}
          {report.by !== null && ` · ${t("reports.by", { name: report.by })}`}
        </p>
      </header>
      <Figures
        items={[
          { label: t("reports.captured"), value: show(report.captured) },
          { label: t("reports.refunded"), value: show(report.refunded) },
          { label: t("reports.net"), value: show(report.net) },
          { label: t("reports.tips"), value: show(report.tips) },
          { label: t("reports.tipsRefunded"), value: show(report.tipsRefunded) },
          { label: t("reports.transactionFees"), value: show(report.transactionFees) },
          { label: t("reports.interchangeFees"), value: show(report.interchangeFees) },
          { label: t("reports.payout"), value: show(report.payout) },
          { label: t("reports.captures"), value: report.counts.captures },
          { label: t("reports.refunds"), value: report.counts.refunds },
          {
            label: t("reports.reserved"),
            value: show(report.reserved.amount),
            note: t("reports.paymentCount", { count: report.reserved.count }),
          },
          ...(report.underWay !== null && report.underWay.count > 0
            ? [
                {
                  label: t("reports.underWay"),
                  value: show(report.underWay.captured - report.underWay.refunded),
                  note: t("reports.underWayNote"),
                },
              ]
            : []),
        ]}
      />
      <Outcomes report={report} />
      <People report={report} />
      <OtherCurrencies report={report} />
      <Bars
        title={t("reports.byHour")}
        currency={report.currency}
        bars={report.byHour.map(({ label, captured, count }) => ({ label, amount: captured, count }))}
      />
      <Foot report={report} />
      <PaperSignature />
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

/** Money of payments from before the till had its present currency: never added to the rest. */
function OtherCurrencies({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (report.otherCurrencies.length === 0) return null;
  return (
    <table className={styles.table}>
      <caption>{t("reports.otherCurrencies")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("reports.currency")}</th>
          <th scope="col">{t("reports.captured")}</th>
          <th scope="col">{t("reports.refunded")}</th>
          <th scope="col">{t("reports.sinceFirst")}</th>
        </tr>
      </thead>
      <tbody>
        {report.otherCurrencies.map(({ currency, period, grandTotals }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td>{money(period.captured, currency)}</td>
            <td>{money(period.refunded, currency)}</td>
            <td>{money(grandTotals.net, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether the figures were held against the service, when, and what came of it. */
function Compared({ report: { reconciliation, comparison } }: { report: Report }) {
  const { t } = useTranslation();
  const say = useSay();
  const { dateTime } = useFormat();
  if (comparison?.state === "not_compared") {
    return (
      <div className={styles.proof} data-tone="attention" data-testid="not-compared">
        <OctagonX aria-hidden size={18} />
        <div>
          <strong>{t("reports.notComparedLine")}</strong>{" "}
          <Quote>{say(comparison.becauseReason, comparison.because) ?? ""}</Quote>
        </div>
      </div>
    );
  }
  if (comparison?.state === "nothing_to_compare") return <p>{t("reports.nothingCompared")}</p>;
  if (reconciliation?.state !== "done") return null;
  const { total, compared, equal, updated, confirming = 0, differences, finishedAt, startedAt } = reconciliation;
  const time = dateTime(finishedAt ?? startedAt);
  const isOpen = differences > 0 || confirming > 0;
  return (
    <>
      <p className={styles.proof} data-tone={isOpen ? "attention" : "paid"} data-testid="compared">
        {isOpen ? <OctagonX aria-hidden size={18} /> : <CircleCheck aria-hidden size={18} />}
        {t("reports.comparedLine", {
          time,
          compared,
          equal,
          updated,
          payments: t("reports.paymentCount", { count: total }),
          differences: t("reports.differenceCount", { count: differences }),
        })}
        {confirming > 0 && ` ${t("reports.confirmingLine", { count: confirming })}`}
      </p>
      {comparison !== null && comparison.because !== null && (
        <div className={styles.proof} data-tone="attention" data-testid="list-unread">
          <OctagonX aria-hidden size={18} />
          <div>
            <strong>{t("reports.listUnreadLine")}</strong>{" "}
            <Quote>{say(comparison.becauseReason, comparison.because)}</Quote>
            {reconciliation.listReadTo && ` ${t("reports.listReadTo", { time: dateTime(reconciliation.listReadTo) })}`}
          </div>
        </div>
      )}
    </>
  );
}

/** Everything since the first sale, and what proves that nothing was changed since. */
function Foot({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const { grandTotals, journal, seal, decisions } = report;
  const isWhole = journal.check?.ok ?? null;
  return (
    <footer className={layout.closeStack}>
      <p>
        {t("reports.grand", {
          amount: money(grandTotals.captured, report.currency),
          refunded: money(grandTotals.refunded, report.currency),
          payments: t("reports.paymentCount", { count: grandTotals.count }),
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
      <Compared report={report} />
      {report.afterRestore && <p>{t("reports.afterRestore")}</p>}
      {decisions.length > 0 && (
        <ul className={styles.decided}>
          {decisions.map((one) => (
            <li key={one.subject}>
              {t(`reports.kinds.${one.kind}`)} {one.number ?? one.tid ?? ""} · {money(one.amount, one.currency)} ·{" "}
              <strong>{t(one.byDefault ? "reports.byDefault" : `reports.decisions.${one.decision}`)}</strong>
              {one.note !== null && ` – ${one.note}`}
            </li>
          ))}
        </ul>
      )}
      {seal && <p className={styles.seal}>{t("reports.seal", { hash: seal.hash })}</p>}
    </footer>
  );
}
