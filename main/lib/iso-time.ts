/** Times as views and reports have them: ISO 8601 in UTC. */

const DAY_MS = 86_400_000;
/** A `Date` ends with its first moment. */
const LAST_DAY = 100_000_000;
/** The day of which a time was written last, and how it begins: a page of payments has hundreds of times, of few days. */
let [day, date] = [Number.NaN, ""];

/** @param ms since the epoch */
export function iso(ms: number): string {
  const whole = Math.trunc(ms);
  const itsDay = Math.floor(whole / DAY_MS);
  if (itsDay !== day || itsDay === LAST_DAY)
    [day, date] = [itsDay, new Date(ms).toISOString().slice(0, -"00:00:00.000Z".length)];
  const rest = whole - itsDay * DAY_MS;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${date}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}.${String(rest % 1000).padStart(3, "0")}Z`;
}

function twoDigits(count: number): string {
  return count < 10 ? `0${count}` : String(count);
}

/** The same of a time that may not be known. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
