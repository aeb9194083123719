const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, timeZone: string, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(fields)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...fields, timeZone, hourCycle: "h23" });
  formats.set(key, made);
  return made;
}

/** `14:32` @param at ISO 8601 or ms since the epoch */
export function clockTime(at: string | number, locale: string, timeZone: string): string {
  return format(locale, timeZone, { hour: "2-digit", minute: "2-digit" }).format(new Date(at));
}

/** `14:32:08` */
export function exactTime(at: string | number, locale: string, timeZone: string): string {
  return format(locale, timeZone, { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(new Date(at));
}

/** `20 Nov`, or `20 Nov 2025` in another year */
export function shortDate(at: string | number, locale: string, timeZone: string, now: number = Date.now()): string {
  const year = isThisYear(at, now, timeZone) ? {} : ({ year: "numeric" } as const);
  return format(locale, timeZone, { day: "numeric", month: "short", ...year }).format(new Date(at));
}

/** `20 November 2026` from a calendar day such as `2026-11-20`, independent of the time zone */
export function longDate(day: string, locale: string): string {
  return format(locale, "UTC", { day: "numeric", month: "long", year: "numeric" }).format(new Date(`${day}T00:00:00Z`));
}

/** `Friday 20 November` */
export function weekday(at: string | number, locale: string, timeZone: string): string {
  return format(locale, timeZone, { weekday: "long", day: "numeric", month: "long" }).format(new Date(at));
}

/** `14:32` on the current day, else `20 Nov 14:32`, or `20 Nov 2025` in another year */
export function timeOfRow(at: string, now: number, locale: string, timeZone: string): string {
  const today = dayKey(now, timeZone) === dayKey(at, timeZone);
  if (today) return clockTime(at, locale, timeZone);
  if (!isThisYear(at, now, timeZone)) return shortDate(at, locale, timeZone, now);
  return format(locale, timeZone, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }).format(
    new Date(at),
  );
}

function isThisYear(at: string | number, now: number, timeZone: string): boolean {
  return dayKey(at, timeZone).slice(0, 4) === dayKey(now, timeZone).slice(0, 4);
}

function dayKey(at: string | number, timeZone: string): string {
  return format("en-CA", timeZone, { year: "numeric", month: "2-digit", day: "2-digit" }).format(new Date(at));
}

/** `3:36` for the remaining time, never negative. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `3 minutes` or `40 seconds`, for screen readers. Rounds down; never negative. */
export function roughTimeLeft(leftMs: number, locale: string): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000));
  const [unit, value] = seconds < 60 ? ["second", Math.trunc(seconds / 10) * 10] : ["minute", Math.trunc(seconds / 60)];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

/** `0:45`, or `1:02:07` from one hour on, for elapsed time. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.trunc(seconds / 60);
  const two = (value: number) => String(value).padStart(2, "0");
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.trunc(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** The two largest units of a long duration: days and hours, hours and minutes, or minutes. */
export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
}

export function timeLeft(leftMs: number): TimeLeft {
  const minutes = Math.max(0, Math.floor(leftMs / 60_000));
  return { days: Math.trunc(minutes / 1440), hours: Math.trunc((minutes % 1440) / 60), minutes: minutes % 60 };
}
