import { formatMoney } from "../../../contract/money.ts";
import { useKit } from "../context.ts";
import { clockTime, exactTime, shortDate, timeOfRow, wholeDate } from "../format/time.ts";
import { LANGUAGE_LOCALES } from "../i18n/index.ts";

export interface Format {
  /** `149,00 kr` */
  money(amount: number, currency?: string): string;
  clock(at: string | number): string;
  exact(at: string | number): string;
  row(at: string, now: number): string;
  dateTime(at: string): string;
  /** `20 Nov` */
  date(at: string): string;
  /** `20 November 2026`, of a business day */
  day(day: string): string;
}

/** Money as the shop writes it; times in the shop's zone, dates in the operator's language. */
export function useFormat(): Format {
  const { terminal, language } = useKit((state) => ({ terminal: state.terminal, language: state.language }));
  const locale = LANGUAGE_LOCALES[language];
  const zone = terminal?.timeZone ?? "UTC";
  return {
    money: (amount, currency) =>
      formatMoney(amount, currency ?? terminal?.currency ?? "NOK", terminal?.locale ?? locale),
    clock: (at) => clockTime(at, locale, zone),
    exact: (at) => exactTime(at, locale, zone),
    row: (at, now) => timeOfRow(at, now, locale, zone),
    day: (day) => wholeDate(day, locale),
    date: (at) => shortDate(at, locale, zone),
    dateTime: (at) => `${shortDate(at, locale, zone)} ${clockTime(at, locale, zone)}`,
  };
}
