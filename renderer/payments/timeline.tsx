import { useTranslation } from "react-i18next";
import type { Payment, TimelineEntry } from "../../contract/views.ts";
import { useTill } from "../store/store.ts";
import { Quote } from "../ui/quote.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./payments.module.css";
import { backgroundOf, type Sentence, sentenceOf } from "./sentence.ts";

const NONE: TimelineEntry[] = [];

/** What happened to a payment, in plain words: the latest first, since that is what somebody looks for. */
export function Timeline({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const say = useSentence(payment);
  const entries = useTill((state) => state.timelines[payment.posTid] ?? NONE);
  const said = entries.flatMap((entry) => {
    const sentence = sentenceOf(entry);
    return sentence ? [{ at: entry.at, words: say(sentence), ...backgroundOf(entry) }] : [];
  });
  // A history only grows at its end: a line's place in it is its name. What the line before gave as a reason is not said twice.
  const lines = said.map((line, index) => ({
    ...line,
    index,
    why: line.why === said[index - 1]?.why ? null : line.why,
  }));
  return (
    <ol reversed className={styles.timeline} aria-label={t("payment.history")}>
      {lines.toReversed().map(({ at, words, who, why, index }) => (
        <li key={index}>
          <time dateTime={at}>{exact(at)}</time>
          <div>
            <p className={styles.event}>
              <span>{words}</span>
              {who && <span>{who}</span>}
            </p>
            {why !== null && <Quote>{why}</Quote>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function useSentence(payment: Payment): (sentence: Sentence) => string {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (sentence) => {
    switch (sentence.key) {
      case "captured":
      case "refunded":
      case "started":
      case "codeShown":
      case "requested.captureAmount":
      case "requested.refundAmount":
        return t(`timeline.${sentence.key}`, { amount: money(sentence.amount, payment.currency) });
      case "failCode":
        return t("timeline.failCode", { code: sentence.code });
      case "identified":
        return t("timeline.identified", { customer: sentence.customer });
      case "other":
        return t("timeline.other", { event: sentence.event });
      default:
        return t(`timeline.${sentence.key}`);
    }
  };
}
