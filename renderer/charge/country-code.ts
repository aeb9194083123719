/** Calling codes for phone numbers that are typed without one, by the region of the till's locale. */
const CALLING_CODES: Record<string, string> = { NO: "47", SE: "46", DK: "45", FI: "358", IS: "354" };

/** @returns digits without `+`, or an empty text when the locale names no region that is known here */
export function callingCode(locale: string): string {
  return CALLING_CODES[new Intl.Locale(locale).maximize().region ?? ""] ?? "";
}
