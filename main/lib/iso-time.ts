/** Times as views and reports have them: ISO 8601 in UTC. */

/** @param ms since the epoch */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same of a time that may not be known. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
