import { useTranslation } from "react-i18next";
import type { Evidence, HistoryEntry } from "../../../contract/journal/journal.ts";
import { Recordings } from "../../kit/story/recordings.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import styles from "./timeline.module.css";

export function Proof({ entry: { at, evidence } }: { entry: HistoryEntry }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const say = useProofWords();
  return (
    <div className={styles.proof}>
      <ul className={styles.said}>
        <li>{t("proof.when", { time: dateTime(at) })}</li>
        {[...new Set(evidence.map(say))].map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {evidence.length > 0 && (
        <details>
          <summary className={styles.record}>{t("proof.record")}</summary>
          <Recordings evidence={evidence} />
        </details>
      )}
    </div>
  );
}

function useProofWords(): (proof: Evidence) => string {
  const { t } = useTranslation();
  return (proof) => {
    if (proof.kind === "journal") return t("proof.journal", { sequence: proof.sequence });
    if (proof.kind === "callback") return t("proof.callback");
    const { status, ms } = proof;
    if (status === null) return t("proof.noAnswer");
    const time = ms ?? 0;
    return status < 300 ? t("proof.accepted", { time }) : t("proof.refused", { time, status });
  };
}
