import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { isJournalEvent } from "../../../contract/journal/events.ts";
import type { TimelineEntry } from "../../../contract/payments/views.ts";
import { useFormat } from "../ui/use-format.ts";
import { type Sentence, sentenceOf } from "./sentence.ts";

/** Returns the event's name, without one row's values. An event of an earlier version has only its code. */
export function eventName(t: TFunction, event: string): string {
  return isJournalEvent(event) ? t(`journal.events.${event}`) : event;
}

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
      case "other":
        return eventName(t, sentence.event);
      default:
        return t(`timeline.${sentence.key}`);
    }
  };
}
