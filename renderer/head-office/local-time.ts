import { clockTime, shortDate } from "../kit/format/time.ts";
import { LANGUAGE_LOCALES, type Language } from "../kit/i18n/index.ts";
import { useOffice } from "./context.ts";

/** Formats a shop's local time `2026-03-02 23:41:07` as `2 Mar 23:41`. */
export function useLocalTime(): (local: string) => string {
  const locale = LANGUAGE_LOCALES[useOffice((state) => state.language)];
  return (local) => {
    const at = `${local.replace(" ", "T")}Z`;
    return `${shortDate(at, locale, "UTC")} ${clockTime(at, locale, "UTC")}`;
  };
}

/** `March 2026` for `2026-03` */
export function monthName(month: string, language: Language): string {
  const name = new Intl.DateTimeFormat(LANGUAGE_LOCALES[language], { month: "long", year: "numeric", timeZone: "UTC" });
  return name.format(new Date(`${month}-15T12:00:00Z`));
}
