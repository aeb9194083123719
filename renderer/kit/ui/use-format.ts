import { formatAmount, formatMoney } from "../../../contract/values/money.ts";
import { percentText } from "../../../contract/values/percent.ts";
import { useKit } from "../context.ts";
import { clockTime, exactTime, longDate, shortDate, timeOfRow, weekday } from "../format/time.ts";
import { LANGUAGE_LOCALES } from "../i18n/index.ts";

export type Format = ReturnType<typeof useFormat>;

/** For windows without a till. */
const READERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useFormat() {
  // Selects only these fields: most of a screen re-renders with them.
  const { own, shops, zone, locale } = useKit(({ terminal, language }) => ({
    own: terminal?.currency ?? "NOK",
    shops: terminal?.locale ?? LANGUAGE_LOCALES[language],
    zone: terminal?.timeZone ?? READERS_ZONE,
    locale: LANGUAGE_LOCALES[language],
  }));
  return {
    /** `149,00 kr` */
    money: (amount: number, currency = own) => formatMoney(amount, currency, shops),
    /** `149,00` without currency */
    decimal: (amount: number) => formatAmount(amount, own, shops),
    /** `12,5 %`. @param rate in hundredths of a percent */
    percent: (rate: number) => percentText(rate, shops),
    clock: (at: string | number) => clockTime(at, locale, zone),
    exact: (at: string | number) => exactTime(at, locale, zone),
    row: (at: string, now: number) => timeOfRow(at, now, locale, zone),
    /** `20 November 2026`, for a business day */
    day: (day: string) => longDate(day, locale),
    /** `20 Nov`, for a business day */
    shortDay: (day: string) => shortDate(`${day}T00:00:00Z`, locale, "UTC"),
    /** `Friday 20 November` */
    weekday: (at: string | number) => weekday(at, locale, zone),
    /** `20 Nov` */
    date: (at: string) => shortDate(at, locale, zone),
    dateTime: (at: string) => `${shortDate(at, locale, zone)} ${clockTime(at, locale, zone)}`,
  };
}
