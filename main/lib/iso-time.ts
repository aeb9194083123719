const DAY_MS = 86_400_000;
/** A `Date` ends with the first moment of this day. */
const LAST_DAY = 100_000_000;
/** Cached date part: a page of payments has hundreds of times, on few days. */
let [day, date] = [Number.NaN, ""];

/** Formats ms since the epoch as ISO 8601 in UTC. */
export function iso(ms: number): string {
  const wholeMs = Math.trunc(ms);
  const dayOfTime = Math.floor(wholeMs / DAY_MS);
  if (dayOfTime !== day || dayOfTime === LAST_DAY)
    [day, date] = [dayOfTime, new Date(ms).toISOString().slice(0, -"00:00:00.000Z".length)];
  const rest = wholeMs - dayOfTime * DAY_MS;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${date}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}.${String(rest % 1000).padStart(3, "0")}Z`;
}

function twoDigits(count: number): string {
  return count < 10 ? `0${count}` : String(count);
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
