import { formatAmount, formatMoney } from "../../../contract/values/money.ts";
import { percentText } from "../../../contract/values/percent.ts";
import { useKit } from "../context.ts";
import { clockTime, exactTime, longDate, shortDate, timeOfRow, weekday } from "../format/time.ts";
import { LANGUAGE_LOCALES } from "../i18n/index.ts";

export interface Format {
  /** `149,00 kr` */
  money(amount: number, currency?: string): string;
  /** `149,00` without currency */
  decimal(amount: number): string;
  /** `12,5 %`. @param rate in hundredths of a percent */
  percent(rate: number): string;
  clock(at: string | number): string;
  exact(at: string | number): string;
  row(at: string, now: number): string;
  dateTime(at: string): string;
  /** `20 Nov` */
  date(at: string): string;
  /** `20 Nov`, for a business day */
  shortDay(day: string): string;
  /** `Friday 20 November` */
  weekday(at: string | number): string;
  /** `20 November 2026`, for a business day */
  day(day: string): string;
}

/** For windows without a till. */
const READERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useFormat(): Format {
  // Selects only these fields: most of a screen re-renders with them.
  const { own, shops, zone, locale } = useKit(({ terminal, language }) => ({
    own: terminal?.currency ?? "NOK",
    shops: terminal?.locale ?? LANGUAGE_LOCALES[language],
    zone: terminal?.timeZone ?? READERS_ZONE,
    locale: LANGUAGE_LOCALES[language],
  }));
  return {
    money: (amount, currency) => formatMoney(amount, currency ?? own, shops),
    decimal: (amount) => formatAmount(amount, own, shops),
    percent: (rate) => percentText(rate, shops),
    clock: (at) => clockTime(at, locale, zone),
    exact: (at) => exactTime(at, locale, zone),
    row: (at, now) => timeOfRow(at, now, locale, zone),
    day: (day) => longDate(day, locale),
    shortDay: (day) => shortDate(`${day}T00:00:00Z`, locale, "UTC"),
    weekday: (at) => weekday(at, locale, zone),
    date: (at) => shortDate(at, locale, zone),
    dateTime: (at) => `${shortDate(at, locale, zone)} ${clockTime(at, locale, zone)}`,
  };
}
