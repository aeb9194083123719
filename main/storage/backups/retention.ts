import { type Backup, type BackupKind, DAY_MS, KEPT_DAYS } from "./backups.ts";

const KEPT_HOURLY = 24;
const KEPT_UPGRADES = 3;

/**
 * Returns the expired backups. Retains 24 hourly backups, the last of each of 30 days (preferably the one at its
 * close), three from before upgrades, and every requested one. Backups dated in the future (a wrong clock) count
 * separately.
 */
export function expiredBackups(backups: readonly Backup[], now: number): Backup[] {
  const [past, future] = [backups.filter(({ at }) => at <= now), backups.filter(({ at }) => at > now)];
  const retainedBackups = withBases([...retained(past), ...retained(future)], backups);
  return backups.filter((backup) => !retainedBackups.has(backup));
}

/** Adds the bases of the given backups. */
function withBases(selected: readonly Backup[], backups: readonly Backup[]): Set<Backup> {
  const byPath = new Map(backups.map((backup) => [backup.path, backup]));
  const withAllBases = new Set<Backup>();
  for (const one of selected)
    for (let next: Backup | undefined = one; next && !withAllBases.has(next); next = byPath.get(next.restsOn ?? ""))
      withAllBases.add(next);
  return withAllBases;
}

/**
 * Returns the backups to delete, oldest first, for the rest to fit `budget` bytes. The newest, its bases, and requested
 * backups always stay.
 */
export function overBudget(backups: readonly Backup[], budget: number, sizeOf: (backup: Backup) => number): Backup[] {
  const newestFirst = backups.toSorted((left, right) => right.at - left.at);
  const protectedBackups = withBases(
    [...newestFirst.slice(0, 1), ...backups.filter(({ kind }) => kind === "asked")],
    backups,
  );
  const remaining = new Set(newestFirst);
  const excess: Backup[] = [];
  let bytes = backups.reduce((sum, backup) => sum + sizeOf(backup), 0);
  while (bytes > budget) {
    const needed = new Set([...remaining].map(({ restsOn }) => restsOn));
    const oldest = [...remaining].findLast((backup) => !protectedBackups.has(backup) && !needed.has(backup.path));
    if (oldest === undefined) break;
    remaining.delete(oldest);
    excess.push(oldest);
    bytes -= sizeOf(oldest);
  }
  return excess;
}

function retained(backups: readonly Backup[]): Backup[] {
  const newestFirst = [...backups].sort((left, right) => right.at - left.at);
  const of = (...kinds: BackupKind[]) => newestFirst.filter(({ kind }) => kinds.includes(kind));
  const lastOfDay = new Map<number, Backup>();
  for (const backup of [...of("day"), ...of("hourly")]) {
    const day = Math.floor(backup.at / DAY_MS);
    if (!lastOfDay.has(day)) lastOfDay.set(day, backup);
  }
  const days = [...lastOfDay].sort(([left], [right]) => right - left).slice(0, KEPT_DAYS);
  return [
    ...of("asked"),
    ...of("upgrade").slice(0, KEPT_UPGRADES),
    ...of("hourly").slice(0, KEPT_HOURLY),
    ...days.map(([, backup]) => backup),
  ];
}
