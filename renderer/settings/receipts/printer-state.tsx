import { CircleCheck, Clock, Printer, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PrinterView, PrintJob } from "../../../contract/receipts/receipts.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.ts";
import { LookButtons } from "./printer-job-buttons.tsx";
import styles from "./receipts.module.css";

/**
 * The printer's status, faults and jobs.
 * @param children actions next to the status
 */
export function PrinterState({ children = null }: { children?: ReactNode }) {
  const view = useTill((state) => state.receipts.printer);
  if (view === null) return null;
  return (
    <div className={styles.state} data-testid="printer-state">
      <Health view={view}>{children}</Health>
      <Jobs view={view} />
    </div>
  );
}

function Health({ view, children }: { view: PrinterView; children: ReactNode }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { state, fault, since, paperLow, answers, lastProblem } = view;
  const word = t(`printer.state.${fault ?? (state === "fault" ? "unseen" : state)}`);
  // Only a fault has a colour.
  const tone = fault !== null ? "attention" : undefined;
  const isOk = fault === null && (state === "ready" || state === "printing");
  const Icon = fault !== null ? TriangleAlert : isOk ? CircleCheck : Printer;
  return (
    <div className={styles.health} data-tone={tone}>
      <Icon aria-hidden size={28} />
      <div>
        <strong role="status">{word}</strong>
        {fault !== null && (
          <p>
            {t(`printer.next.${fault}`)} {t("printer.noMoney")}
          </p>
        )}
        {since !== null && <p className={styles.quiet}>{t("printer.since", { time: dateTime(since) })}</p>}
        {paperLow && <p>{t("printer.paperLow")}</p>}
        {answers === false && fault === null && <p className={styles.quiet}>{t("printer.silent")}</p>}
        {lastProblem && fault === null && (
          <p className={styles.quiet}>
            {t("printer.last", {
              problem: t(`printer.problem.${lastProblem.problem}`),
              time: dateTime(lastProblem.at),
            })}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}

function Jobs({ view: { jobs, waiting, state, uploads } }: { view: PrinterView }) {
  const { t } = useTranslation();
  return (
    <>
      {state !== "off" && (
        <section className={styles.jobs} aria-label={t("printer.queue")}>
          <h3>{t("printer.queue")}</h3>
          {jobs.length === 0 && <p className={styles.quiet}>{t("printer.queueEmpty")}</p>}
          <ul>
            {jobs.map((job) => (
              <Job key={job.id} job={job} />
            ))}
          </ul>
          {waiting > jobs.length && <p className={styles.quiet}>{t("printer.queueMore", { count: waiting })}</p>}
        </section>
      )}
      {uploads.waiting > 0 && (
        <p className={styles.quiet}>
          {t("printer.uploads", { count: uploads.waiting })}
          {uploads.problem && ` (${t(`printer.problem.${uploads.problem}`)})`}
        </p>
      )}
    </>
  );
}

function Job({ job }: { job: PrintJob }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const isUnknown = job.state === "unknown";
  const Icon = isUnknown ? TriangleAlert : Clock;
  return (
    <li className={styles.job} data-tone={isUnknown ? "attention" : undefined} data-testid="print-job">
      <Icon aria-hidden size={22} />
      <div>
        <strong>
          {job.paymentNumber ?? t(job.kind === "slip" ? "printer.slip" : "printer.testPage")}
          {job.copy > 0 && ` · ${t("printer.copy", { count: job.copy })}`}
        </strong>
        <p>
          {t(
            job.state === "sending"
              ? "receipts.job.sending"
              : isUnknown
                ? "receipts.job.unknownText"
                : "receipts.job.queued",
          )}
        </p>
        <p className={styles.quiet}>{exact(job.createdAt)}</p>
      </div>
      <LookButtons job={job} />
    </li>
  );
}
