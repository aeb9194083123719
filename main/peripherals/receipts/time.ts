/** Moments on receipts: stored so that they can be read anywhere, shown with explicit fields on the shop's clock. */
import type { ReceiptTime } from "../../../contract/receipts.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, timeZone: string, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(fields)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...fields, timeZone, hourCycle: "h23" });
  formats.set(key, made);
  return made;
}

const FIELDS: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "longOffset",
};

/** A moment with its reading in a time zone. @param at ms since the epoch */
export function receiptTime(at: number, timeZone: string): ReceiptTime {
  const parts = format("en-GB", timeZone, FIELDS).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return {
    at: new Date(at).toISOString(),
    local: `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}`,
    // Greenwich itself has no digits in its name.
    offset: /[+-]\d{2}:\d{2}/.exec(part("timeZoneName").replace("\u2212", "-"))?.[0] ?? "+00:00",
    timeZone,
  };
}

/** `20.11.2026 14:32:08` in Norwegian, `20 Nov 2026 14:32:08` in English. */
export function shownTime({ at, timeZone }: ReceiptTime, language: "en" | "nb"): string {
  const moment = new Date(at);
  const locale = language === "nb" ? "nb-NO" : "en-GB";
  const month = language === "nb" ? "2-digit" : "short";
  const date = format(locale, timeZone, { day: "2-digit", month, year: "numeric" }).format(moment);
  const time = format(locale, timeZone, { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(moment);
  return `${date} ${time}`;
}
