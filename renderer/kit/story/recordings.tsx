import { useTranslation } from "react-i18next";
import type { Evidence, ExchangeEvidence, JournalLine } from "../../../contract/journal/journal.ts";
import { useFormat } from "../ui/use-format.ts";
import { useReasonText } from "../ui/use-reason-text.ts";
import styles from "./recordings.module.css";

export function Recordings({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <div className={styles.all} data-testid="evidence">
      {evidence.map((proof) =>
        proof.kind === "journal" ? (
          <JournalRow key={`row-${proof.sequence}`} row={proof} />
        ) : (
          <Exchange key={`${proof.at} ${proof.method} ${proof.path}`} exchange={proof} />
        ),
      )}
    </div>
  );
}

function Exchange({ exchange }: { exchange: ExchangeEvidence }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const reasonText = useReasonText();
  const { kind, method, path, sent, status, received, problem, problemReason, ms, times, lastAt } = exchange;
  return (
    <section className={styles.proof} aria-label={t(`evidence.${kind}`)}>
      <h4 className={styles.head}>
        <span>{t(`evidence.${kind}`)}</span>
        {times > 1 && <span>{t("evidence.times", { count: times, time: exact(lastAt) })}</span>}
      </h4>
      {path !== null && (
        <p className={styles.line}>
          <strong>{method}</strong> <span>{path}</span>
        </p>
      )}
      {kind === "request" && (
        <p className={styles.line}>
          <strong>{status ?? t("evidence.noAnswer")}</strong>{" "}
          {problemReason !== null && <span>{reasonText(problemReason, problem ?? "")}</span>}{" "}
          {problem !== null && <code>{problem}</code>} {ms !== null && <span>{t("evidence.ms", { count: ms })}</span>}
        </p>
      )}
      <Body title={t("evidence.sent")} text={sent} />
      <Body title={t(kind === "callback" ? "evidence.message" : "evidence.received")} text={received} />
    </section>
  );
}

export function JournalRow({ row: { sequence, event, values, hash } }: { row: JournalLine }) {
  const { t } = useTranslation();
  return (
    <section className={styles.proof} aria-label={t("evidence.row", { sequence })}>
      <h4 className={styles.head}>
        <span>{t("evidence.row", { sequence })}</span>
        <code>{event}</code>
      </h4>
      <Body title={t("evidence.data")} text={JSON.stringify(values)} />
      <p className={styles.hash}>
        <span>{t("evidence.hash")}</span> <code>{hash}</code>
      </p>
    </section>
  );
}

function Body({ title, text }: { title: string; text: string | null }) {
  if (text === null || text === "{}") return null;
  return (
    <div className={styles.body}>
      <h5>{title}</h5>
      <pre>{pretty(text)}</pre>
    </div>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
