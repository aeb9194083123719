import { CircleCheck, OctagonX } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Outcome, Report } from "../../../contract/accounting/reports.ts";
import layout from "../../kit/ui/layout.module.css";
import { Quote } from "../../kit/ui/quote.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions } from "../../store/store.ts";
import { Bars } from "./bars.tsx";
import { FigureLink } from "./figure-link.tsx";
import { Figures } from "./figures.tsx";
import { HandOverTable } from "./hand-over-table.tsx";
import { PaperHead, PaperSignature } from "./paper.tsx";
import styles from "./reports.module.css";
import { VatTable } from "./vat-table.tsx";

function useOpenOf({ period }: Pick<Report, "period">) {
  const actions = useActions();
  return (outcome: Outcome, person?: string | null) => () =>
    actions.openPayments({ outcome, period, ...(person !== undefined && { person }) });
}

/**
 * An X or Z report on screen and on paper.
 * @param back button next to the title
 * @param tools at the end
 */
export function ReportView({ report, back, tools }: { report: Report; back?: ReactNode; tools?: ReactNode }) {
  const { t } = useTranslation();
  const { dateTime, day } = useFormat();
  return (
    <article className={styles.report} data-print data-print-paper="a4" data-testid="report">
      <PaperHead pos={report.pos} />
      <header className={styles.reportHead}>
        {back}
        <h3>
          {report.kind === "z" ? t("reports.zTitle", { number: report.number }) : t("reports.xTitle")}{" "}
          <span className={styles.of}>{report.pos.name}</span>
        </h3>
        {tools}
        <p className={styles.quiet}>
          {report.kind === "x" && `${t(report.period === 1 ? "reports.xSinceSetUp" : "reports.xSinceZ")} `}
          {t("reports.period", { from: dateTime(report.from), to: dateTime(report.to), day: day(report.businessDay) })}
          {report.by !== null && ` · ${t("reports.by", { name: report.by })}`}
        </p>
      </header>
      <ReportFigures report={report} />
      <div className={styles.tables}>
        <Outcomes report={report} />
        <VatTable report={report} />
        <People report={report} />
        <HandOverTable report={report} />
        <OtherCurrencies report={report} />
      </div>
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

function ReportFigures({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const openOf = useOpenOf(report);
  const show = (amount: number) => money(amount, report.currency);
  const { counts, reserved, underWay } = report;
  const openCaptured = counts.captures > 0 ? openOf("captured") : undefined;
  const openRefunded = counts.refunds > 0 ? openOf("refunded") : undefined;
  return (
    <>
      <Figures isHeadline items={[{ label: t("reports.net"), value: show(report.net) }]} />
      <Figures
        items={[
          {
            label: t("reports.captured"),
            value: show(report.captured),
            note: t("reports.captureCount", { count: counts.captures }),
            onOpen: openCaptured,
          },
          {
            label: t("reports.refunded"),
            value: show(report.refunded),
            note: t("reports.refundCount", { count: counts.refunds }),
            onOpen: openRefunded,
          },
          { label: t("reports.payout"), value: show(report.payout) },
          { label: t("reports.tips"), value: show(report.tips) },
          { label: t("reports.tipsRefunded"), value: show(report.tipsRefunded) },
          { label: t("reports.transactionFees"), value: show(report.transactionFees) },
          { label: t("reports.interchangeFees"), value: show(report.interchangeFees) },
          {
            label: t("reports.reserved"),
            value: show(reserved.amount),
            note: t("reports.paymentCount", { count: reserved.count }),
            // Reservations of a closed report have changed since.
            onOpen: report.kind === "x" && reserved.count > 0 ? () => actions.openRoute("reserved") : undefined,
          },
          ...(underWay !== null && underWay.count > 0
            ? [
                {
                  label: t("reports.underWay"),
                  value: show(underWay.captured - underWay.refunded),
                  note: t("reports.underWayNote"),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function Outcomes({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const openOf = useOpenOf(report);
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
            <td>{count === 0 ? 0 : <FigureLink onOpen={openOf(outcome)}>{count}</FigureLink>}</td>
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
  const openOf = useOpenOf(report);
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
            <th scope="row">{person ?? t("reports.notSignedIn")}</th>
            <td>
              {counts.captured === 0 ? (
                0
              ) : (
                <FigureLink onOpen={openOf("captured", person)}>{counts.captured}</FigureLink>
              )}
            </td>
            <td>{money(captured, report.currency)}</td>
            <td>{money(tips, report.currency)}</td>
            <td>{money(refunded, report.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Payments in an earlier currency of the till, never added to the rest. */
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

function Compared({ report: { reconciliation, comparison } }: { report: Report }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const { dateTime } = useFormat();
  if (comparison?.state === "not_compared") {
    return (
      <div className={styles.proof} data-tone="attention" data-testid="not-compared">
        <OctagonX aria-hidden size={18} />
        <div>
          <strong>{t("reports.notComparedLine")}</strong>{" "}
          <Quote>{reasonText(comparison.becauseReason, comparison.because) ?? ""}</Quote>
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
      <p className={styles.proof} data-tone={isOpen ? "attention" : undefined} data-testid="compared">
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
            <Quote>{reasonText(comparison.becauseReason, comparison.because)}</Quote>
            {reconciliation.listReadTo && ` ${t("reports.listReadTo", { time: dateTime(reconciliation.listReadTo) })}`}
          </div>
        </div>
      )}
    </>
  );
}

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
        <p className={styles.proof} data-tone={isWhole === false ? "failed" : undefined}>
          {isWhole === false ? <OctagonX aria-hidden size={18} /> : <CircleCheck aria-hidden size={18} />}
          {t("reports.journal", { first: journal.first, last: journal.last ?? journal.first })}{" "}
          {isWhole !== null && t(isWhole ? "reports.journalWhole" : "reports.journalBroken")}
        </p>
      )}
      <Compared report={report} />
      {report.afterRestore && <p>{t("reports.afterRestore")}</p>}
      {report.recovered && (
        <p>
          {t("reports.recovered", {
            count: report.recovered.payments,
            captured: money(report.recovered.captured, report.currency),
            refunded: money(report.recovered.refunded, report.currency),
          })}
        </p>
      )}
      {decisions.length > 0 && (
        <ul className={styles.decided}>
          {decisions.map((one) => (
            <li key={one.subject}>
              {one.number ?? one.tid}, {money(one.amount, one.currency)}, {t(`reports.kinds.${one.kind}`)}:{" "}
              <strong>{t(one.byDefault ? "reports.byDefault" : `reports.decided.${one.decision}`)}</strong>
              {one.note !== null && ` – ${one.note}`}
            </li>
          ))}
        </ul>
      )}
      {seal && <p className={styles.seal}>{t("reports.seal", { hash: seal.hash })}</p>}
    </footer>
  );
}
