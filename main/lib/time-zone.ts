/** Returns the machine's time zone by its IANA name; UTC for an unknown one, as with an empty `TZ`. */
export function ownTimeZone(): string {
  const { TZ } = process.env;
  if (cached !== null && cached.TZ === TZ) return cached.zone;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  cached = { TZ, zone: isKnown(timeZone) ? timeZone : "UTC" };
  return cached.zone;
}

/** Cached, because detection is slow. Node itself detects again when `TZ` changes. */
let cached: { TZ: string | undefined; zone: string } | null = null;

export function shopTimeZone({ timeZone }: { timeZone: string | null }): string {
  return timeZone ?? ownTimeZone();
}

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}
