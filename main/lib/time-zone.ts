/** The time zones of the shop and of its machine. */

/**
 * The machine's own, by its IANA name. A machine may name one that nothing knows (`TZ` set to nothing is `Etc/Unknown`),
 * and every time that is shown in it would be an error: UTC then.
 */
export function ownTimeZone(): string {
  const { TZ } = process.env;
  if (own !== null && own.TZ === TZ) return own.zone;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  own = { TZ, zone: isKnown(timeZone) ? timeZone : "UTC" };
  return own.zone;
}

/** Finding it out takes longer than all else that a screen shows; Node itself looks again when `TZ` is set. */
let own: { TZ: string | undefined; zone: string } | null = null;

/** The shop's: the one that is set, else its machine's. */
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
