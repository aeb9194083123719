import { existsSync } from "node:fs";
import { makeBackup } from "../backups/backups.ts";
import { connect, enableWriteAheadLog, isTillDatabase } from "./database.ts";
import { MIGRATIONS, type Migration, migrate, newestOf, versionOf } from "./migrations.ts";

export interface Upgrade {
  from: number;
  to: number;
  backup: string;
}

/**
 * Migrates an older database after a verified backup, the only way back. Null when there is nothing to do.
 * @throws when the backup or a migration fails; the database stays unchanged
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
    if (from >= to || !isTillDatabase(database)) return null;
    enableWriteAheadLog(database);
    const backup = await makeBackup(database, { folder, at, kind: "upgrade", key });
    migrate(database, migrations);
    return { from, to, backup: backup.path };
  } finally {
    database.close();
  }
}
