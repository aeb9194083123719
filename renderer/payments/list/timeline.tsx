import { ChevronDown, LifeBuoy, User } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { HistoryEntry } from "../../../contract/journal/journal.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { localisedReason } from "../../../contract/reasons/chosen-reasons.ts";
import { unpackReason } from "../../../contract/reasons/reasons.ts";
import { approverOf, asksToCancel, backgroundOf, relevantHistory } from "../../kit/story/sentence.ts";
import { useTimelineSentence } from "../../kit/story/use-words.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Quote } from "../../kit/ui/quote.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { Proof } from "./proof.tsx";
import styles from "./timeline.module.css";

const NONE: HistoryEntry[] = [];

export function Timeline({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const words = useTimelineSentence(payment.currency);
  const entries = useTill((state) => state.timelines[payment.posTid] ?? NONE);
  const cancelledAt = entries.findIndex(asksToCancel);
  const shownEntries = relevantHistory(entries).flatMap((entry) => {
    const line = words(entry, cancelledAt >= 0 && entries.indexOf(entry) > cancelledAt);
    return line === null ? [] : [{ entry, words: line, approver: approverOf(entry), ...backgroundOf(entry) }];
  });
  const lines = shownEntries.map((line, index) => ({
    ...line,
    why: line.why === shownEntries[index - 1]?.why ? null : line.why,
  }));
  return (
    <>
      <ol className={styles.timeline} aria-label={t("payment.wholeHistory")}>
        {lines.map((line) => (
          <Line key={keyOf(line.entry)} {...line} />
        ))}
      </ol>
      {entries.length > 0 && (
        <div className={styles.file}>
          <Button Icon={LifeBuoy} onPress={() => void actions.savePaymentFile(payment.posTid)}>
            {t("evidence.file")}
          </Button>
          <p>{t("evidence.redacted")}</p>
        </div>
      )}
    </>
  );
}

/** Journal rows have a sequence number; other lines use their time. */
function keyOf({ at, event, evidence }: HistoryEntry): string {
  const row = evidence.find((proof) => proof.kind === "journal");
  return row?.kind === "journal" ? `row-${row.sequence}` : `${event} ${at}`;
}

interface LineProps {
  entry: HistoryEntry;
  words: string;
  who: string | null;
  approver: string | null;
  why: string | null;
}

function Line({ entry, words, who, approver, why }: LineProps) {
  const { at, about } = entry;
  const { t } = useTranslation();
  const { exact } = useFormat();
  const reasonText = useReasonText();
  const language = useTill((state) => state.language);
  return (
    <li className={styles.entry} data-about={about}>
      <time dateTime={at}>{exact(at)}</time>
      <details className={styles.details}>
        <summary className={styles.summary} title={t("evidence.show")}>
          <span className={styles.event}>
            <span>{words}</span>
            {who && (
              <span className={styles.actor}>
                <User aria-hidden size={16} />
                {who}
              </span>
            )}
            {approver && <span className={styles.actor}>{t("story.approver", { name: approver })}</span>}
          </span>
          <ChevronDown aria-hidden size={18} className={styles.arrow} />
        </summary>
        <Proof entry={entry} />
      </details>
      {why !== null && (
        <div className={styles.why}>
          <Quote>{reasonText(unpackReason(why), localisedReason(language, why))}</Quote>
        </div>
      )}
    </li>
  );
}
