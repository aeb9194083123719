import { existsSync } from "node:fs";
import { makeBackup } from "../backups/backups.ts";
import { connect, isTills, keepLog } from "./database.ts";
import { MIGRATIONS, type Migration, migrate, newestOf, versionOf } from "./migrations.ts";

/** What an upgrade did: from which version to which, and where the file as it was before is kept. */
export interface Upgrade {
  from: number;
  to: number;
  backup: string;
}

/**
 * Brings an older till's database up to date. A backup that was checked comes first; then all migrations are one
 * transaction. There is no way back but that backup.
 * @param folder where backups are
 * @param at     now, in ms since the epoch
 * @param key    what the backup is authenticated with, in hex; null: it has no MAC
 * @returns null when there is nothing to do
 * @throws when the backup or a migration fails: the database is then as it was
 */
export async function upgradeDatabase(
  path: string,
  {
    folder,
    at,
    key = null,
    migrations = MIGRATIONS,
  }: { folder: string; at: number; key?: string | null; migrations?: readonly Migration[] },
): Promise<Upgrade | null> {
  if (!existsSync(path)) return null;
  const database = connect(path);
  try {
    const from = versionOf(database);
    const to = newestOf(migrations);
    if (from >= to || !isTills(database)) return null;
    keepLog(database);
    const backup = await makeBackup(database, { folder, at, kind: "upgrade", key });
    migrate(database, migrations);
    return { from, to, backup: backup.path };
  } finally {
    database.close();
  }
}
