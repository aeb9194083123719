/** HTTP dates (RFC 9110, section 5.6.7), for `Date` and `Retry-After`. */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const IMF_FIXDATE = /^[a-z]{3}, (\d{2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) gmt$/i;
const RFC_850 = /^[a-z]{6,9}, (\d{2})-([a-z]{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) gmt$/i;
const ASCTIME = /^[a-z]{3} ([a-z]{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/i;

/** Parses an HTTP date strictly to ms since the epoch, or null. `Date.parse` would read `"1"` as 2001. */
export function parseHttpDate(text: string): number | null {
  const value = text.trim();
  const fixdate = IMF_FIXDATE.exec(value);
  if (fixdate) return timestampOf(fixdate[3], fixdate[2], fixdate[1], fixdate.slice(4));
  const rfc850 = RFC_850.exec(value);
  // RFC 9110 allows at most 50 years in the future, so two digits mean this century.
  if (rfc850) return timestampOf(`20${rfc850[3]}`, rfc850[2], rfc850[1], rfc850.slice(4));
  const asctime = ASCTIME.exec(value);
  return asctime ? timestampOf(asctime[6], asctime[1], asctime[2], asctime.slice(3, 6)) : null;
}

function timestampOf(year = "", monthName = "", day = "", time: string[] = []): number | null {
  const month = MONTHS.indexOf(monthName.toLowerCase());
  const [hours = 99, minutes = 99, seconds = 99] = time.map(Number);
  if (month < 0 || hours > 23 || minutes > 59 || seconds > 60) return null;
  const midnight = new Date(Date.UTC(Number(year), month, Number(day)));
  // Date.UTC turns 31 February into March, so compare the date with its input.
  if (midnight.getUTCMonth() !== month || midnight.getUTCDate() !== Number(day)) return null;
  return midnight.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
