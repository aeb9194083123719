/** What surrounds a till: the care of its data folder, its log files, the desktop that it runs on. */
import { dirname } from "node:path";
import type { LogFiles } from "../../lib/logging/log-files.ts";
import type { Care } from "../../storage/backups/care.ts";
import type { Database } from "../../storage/database/database.ts";
import type { DiskSpace } from "../../storage/database/disk-space.ts";
import type { Updater } from "../updates/updater.ts";

/** What the desktop shell does for the till. */
export interface Desktop {
  updater: Updater;
  /** Opens the system's file manager at a file */
  showInFolder(path: string): void;
  /** How maintenance is called here; undefined: as in the project */
  program: string | undefined;
}

export interface Surroundings {
  /** The data folder */
  folder: string;
  care: Omit<Care, "backUp" | "close">;
  /** Null where no files are kept */
  logs: Pick<LogFiles, "folder" | "state"> | null;
  /** Null without the desktop shell */
  desktop: Desktop | null;
}

/** For a till that was started on an open database alone: nobody cares for its folder. */
export function bareSurroundings({ database, disk }: { database: Database; disk(): DiskSpace }): Surroundings {
  const nothing = () => null;
  return {
    folder: dirname(database.name),
    care: {
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
