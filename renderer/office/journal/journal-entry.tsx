import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { JournalLine } from "../../../contract/journal/journal.ts";
import { localisedReason } from "../../../contract/reasons/chosen-reasons.ts";
import { unpackReason } from "../../../contract/reasons/reasons.ts";
import { PHASES } from "../../../contract/values/phases.ts";
import { JournalRow } from "../../kit/story/recordings.tsx";
import { backgroundOf } from "../../kit/story/sentence.ts";
import { useTimelineSentence } from "../../kit/story/use-words.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Quote } from "../../kit/ui/quote.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./journal.module.css";

export function JournalEntry({ line }: { line: JournalLine }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { dateTime, exact } = useFormat();
  const reasonText = useReasonText();
  const language = useTill((state) => state.language);
  const now = useTill((state) => Math.trunc(state.now / 3_600_000) * 3_600_000);
  const words = useEntryWords();
  const { sequence, at, posTid, person } = line;
  const { why } = backgroundOf({ at, event: line.event, values: line.values });
  const isOld = now - Date.parse(at) > 20 * 3_600_000;
  return (
    <li>
      <details className={styles.entry} data-testid={`entry-${sequence}`}>
        <summary className={styles.summary} aria-label={`${t("journal.entry", { sequence })}: ${words(line)}`}>
          <time dateTime={at}>{isOld ? dateTime(at) : exact(at)}</time>
          <span className={styles.words}>
            <span>{words(line)}</span>
            {why !== null && <Quote>{reasonText(unpackReason(why), localisedReason(language, why))}</Quote>}
          </span>
          <span className={styles.quiet}>{person ?? ""}</span>
          <span className={styles.quiet}>{posTid === null ? "" : numberOf(posTid)}</span>
          <ChevronDown aria-hidden size={18} className={styles.arrow} />
        </summary>
        <div className={styles.row}>
          <JournalRow row={line} />
          {posTid !== null && (
            <Button onPress={() => void actions.scanned(posTid)}>
              {t("journal.payment", { number: numberOf(posTid) })}
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}

function useEntryWords(): (line: JournalLine) => string {
  const { t } = useTranslation();
  const words = useTimelineSentence();
  const { money } = useFormat();
  const state = (value: unknown) => {
    const phase = PHASES.find((candidate) => candidate === value);
    return phase === undefined ? String(value) : t(`journal.phases.${phase}`);
  };
  return ({ at, event, values }) => {
    if (event === "product.priceChanged") {
      const [before, after] = [values.before, values.after].map((minor) =>
        money(Number(minor), String(values.currency)),
      );
      return t("journal.priceChanged", { name: values.name, before, after });
    }
    return words({ at, event, values }) ?? t("journal.phase", { from: state(values.from), to: state(values.to) });
  };
}

/** A reference starts with the payment's number: `K7Q2-0142-…` */
function numberOf(posTid: string): string {
  return /^[^-]+-\d+/.exec(posTid)?.[0] ?? posTid;
}
