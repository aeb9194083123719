/** Times on receipts, stored with their time zone and shown with explicit fields. */
import { fromAbsolute, toCalendarDateTime } from "@internationalized/date";
import { offsetText } from "../../../contract/accounting/reports-time.ts";
import type { ReceiptTime } from "../../../contract/receipts/receipts.ts";
import { customerLanguageOf } from "../../../contract/values/customer-language.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, timeZone: string, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(fields)}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat(locale, { ...fields, timeZone, hourCycle: "h23" });
  formats.set(key, created);
  return created;
}

/** Returns a moment in a time zone, to the second. `at` is in milliseconds since the epoch. */
export function receiptTime(at: number, timeZone: string): ReceiptTime {
  const shown = fromAbsolute(Math.floor(at / 1000) * 1000, timeZone);
  return {
    at: new Date(at).toISOString(),
    local: toCalendarDateTime(shown).toString(),
    offset: offsetText(shown.offset),
    timeZone,
  };
}

/** `20.11.2026 14:32:08` in Norwegian, `20 Nov 2026 14:32:08` in English, where digits are ambiguous. */
export function shownTime({ at, timeZone }: ReceiptTime, shown: string): string {
  const moment = new Date(at);
  const isEnglish = customerLanguageOf(shown) === "en";
  const locale = isEnglish ? "en-GB" : shown;
  const month = isEnglish ? "short" : "2-digit";
  const date = format(locale, timeZone, { day: "2-digit", month, year: "numeric" }).format(moment);
  const time = format(locale, timeZone, { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(moment);
  return `${date} ${time}`;
}
