import { CircleCheck, CircleDashed, Clock, Copy, Printer, Smartphone, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PrintJob, ReceiptView } from "../../../contract/receipts/receipts.ts";
import { ReceiptMailLine } from "../../kit/ui/receipt-mail.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { receiptMailOf } from "../../store/select.ts";
import { useTill } from "../../store/store.ts";
import { LookButtons } from "./printer-job-buttons.tsx";
import styles from "./receipts.module.css";

export function ReceiptStatus({ view }: { view: ReceiptView }) {
  const { t } = useTranslation();
  const { job, prints } = view;
  const isUnderWay = job?.state === "queued" || job?.state === "sending";
  // An uncertain print is not counted until it is checked.
  const isOpen = job !== null && job.settledAt === null;
  const printed = prints - (isOpen ? 1 : 0);
  return (
    <ul className={styles.status} data-testid="receipt-whereabouts">
      <Line Icon={printed > 0 ? CircleCheck : CircleDashed}>
        {printed > 0 ? t("receipts.prints", { count: printed }) : t("receipts.neverPrinted")}
      </Line>
      {job && <Job job={job} />}
      {prints > 0 && !isUnderWay && <Line Icon={Copy}>{t("receipts.nextIsCopy")}</Line>}
      <Electronic view={view} />
      <Mailed posTid={view.receipt.payment.posTid} />
    </ul>
  );
}

interface LineProps {
  Icon: typeof Printer;
  /** A colour only for problems */
  tone?: "attention" | undefined;
  children: ReactNode;
}

function Line({ Icon, tone, children }: LineProps) {
  return (
    <li className={styles.line} data-tone={tone}>
      <Icon aria-hidden size={22} />
      <div>{children}</div>
    </li>
  );
}

function Job({ job }: { job: PrintJob }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const fault = useTill((state) => state.receipts.printer?.fault ?? null);
  const isOpen = job.settledAt === null;
  if (job.state === "unknown" && isOpen)
    return (
      <Line Icon={TriangleAlert} tone="attention">
        <strong role="alert">{t("receipts.job.unknown")}</strong>
        <p>{t("receipts.job.unknownText")}</p>
        <LookButtons job={job} canPrint={false} />
      </Line>
    );
  if (job.state === "queued") {
    const because = fault === null ? null : t(`printer.state.${fault}`);
    return (
      <Line Icon={Clock} tone={because === null ? undefined : "attention"}>
        <span role="status">{t("receipts.job.queued")}</span>
        {because && <p>{because}</p>}
        <LookButtons job={job} />
      </Line>
    );
  }
  if (job.state === "sending")
    return (
      <Line Icon={Printer}>
        <span role="status">{t("receipts.job.sending")}</span>
      </Line>
    );
  if (job.state === "failed")
    return (
      <Line Icon={TriangleAlert} tone="attention">
        {t("receipts.job.failed")}
        <p>{job.problem && t(`printer.problem.${job.problem}`)}</p>
      </Line>
    );
  if (job.state !== "done" || job.settledAt === null) return null;
  return (
    <Line Icon={Printer}>
      <span role="status">
        {t(job.confirmed ? "receipts.job.done" : "receipts.job.handedOver", { time: exact(job.settledAt) })}
      </span>
    </Line>
  );
}

function Electronic({ view: { electronic } }: { view: ReceiptView }) {
  const { t } = useTranslation();
  const isWanted = useTill((state) => state.receipts.printer?.choices.electronic ?? false);
  if (electronic === null && !isWanted) return null;
  const state = electronic === null ? "off" : electronic.settledAt === null ? "queued" : sentOrNot(electronic);
  const problem = electronic?.state === "done" ? null : (electronic?.problem ?? null);
  return (
    <Line Icon={state === "done" ? CircleCheck : Smartphone} tone={state === "failed" ? "attention" : undefined}>
      {t(`receipts.electronic.${state}`)}
      {problem && <p>{t(`printer.problem.${problem}`)}</p>}
    </Line>
  );
}

function Mailed({ posTid }: { posTid: string }) {
  const mail = useTill((state) => receiptMailOf(state, posTid));
  return (
    mail && (
      <li>
        <ReceiptMailLine mail={mail} className={styles.line} />
      </li>
    )
  );
}

function sentOrNot({ state }: PrintJob): "done" | "failed" {
  return state === "done" ? "done" : "failed";
}
