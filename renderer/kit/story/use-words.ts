import { useTranslation } from "react-i18next";
import type { TimelineEntry } from "../../../contract/payments/views.ts";
import { namedEvent } from "../event-names.ts";
import { useFormat } from "../ui/use-format.ts";
import { type Sentence, sentenceOf } from "./sentence.ts";

export function useTimelineSentence(currency?: string): (entry: TimelineEntry, isCancelled?: boolean) => string | null {
  const reasonText = useSentence(currency);
  return (entry, isCancelled) => {
    const sentence = sentenceOf(entry, isCancelled);
    return sentence && reasonText(sentence);
  };
}

function useSentence(currency: string | undefined): (sentence: Sentence) => string {
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
        return t(`timeline.${sentence.key}`, { amount: money(sentence.amount, currency) });
      case "failCode":
      case "endedCode":
        return t(`timeline.${sentence.key}`, { code: sentence.code });
      case "identified":
        return t("timeline.identified", { customer: sentence.customer });
      case "unanswered":
      case "answered":
      case "messages":
        return t(`evidence.${sentence.key}`, { count: sentence.times });
      case "other": {
        const name = namedEvent(sentence.event);
        return name === null ? t("timeline.other", { event: sentence.event }) : t(`journal.events.${name}`);
      }
      default:
        return t(`timeline.${sentence.key}`);
    }
  };
}
