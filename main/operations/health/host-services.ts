/** The host of the till: data folder, log files and desktop. */
import { dirname } from "node:path";
import type { LogFiles } from "../../lib/logging/log-files.ts";
import type { Maintenance } from "../../storage/backups/maintenance.ts";
import type { Database } from "../../storage/database/database.ts";
import type { DiskSpace } from "../../storage/database/disk-space.ts";
import type { Updater } from "../updates/updater.ts";

export interface Desktop {
  updater: Updater;
  showInFolder(path: string): void;
  /** Command that runs maintenance; undefined for the project's own */
  program: string | undefined;
}

export interface HostServices {
  folder: string;
  maintenance: Omit<Maintenance, "backUp" | "close">;
  logs: Pick<LogFiles, "folder" | "state"> | null;
  desktop: Desktop | null;
}

/** Host services of a till that was started with only an open database. */
export function minimalHostServices({ database, disk }: { database: Database; disk(): DiskSpace }): HostServices {
  const nothing = () => null;
  return {
    folder: dirname(database.name),
    maintenance: {
      disk,
      freeBytes: nothing,
      damage: nothing,
      checkedAt: nothing,
      signedAt: nothing,
      lastBackupAt: nothing,
      backupOverdue: () => false,
    },
    logs: null,
    desktop: null,
  };
}
