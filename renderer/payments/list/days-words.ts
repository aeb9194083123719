import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/ui/use-format.ts";
import { spanOf } from "../../store/payments-asked.ts";
import { useTill } from "../../store/store.ts";

/** The days in a few words: `Today`, `20 Nov`, `2 Nov – 4 Nov`, `Z 12`. */
export function useDaysWords(): string {
  const { t } = useTranslation();
  const { dateTime, shortDay } = useFormat();
  const { days, period } = useTill(({ list }) => list.filter);
  if (period !== null) return t("payments.period", { number: period });
  if (days.kind === "times") return `${dateTime(days.from)} – ${dateTime(days.to)}`;
  if (days.kind !== "days") return t(`payments.days.${days.kind}`);
  const [first, last] = [shortDay(days.first), shortDay(days.last)];
  return first === last ? first : `${first} – ${last}`;
}

/** Returns the selected days with dates for the totals: `Today, 20 Nov`. */
export function usePeriodWords(): string {
  const words = useDaysWords();
  const { shortDay } = useFormat();
  const span = useTill(({ list: { filter }, now, terminal }) =>
    terminal === null || filter.period !== null || filter.days.kind === "days"
      ? null
      : spanOf(filter.days, now, terminal),
  );
  if (span === null) return words;
  const [first, last] = [shortDay(span.first), shortDay(span.last)];
  return first === last ? `${words}, ${first}` : `${words}, ${first} – ${last}`;
}
